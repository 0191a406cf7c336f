import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { InvoiceDetails, paymentMethods } from './invoices.ts'
import { idParams } from './surface.ts'

const response = z.object({ data: InvoiceDetails })
const one = {
  surface: 'x',
  method: 'POST',
  record: 'invoices',
  ability: 'invoices.manage',
  params: idParams,
  response,
} as const

/**
 * Sends a draft: it gets a number and becomes immutable. `If-Match` names the version that was read. Nothing is emailed. 409
 * unless it’s a draft, 422 if it’s incomplete. CHOICE 0105.
 */
export const sendInvoice = endpoint({ ...one, path: '/api/x/invoices/:id/send' })

/** A payment of the whole amount. `paid_on` is today or an earlier day, YYYY-MM-DD. */
export const PaymentInput = z.object({
  paid_on: z
    .string('paid_on must be a date (YYYY-MM-DD)')
    .check(z.iso.date('paid_on must be a date (YYYY-MM-DD)')),
  method: z.enum(paymentMethods, `method must be one of ${paymentMethods.join(', ')}`),
})
export type PaymentInput = z.infer<typeof PaymentInput>

/** Marks a sent or overdue invoice as paid in full. 409 otherwise. */
export const payInvoice = endpoint({ ...one, path: '/api/x/invoices/:id/payment', body: PaymentInput })

/** Withdraws a sent or overdue invoice; its number stays used. 409 otherwise. */
export const voidInvoice = endpoint({ ...one, path: '/api/x/invoices/:id/void' })
