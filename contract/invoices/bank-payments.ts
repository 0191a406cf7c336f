import * as z from 'zod/mini'

import { line } from '../values/texts.ts'
import { endpoint } from '../wire/endpoint.ts'
import { sortBy, textFilter } from '../wire/list-query.ts'
import { bankPaymentSorts } from '../wire/list-sorts.ts'
import { pagedList } from '../wire/resource.ts'
import { Datetime, idParams } from '../wire/surface.ts'
import { InvoiceInput } from './drafts.ts'
import { PaymentInput } from './payments.ts'

/** Surface X: payments that arrived at the bank, and the invoices that they pay. */

/** `open`: some of it isn't recorded yet; `recorded`: all of it is; `set_aside`: it pays no invoice. */
export const bankPaymentStates = ['open', 'recorded', 'set_aside'] as const
export type BankPaymentState = (typeof bankPaymentStates)[number]

/** Why these invoices are suggested. The first one is certain enough to record many at once. */
export const matchReasons = ['number_and_amount', 'number', 'payer_and_amount', 'amount'] as const
export type MatchReason = (typeof matchReasons)[number]

/** The most payments of one request, characters of a text, and invoices that one payment pays. */
export const mostBankPayments = {
  imported: 1_000,
  text: 1_000,
  short: 200,
  invoices: 50,
  recorded: 100,
} as const

const text = (name: string, most: number) => z._default(line(name, most), '')

/** A payment that arrived, as the bank states it. */
export const BankPaymentInput = z.object({
  paid_on: PaymentInput.shape.paid_on,
  amount: z
    .number('amount must be a number')
    .check(z.gt(0, 'amount must be above 0'), z.lte(1e15, 'This amount is too large')),
  currency: InvoiceInput.shape.currency,
  /** Who paid. */
  payer: text('payer', mostBankPayments.short),
  /** Their account, such as an IBAN. */
  payer_account: text('payer_account', mostBankPayments.short),
  /** What the payer wrote for the receiver. */
  text: text('text', mostBankPayments.text),
  /** What the bank calls the payment, unlike any other of this account; empty where it doesn't say. */
  bank_reference: text('bank_reference', mostBankPayments.short),
})
export type BankPaymentInput = z.infer<typeof BankPaymentInput>

const PaidInvoice = z.object({
  invoice_id: z.int(),
  invoice_number: z.string(),
  customer_name: z.string(),
  amount: z.number(),
})

/** A payment that arrived. Amounts are decimals of `currency`. */
export const BankPayment = z.object({
  id: z.int(),
  version: z.int(),
  state: z.enum(bankPaymentStates),
  /** YYYY-MM-DD: when it was booked. */
  paid_on: z.string(),
  amount: z.number(),
  /** The part that no invoice has yet. */
  amount_left: z.number(),
  currency: z.string(),
  payer: z.string(),
  payer_account: z.string(),
  text: z.string(),
  /** The name of the file that it came with. */
  source: z.string(),
  imported_by: z.string(),
  created_at: Datetime,
  /** What was recorded of it. */
  payments: z.array(PaidInvoice),
  /** The payment of an earlier file that may be the same, as banks state it in other words in another format; none unless it's open. */
  twin: z.nullable(z.object({ id: z.int(), source: z.string() })),
  /** The invoices that it probably pays, and why; none unless it's open. */
  suggestion: z.nullable(
    z.object({
      reason: z.enum(matchReasons),
      invoices: z.array(z.extend(PaidInvoice, { amount_due: z.number() })),
    }),
  ),
})
export type BankPayment = z.infer<typeof BankPayment>

const path = '/api/x/bank-payments'
const ability = 'invoices.manage'
const one = { surface: 'x', record: 'bank_payments', params: idParams, ability } as const
const response = z.object({ data: BankPayment })

export const listBankPayments = endpoint({
  surface: 'x',
  method: 'GET',
  path,
  ability,
  ...pagedList(BankPayment, {
    state: z.optional(z.enum(bankPaymentStates, `state must be one of ${bankPaymentStates.join(', ')}`)),
    search: textFilter('search', 200),
    sort: sortBy(bankPaymentSorts),
  }),
})

export const showBankPayment = endpoint({ ...one, method: 'GET', path: `${path}/:id`, response })

/** Adds the payments of a bank statement. One that is known is left out, so that a statement can be sent again. */
export const importBankPayments = endpoint({
  surface: 'x',
  method: 'POST',
  path,
  ability,
  body: z.object({
    source: text('source', mostBankPayments.short),
    payments: z
      .array(BankPaymentInput, 'payments must be a list of payments')
      .check(
        z.minLength(1, 'Add at least one payment'),
        z.maxLength(
          mostBankPayments.imported,
          `Send at most ${mostBankPayments.imported.toLocaleString('en-US')} payments at once`,
        ),
      ),
  }),
  status: 201,
  response: z.object({ data: z.object({ added: z.int(), known: z.int() }) }),
})

/**
 * Records payments of invoices, as `recordPayment` does, from what is left of a payment. 409 if it's set aside, 422 for more
 * than is left.
 */
export const recordBankPayment = endpoint({
  ...one,
  method: 'POST',
  path: `${path}/:id/payments`,
  body: z.object({
    payments: z
      .array(
        z.object({
          invoice_id: z
            .int('invoice_id must be the id of an invoice')
            .check(z.gte(1, 'invoice_id must be the id of an invoice')),
          amount: PaymentInput.shape.amount,
          overpays: PaymentInput.shape.overpays,
        }),
        'payments must be a list',
      )
      .check(
        z.minLength(1, 'Choose at least one invoice'),
        z.maxLength(mostBankPayments.invoices, `Choose at most ${mostBankPayments.invoices} invoices`),
      ),
  }),
  status: 201,
  response,
})
export type BankPaymentRecording = z.input<NonNullable<typeof recordBankPayment.body>>

/** Records those of the payments whose suggestion is certain (`number_and_amount`) and that have no twin, and leaves the others as they are. */
export const recordSuggested = endpoint({
  surface: 'x',
  method: 'POST',
  path: '/api/x/bank-payment-suggestions',
  ability,
  body: z.object({
    ids: z
      .array(
        z.int('ids must be a list of ids').check(z.gte(1, 'ids must be a list of ids')),
        'ids must be a list of ids',
      )
      .check(
        z.minLength(1, 'Choose at least one payment'),
        z.maxLength(mostBankPayments.recorded, `Choose at most ${mostBankPayments.recorded} payments`),
      ),
  }),
  response: z.object({ data: z.object({ recorded: z.int(), skipped: z.int() }) }),
})

/** Deletes it and what else was imported with it, such as a wrong file, except for payments of which something is recorded. */
export const deleteBankImport = endpoint({
  ...one,
  method: 'DELETE',
  path: `${path}/:id/import`,
  response: z.object({ data: z.object({ deleted: z.int() }) }),
})

/** Says that what is left of it pays no invoice. */
export const setAsideBankPayment = endpoint({
  ...one,
  method: 'POST',
  path: `${path}/:id/set-aside`,
  response,
})
export const reopenBankPayment = endpoint({ ...one, method: 'POST', path: `${path}/:id/reopen`, response })
