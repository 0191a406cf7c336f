import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { InvoiceDetails, paymentMethods } from './invoices.ts'
import { idParams } from './surface.ts'

/** How many payments one invoice has, and how long a reference is. */
export const longestPayments = { payments: 100, reference: 200 } as const

export const PaymentInput = z.object({
  /** At most what is due. */
  amount: z
    .number('Enter an amount')
    .check(z.gte(-1e15, 'Enter an amount'), z.lte(1e15, 'This amount is too large')),
  paid_on: z
    .string('paid_on must be a date (YYYY-MM-DD)')
    .check(z.iso.date('paid_on must be a date (YYYY-MM-DD)')),
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
})
export type PaymentInput = z.infer<typeof PaymentInput>

const change = {
  surface: 'x',
  ability: 'invoices.manage',
  params: idParams,
  response: z.object({ data: InvoiceDetails }),
} as const

/**
 * Records what was paid of a sent or overdue invoice; `If-Match` names the version of the invoice. 409 for another status,
 * 422 for more than is due. What settles the invoice makes it paid. CHOICE 0111.
 */
export const recordPayment = endpoint({
  ...change,
  record: 'invoices',
  method: 'POST',
  path: '/api/x/invoices/:id/payments',
  body: PaymentInput,
  status: 201,
})

/** Deletes a payment that was recorded by mistake; the rest as above. A paid invoice is due again. */
export const deletePayment = endpoint({
  ...change,
  record: 'invoice_payments',
  method: 'DELETE',
  path: '/api/x/payments/:id',
})
