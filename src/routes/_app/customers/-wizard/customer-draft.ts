import { type NewCustomer, emptyCustomer } from '#api/customer-form.ts'
import { type Draft, type DraftStore, openDraft } from '#lib/drafts.ts'

import type { StepId } from './steps.ts'
import type { Attempt } from './submission.ts'

interface DraftText {
  customer: Omit<NewCustomer, 'photo' | 'files'>
  visited: readonly StepId[]
  attempt: Attempt | undefined
}
export type DraftFiles = Pick<NewCustomer, 'photo' | 'files'>
export type CustomerDraft = Draft<DraftText, DraftFiles>
export type CustomerDraftStore = DraftStore<DraftText, DraftFiles>

/** Drafts are kept for each person and account. */
export const openCustomerDraft = (
  account: number,
  user: number,
  wants: 'newest' | 'empty',
): CustomerDraftStore => openDraft(`customer:${account}:${user}`, wants)

export const customerOf = ({ text, files }: CustomerDraft): NewCustomer => ({
  ...emptyCustomer(),
  ...text.customer,
  ...files,
})
