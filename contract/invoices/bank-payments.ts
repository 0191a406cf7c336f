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
  text: 'one page of the payments that arrived at the bank, the newest first: `state` (`open`, `recorded`, `set_aside`), `search`, `sort` (`paid_on`, `payer`, `amount`, each with `-` for the reverse), `page`, `limit`; each with what is left of it, the `payments` that were recorded from it, its `twin` (the payment of an earlier file of the same day and amount, which may be the same), and a `suggestion`: the invoices that it probably pays, because its text has their numbers (`number_and_amount`, `number`) or because exactly its amount is due (`payer_and_amount`, `amount`)',
  ability,
  ...pagedList(BankPayment, {
    state: z.optional(z.enum(bankPaymentStates, `state must be one of ${bankPaymentStates.join(', ')}`)),
    search: textFilter('search', 200),
    sort: sortBy(bankPaymentSorts),
  }),
})

export const showBankPayment = endpoint({
  ...one,
  method: 'GET',
  path: `${path}/:id`,
  text: 'one of them',
  response,
})

export const importBankPayments = endpoint({
  surface: 'x',
  method: 'POST',
  path,
  text: 'adds the payments of a bank statement: `{"source", "payments": [{"paid_on", "amount", "currency", "payer", "payer_account", "text", "bank_reference"}]}`, up to 1,000 that arrived, 201 with how many were `added` and how many were `known` already: a statement can be sent again',
  isIdempotent: true,
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

export const recordBankPayment = endpoint({
  ...one,
  method: 'POST',
  path: `${path}/:id/payments`,
  text: 'records payments of invoices from it, all or none: `{"payments": [{"invoice_id", "amount", "overpays"}]}`, 201 with it; 409 if it was set aside, 422 for more than is left of it or due',
  isIdempotent: true,
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

export const recordSuggested = endpoint({
  surface: 'x',
  method: 'POST',
  path: '/api/x/bank-payment-suggestions',
  text: 'records up to 100 bank payments as suggested, `{"ids"}`, where the reason still is `number_and_amount` and there is no `twin`; responds with how many were `recorded` and `skipped`',
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

export const deleteBankImport = endpoint({
  ...one,
  method: 'DELETE',
  path: `${path}/:id/import`,
  text: 'deletes it and what else was imported with it, such as a wrong file, except for payments of which something is recorded; responds with how many were `deleted`',
  isIdempotent: true,
  response: z.object({ data: z.object({ deleted: z.int() }) }),
})

export const setAsideBankPayment = endpoint({
  ...one,
  method: 'POST',
  path: `${path}/:id/set-aside`,
  text: 'says that what is left of it pays no invoice; 409 in another state',
  isIdempotent: true,
  response,
})
export const reopenBankPayment = endpoint({
  ...one,
  method: 'POST',
  path: `${path}/:id/reopen`,
  text: 'takes that back; 409 in another state',
  isIdempotent: true,
  response,
})
