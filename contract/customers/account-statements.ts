import * as z from 'zod/mini'

import { EmailInput } from '../invoices/emails.ts'
import { DocumentLook } from '../invoices/looks.ts'
import type { CustomerText } from '../translations/translations.ts'
import { isCurrency } from '../values/currencies.ts'
import { QueuedEmail } from '../wire/emails.ts'
import { endpoint } from '../wire/endpoint.ts'
import { dayFilter } from '../wire/list-query.ts'
import { idParams } from '../wire/surface.ts'

/** Surface X: statements of account, which list what a customer was billed and paid in a period. */

/** How many entries a statement can have. */
export const longestStatement = 1_000

/** A currency and a period: by default the one with the latest invoice, from the first one until today. */
export const StatementScope = z.object(
  {
    currency: z.optional(
      z.string('currency must be given once').check(z.refine(isCurrency, 'Choose a currency that is in use')),
    ),
    /** The first and the last day. */
    from: dayFilter('from'),
    to: dayFilter('to'),
  },
  'statement must be an object',
)
export type StatementScope = z.infer<typeof StatementScope>

const entryKinds = ['invoice', 'payment', 'refund', 'credit_note'] as const

/** What each kind of entry is called; `{number}` is its number. */
export const entryWords = {
  invoice: 'Invoice {number}',
  payment: 'Payment for {number}',
  refund: 'Refund for {number}',
  credit_note: 'Credit note {number}',
} as const satisfies Record<(typeof entryKinds)[number], CustomerText>

/** Amounts are decimals of `currency`: above 0 what the customer owes, below 0 what settles it. */
export const AccountStatement = z.object({
  customer_name: z.string(),
  /** Where it is emailed. */
  customer_email: z.string(),
  currency: z.string(),
  /** Those that the customer was billed in. */
  currencies: z.array(z.string()),
  /** Null for the first day of all. */
  from: z.nullable(z.string()),
  to: z.string(),
  /** What was owed before the first day, and at the end of the last. */
  opening_balance: z.number(),
  closing_balance: z.number(),
  /** The oldest first. */
  entries: z.array(
    z.object({
      day: z.string(),
      kind: z.enum(entryKinds),
      /** That of the credit note, or of the invoice. */
      number: z.string(),
      invoice_id: z.int(),
      amount: z.number(),
      /** What was owed after it. */
      balance: z.number(),
    }),
  ),
  /** That of the customer’s documents. */
  look: DocumentLook,
})
export type AccountStatement = z.infer<typeof AccountStatement>

export const StatementEmail = z.extend(QueuedEmail, { kind: z.literal('statement') })

const one = { surface: 'x', record: 'customers', params: idParams } as const

/** Void invoices and drafts aren’t on it. 422 where the period has more than 1,000 entries, or ends before it begins. */
export const showStatement = endpoint({
  ...one,
  method: 'GET',
  path: '/api/x/customers/:id/statement',
  query: StatementScope,
  response: z.object({ data: AccountStatement }),
})

/** The statement as a PDF, in the customer’s language. */
export const showStatementPdf = endpoint({
  ...one,
  method: 'GET',
  path: '/api/x/customers/:id/statement/pdf',
  query: StatementScope,
  response: z.undefined(),
})

/** Emails the statement with its PDF. 409 where the service can’t email. Takes an `Idempotency-Key`. */
export const emailStatement = endpoint({
  ...one,
  method: 'POST',
  path: '/api/x/customers/:id/statement/emails',
  ability: 'invoices.manage',
  body: z.extend(EmailInput, { statement: z.optional(StatementScope) }),
  status: 201,
  response: z.object({ data: StatementEmail }),
})

/** Its emails, the newest first. */
export const listStatementEmails = endpoint({
  ...one,
  method: 'GET',
  path: '/api/x/customers/:id/statement/emails',
  response: z.object({ data: z.array(StatementEmail) }),
})

/** Attempts a failed email again. 409 unless it failed. */
export const retryStatementEmail = endpoint({
  ...one,
  method: 'POST',
  path: '/api/x/statement-emails/:id/retry',
  record: 'emails',
  ability: 'invoices.manage',
  response: z.object({ data: StatementEmail }),
})
