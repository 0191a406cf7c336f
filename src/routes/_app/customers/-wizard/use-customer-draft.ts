import { useState } from 'react'

import { type NewCustomer, customerFingerprint, emptyCustomer } from '#api/customer-form.ts'
import type { CustomFieldConfig } from '#contract/customers/custom-fields.ts'
import { useOfferedDraft } from '#kit/draft/offer.ts'
import { type Draft, type DraftStore, openDraft } from '#lib/drafts.ts'
import type { StepId } from '#parts/customer-inputs/step-ids.ts'

import type { Attempt } from './submission.ts'

/** The initial values of a form, and where it is saved. */
export interface Start {
  /** Another start is another form. */
  round: number
  store: CustomerDraftStore
  customer: NewCustomer
  visited: readonly StepId[]
  attempt: Attempt | undefined
}

interface Options {
  account: number
  user: number
  fields: readonly CustomFieldConfig[]
  untouched: NewCustomer
}

/**
 * Starts with an empty form and offers the newest draft of this browser beside it. `start` is undefined until the browser
 * has been asked for drafts.
 */
export function useCustomerDraft({ account, user, fields, untouched }: Options) {
  const [resumed, setResumed] = useState<CustomerDraft>()
  const { store, draft, resume, discard } = useOfferedDraft({
    of: `${account} ${user}`,
    open: (wants) => openCustomerDraft(account, user, wants),
    isWorthOffering: (found) => !isEmpty(found, fields),
  })
  const start: Start | undefined = store && {
    round: resumed ? 1 : 0,
    store,
    customer: resumed ? customerOf(resumed) : untouched,
    visited: resumed?.text.visited ?? [],
    attempt: resumed?.text.attempt,
  }
  return { start, draft, resume: () => setResumed(resume()), discard }
}

const isEmpty = (draft: CustomerDraft, fields: readonly CustomFieldConfig[]) =>
  customerFingerprint(customerOf(draft), fields) === customerFingerprint(emptyCustomer(), fields)

/** The part of a draft that is kept as text, with the steps that were opened and the attempt whose outcome is unknown. */
interface DraftText {
  customer: Omit<NewCustomer, 'photo' | 'files'>
  visited: readonly StepId[]
  attempt: Attempt | undefined
}
/** The files of a draft. */
type DraftFiles = Pick<NewCustomer, 'photo' | 'files'>
/** An unfinished customer, kept in this browser. */
export type CustomerDraft = Draft<DraftText, DraftFiles>
/** Where it is kept. */
type CustomerDraftStore = DraftStore<DraftText, DraftFiles>

/** Drafts are kept for each person and account. */
const openCustomerDraft = (account: number, user: number, wants: 'newest' | 'empty'): CustomerDraftStore =>
  openDraft(`customer:${account}:${user}`, wants)

/** Returns the form that a draft was saved from. */
export const customerOf = ({ text, files }: CustomerDraft): NewCustomer => ({
  ...emptyCustomer(),
  ...text.customer,
  ...files,
})
