import { useState } from 'react'

import { type NewCustomer, customerFingerprint, emptyCustomer } from '#api/customer-form.ts'
import type { CustomFieldConfig } from '#contract/customers/custom-fields.ts'
import { useOfferedDraft } from '#kit/draft/offer.ts'
import type { StepId } from '#parts/customer-inputs/step-ids.ts'

import {
  type CustomerDraft,
  type CustomerDraftStore,
  customerOf,
  openCustomerDraft,
} from './customer-draft.ts'
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
