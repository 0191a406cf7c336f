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

/**
 * Records what was paid of a sent or overdue invoice, or a refund of what was paid too much; `If-Match` names the version of
 * the invoice. 409 for another status, 422 for more than is due, unless `overpays` is true, and for more than is to be
 * refunded. What settles the invoice makes it paid.
 */
export const recordPayment = endpoint({
  ...change,
  record: 'invoices',
  method: 'POST',
  path: '/api/x/invoices/:id/payments',
  body: PaymentInput,
  status: 201,
})

/**
 * Deletes a payment or refund that was recorded by mistake; the rest as above. A paid invoice is due again; 409 where it has
 * a refund then.
 */
export const deletePayment = endpoint({
  ...change,
  record: 'invoice_payments',
  method: 'DELETE',
  path: '/api/x/payments/:id',
})
