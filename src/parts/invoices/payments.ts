import type { Invoice, InvoiceDetails } from '#contract/invoices/invoices.ts'

/** An invoice whose payments are known; a row of the list doesn’t know them. */
export type InvoiceWithPayments = Invoice &
  Pick<InvoiceDetails, 'version' | 'payments' | 'amount_paid' | 'amount_due' | 'amount_to_refund'>

/** Whether the payments are known: not for a row of the list, and not on a service that keeps none. */
export const hasPayments = (invoice: Invoice): invoice is InvoiceWithPayments =>
  invoice.payments !== undefined && invoice.amount_due !== undefined && invoice.amount_paid !== undefined
