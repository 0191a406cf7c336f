import { type NewCustomer, emptyCustomer } from '#api/customer-form.ts'
import { type Draft, type DraftStore, openDraft } from '#lib/drafts.ts'
import type { StepId } from '#parts/customer-inputs/step-ids.ts'

import type { Attempt } from './submission.ts'

/** The part of a draft that is kept as text, with the steps that were opened and the attempt whose outcome is unknown. */
export interface DraftText {
  customer: Omit<NewCustomer, 'photo' | 'files'>
  visited: readonly StepId[]
  attempt: Attempt | undefined
}
/** The files of a draft. */
export type DraftFiles = Pick<NewCustomer, 'photo' | 'files'>
/** An unfinished customer, kept in this browser. */
export type CustomerDraft = Draft<DraftText, DraftFiles>
/** Where it is kept. */
export type CustomerDraftStore = DraftStore<DraftText, DraftFiles>

/** Drafts are kept for each person and account. */
export const openCustomerDraft = (
  account: number,
  user: number,
  wants: 'newest' | 'empty',
): CustomerDraftStore => openDraft(`customer:${account}:${user}`, wants)

/** Returns the form that a draft was saved from. */
export const customerOf = ({ text, files }: CustomerDraft): NewCustomer => ({
  ...emptyCustomer(),
  ...text.customer,
  ...files,
})
