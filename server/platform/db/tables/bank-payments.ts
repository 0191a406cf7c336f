import type { Generated } from 'kysely'

import type { BankPaymentState } from '#contract/invoices/bank-payments.ts'

/** Payments that arrived at the bank. Amounts are minor units of their currency. */
export interface BankPaymentTable {
  id: Generated<number>
  account_id: number
  /** Equal for what the bank states twice. */
  identity: string
  version: Generated<number>
  state: Generated<BankPaymentState>
  /** YYYY-MM-DD */
  paid_on: string
  amount: number
  /** What payments of invoices were recorded from it. */
  recorded_amount: Generated<number>
  currency: string
  payer: string
  /** Folded, as lists sort it. */
  payer_key: string
  payer_account: string
  text: string
  /** Folded: payer, account and text. */
  search_text: string
  /** The name of the file that it came with. */
  source: string
  imported_by: string
  created_at: string
}
