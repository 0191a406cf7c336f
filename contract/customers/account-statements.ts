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

export const showStatement = endpoint({
  ...one,
  method: 'GET',
  path: '/api/x/customers/:id/statement',
  text: 'the statement of account: what the customer was billed and paid in a currency (by default that of their latest invoice) and a period (from the first day until today), oldest first: `entries` with `day`, `kind` (`invoice`, `payment`, `refund`, `credit_note`), `number`, `invoice_id`, `amount` (below 0 what settles) and `balance`, between `opening_balance` and `closing_balance`; the `currencies` they were billed in, and the `look` of their documents; 422 for more than 1,000 entries',
  query: StatementScope,
  response: z.object({ data: AccountStatement }),
})

export const showStatementPdf = endpoint({
  ...one,
  method: 'GET',
  path: '/api/x/customers/:id/statement/pdf',
  text: 'the same as a PDF, in the customer’s language',
  query: StatementScope,
  response: z.undefined(),
})

export const emailStatement = endpoint({
  ...one,
  method: 'POST',
  path: '/api/x/customers/:id/statement/emails',
  text: 'emails it with its PDF: `to`, `subject`, `message` and the `statement`’s `currency`, `from` and `to`; 409 where the service can’t email',
  isIdempotent: true,
  ability: 'invoices.manage',
  body: z.extend(EmailInput, { statement: z.optional(StatementScope) }),
  status: 201,
  response: z.object({ data: StatementEmail }),
})

export const listStatementEmails = endpoint({
  ...one,
  method: 'GET',
  path: '/api/x/customers/:id/statement/emails',
  text: 'its emails, like those of an invoice',
  response: z.object({ data: z.array(StatementEmail) }),
})

export const retryStatementEmail = endpoint({
  ...one,
  method: 'POST',
  path: '/api/x/statement-emails/:id/retry',
  text: 'attempts a failed email again; 409 unless it failed',
  isIdempotent: true,
  record: 'emails',
  ability: 'invoices.manage',
  response: z.object({ data: StatementEmail }),
})
