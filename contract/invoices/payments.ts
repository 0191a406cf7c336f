import * as z from 'zod/mini'

import { day } from '../values/days.ts'
import { endpoint } from '../wire/endpoint.ts'
import { idParams } from '../wire/surface.ts'
import { EmailInput } from './emails.ts'
import { InvoiceDetails, paymentKinds, paymentMethods } from './invoices.ts'

/** How many payments one invoice has, and as many refunds, how long a reference is, and how many years a payment dates back. */
export const longestPayments = { payments: 100, reference: 200, years: 10 } as const

export const PaymentInput = z.object({
  /** A refund gives back what was paid beyond the total less the credit notes. */
  kind: z._default(z.enum(paymentKinds, `kind must be one of ${paymentKinds.join(', ')}`), 'payment'),
  /** Above 0, also for a refund; at most what is due or is to be refunded. */
  amount: z
    .number('Enter an amount')
    .check(z.gte(-1e15, 'Enter an amount'), z.lte(1e15, 'This amount is too large')),
  paid_on: day('paid_on'),
  method: z.enum(paymentMethods, `method must be one of ${paymentMethods.join(', ')}`),
  /** Such as the number of a transfer. */
  reference: z._default(
    z
      .string('reference must be a text')
      .check(
        z.trim(),
        z.maxLength(longestPayments.reference, `Use at most ${longestPayments.reference} characters`),
        z.regex(/^\P{Cc}*$/u, 'Remove hidden characters'),
      ),
    '',
  ),
  /** Accepts a payment of more than is due; the rest is to be refunded. */
  overpays: z._default(z.boolean('overpays must be true or false'), false),
  /** Confirms a payment to the customer, with the PDF. */
  email: z.optional(z.nullable(EmailInput)),
})
export type PaymentInput = z.infer<typeof PaymentInput>

const change = {
  surface: 'x',
  ability: 'invoices.manage',
  params: idParams,
  response: z.object({ data: InvoiceDetails }),
} as const

export const recordPayment = endpoint({
  ...change,
  record: 'invoices',
  method: 'POST',
  path: '/api/x/invoices/:id/payments',
  text: 'records a payment of a sent or overdue invoice: `{"amount", "paid_on", "method", "reference"}`, 201 with the invoice; with an `email` like that of an invoice, the customer gets a receipt; with `"kind": "refund"`, a refund of what was paid too much (its `amount` is above 0 here and below 0 in `payments`); with `"overpays": true`, more than is due, also of a paid or credited invoice; 409 for another status or without anything to refund, 422 for more than is due or to be refunded',
  needsVersion: true,
  isIdempotent: true,
  body: PaymentInput,
  status: 201,
})

export const deletePayment = endpoint({
  ...change,
  record: 'invoice_payments',
  method: 'DELETE',
  path: '/api/x/payments/:id',
  text: 'deletes a payment or refund that was recorded by mistake, and answers with the invoice, whose version it takes; 409 for a payment without which a refunded invoice would be due',
  needsVersion: true,
  isIdempotent: true,
})
