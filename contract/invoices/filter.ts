import * as z from 'zod/mini'

import { bothWays, dayFilter, textFilter } from '../wire/list-query.ts'

/** The specification’s four, `void` for what staff withdrew and `credited` for what credit notes settle. */
export const invoiceStatuses = ['draft', 'sent', 'paid', 'overdue', 'void', 'credited'] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]

/**
 * `outstanding` is sent or overdue: what somebody still has to pay. `refundable` is in whatever status, with something to
 * refund.
 */
export const invoiceStatusFilters = [...invoiceStatuses, 'outstanding', 'refundable'] as const
export type InvoiceStatusFilter = (typeof invoiceStatusFilters)[number]

/** Returns whether an invoice of that status is what a filter by status asks for; no status says what is refundable. */
export const hasStatus = (status: string, filter: InvoiceStatusFilter): boolean =>
  filter === 'outstanding' ? status === 'sent' || status === 'overdue' : status === filter

/** Sorts of the invoice list; a leading `-` reverses the order. */
export const invoiceSorts = bothWays([
  'id',
  'due_date',
  'created_at',
  'total_amount',
  'invoice_number',
  'customer_name',
])
export type InvoiceSort = (typeof invoiceSorts)[number]

const amount = (name: string) =>
  z.optional(
    z.pipe(
      z
        .string(`${name} must be an amount, such as 120.50`)
        .check(z.regex(/^-?\d{1,15}(\.\d{1,8})?$/, `${name} must be an amount, such as 120.50`)),
      z.pipe(
        z.transform((text: string) => Number(text)),
        z.number(),
      ),
    ),
  )

/** Filters of invoices, all combined. */
export const invoiceFilter = {
  status: z.optional(
    z.enum(invoiceStatusFilters, `status must be one of ${invoiceStatusFilters.join(', ')}`),
  ),
  customer_id: z.optional(
    z.pipe(
      z
        .string('customer_id must be a customer id')
        .check(z.regex(/^[1-9][0-9]{0,14}$/, 'customer_id must be a customer id')),
      z.pipe(
        z.transform((text: string) => Number(text)),
        z.int().check(z.gte(1)),
      ),
    ),
  ),
  /** In number, customer name and email. */
  search: textFilter('search', 200),
  due_from: dayFilter('due_from'),
  due_to: dayFilter('due_to'),
  /** When it was issued, by the days of the account's time zone. */
  created_from: dayFilter('created_from'),
  created_to: dayFilter('created_to'),
  /** With a payment of those days. */
  paid_from: dayFilter('paid_from'),
  paid_to: dayFilter('paid_to'),
  currency: z.optional(
    z
      .string('currency must be given once')
      .check(z.regex(/^[A-Z]{3}$/, 'currency must be three capital letters, such as EUR')),
  ),
  /** Decimals, whatever the currency; both bounds are included. */
  amount_from: amount('amount_from'),
  amount_to: amount('amount_to'),
}
