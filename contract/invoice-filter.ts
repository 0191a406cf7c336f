import * as z from 'zod/mini'

export const invoiceStatuses = ['draft', 'sent', 'paid', 'overdue'] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]

/** Sorts of the invoice list; a leading `-` turns it round. CHOICE 0024. */
export const invoiceSorts = [
  'id',
  '-id',
  'due_date',
  '-due_date',
  'created_at',
  '-created_at',
  'total_amount',
  '-total_amount',
  'invoice_number',
  '-invoice_number',
  'customer_name',
  '-customer_name',
] as const
export type InvoiceSort = (typeof invoiceSorts)[number]

export const invoiceFilter = {
  status: z.optional(z.enum(invoiceStatuses, `status must be one of ${invoiceStatuses.join(', ')}`)),
  customer_id: z.optional(
    z.pipe(
      z
        .string('customer_id must be a customer id')
        .check(z.regex(/^[1-9][0-9]{0,14}$/, 'customer_id must be a customer id')),
      z.transform((text: string) => Number(text)),
    ),
  ),
  /** In number, customer name and email. */
  search: z.optional(
    z
      .string('search must be given once')
      .check(
        z.maxLength(200, 'search must be at most 200 characters'),
        z.regex(/^[^\0]*$/, 'search must not contain NUL characters'),
      ),
  ),
  due_from: z.optional(z.iso.date('due_from must be a date, YYYY-MM-DD')),
  due_to: z.optional(z.iso.date('due_to must be a date, YYYY-MM-DD')),
}
