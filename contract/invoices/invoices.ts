import * as z from 'zod/mini'

import { endpoint } from '../wire/endpoint.ts'
import { sortBy } from '../wire/list-query.ts'
import { Datetime, MetaB, idParams, pageB } from '../wire/surface.ts'
import { BilledTo, DocumentSender } from './document-sender.ts'
import { exemptionCategories } from './exemptions.ts'
import { invoiceFilter, invoiceSorts, invoiceStatuses } from './filter.ts'
import { DocumentLook } from './looks.ts'

/** How a customer paid. */
export const paymentMethods = ['bank_transfer', 'card', 'cash', 'check', 'other'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** A refund gives back what a customer paid too much. */
export const paymentKinds = ['payment', 'refund'] as const
export type PaymentKind = (typeof paymentKinds)[number]

/** A payment or refund of an invoice, as a decimal of its currency. */
export const Payment = z.object({
  id: z.int(),
  kind: z.enum(paymentKinds),
  /** Below 0 for a refund. */
  amount: z.number(),
  /** YYYY-MM-DD */
  paid_on: z.string(),
  /** Null for what was paid before payments were kept. */
  method: z.nullable(z.enum(paymentMethods)),
  reference: z.string(),
  /** Who recorded it; null where that isn’t known. */
  recorded_by: z.nullable(z.string()),
  created_at: Datetime,
})
export type Payment = z.infer<typeof Payment>

/** A credit note as its invoice lists it; the amount is a decimal of the invoice’s currency. */
export const CreditNoteSummary = z.object({
  id: z.int(),
  credit_number: z.string(),
  reason: z.string(),
  total_amount: z.number(),
  /** When it was issued. */
  created_at: Datetime,
  /** The day of that where the company was then, YYYY-MM-DD. */
  issued_on: z.string(),
  issued_by: z.string(),
})
export type CreditNoteSummary = z.infer<typeof CreditNoteSummary>

const lineDetails = z.object({
  /** Tax is a line of its own, one for each rate, made when the invoice is saved. */
  kind: z.enum(['item', 'tax']),
  /** Percent that is taken off the line. */
  discount: z.number(),
  /** Percent; null for lines that were not written here. */
  tax_rate: z.nullable(z.number()),
  /** The credited amount of this line. */
  quantity_credited: z.number(),
  amount_credited: z.number(),
})

/** A line of an invoice. `unit_price` and `total` are decimals of the invoice’s currency. */
export const LineItem = z.looseObject({
  id: z.int(),
  description: z.string(),
  quantity: z.number(),
  unit_price: z.number(),
  total: z.number(),
  // Surface X alone.
  ...z.partial(lineDetails).shape,
})
export type LineItem = z.infer<typeof LineItem>

/** What an invoice, and each of its credit notes, says beside its content. */
export const InvoiceSaid = z.object({
  /** What the customer calls it, such as a purchase order; empty for what `billed_to` says. */
  reference: z.string(),
  /** YYYY-MM-DD: the day of delivery, or the first one of a period; null where nothing is said. */
  delivered_from: z.nullable(z.string()),
  /** The last day of the period. */
  delivered_to: z.nullable(z.string()),
  /** Why lines at 0% aren’t taxed. */
  exemption: z.nullable(z.enum(exemptionCategories)),
  /** The reason in words; empty for those of the category. */
  exemption_reason: z.string(),
})
export type InvoiceSaid = z.infer<typeof InvoiceSaid>

const details = z.object({
  /** Days after the invoice date that it is due; null if the due date was chosen. */
  payment_days: z.nullable(z.int()),
  /** The day that its PDF states, YYYY-MM-DD: where the company was when it was sent; null for a draft. */
  issued_on: z.nullable(z.string()),
  /** When the customer has opened it in the portal for the first time; null until then. */
  viewed_at: z.nullable(Datetime),
  /** Text below the lines, for the customer. */
  notes: z.string(),
  /** Counts the changes; `If-Match` names it. */
  version: z.int(),
  /** Less what was refunded. */
  amount_paid: z.number(),
  /** The total of credit notes. */
  amount_credited: z.number(),
  /** The amount to refund: overpaid after credit notes and not refunded yet. */
  amount_to_refund: z.number(),
  /** The amount due; 0 unless it’s sent or overdue. */
  amount_due: z.number(),
  /**
   * The text of a QR code that fills in the transfer of what is due in a banking app (EPC069-12, or of a Swiss QR bill); null where it
   * can’t be paid so.
   */
  payment_code: z.nullable(z.string()),
  /** In the order of their days. */
  payments: z.array(Payment),
  /** In the order of their numbers. */
  credit_notes: z.array(CreditNoteSummary),
  /** Who sent it, as the company was then; for a draft, as it is now. */
  sender: DocumentSender,
  /** The business it is for. */
  billed_to: BilledTo,
  ...InvoiceSaid.shape,
  /** Its look: as it was sent; for a draft, by its current template. */
  look: DocumentLook,
})

/** An invoice. Amounts are decimals of `currency`; inside the service they are whole minor units. */
export const Invoice = z.looseObject({
  id: z.int(),
  invoice_number: z.string(),
  customer_id: z.int(),
  customer_name: z.string(),
  customer_email: z.string(),
  status: z.string(),
  total_amount: z.number(),
  currency: z.string(),
  /** YYYY-MM-DD */
  due_date: z.string(),
  created_at: Datetime,
  updated_at: Datetime,
  line_items: z.array(LineItem),
  // Surface X alone.
  ...z.partial(details).shape,
})
export type Invoice = z.infer<typeof Invoice>

/** One page of invoices with their lines, the newest first unless sorted. */
export const listInvoices = endpoint({
  surface: 'b',
  method: 'GET',
  path: '/api/invoices',
  query: z.object({
    ...pageB,
    ...invoiceFilter,
    sort: sortBy(invoiceSorts),
  }),
  response: z.object({ data: z.array(Invoice), meta: MetaB, timestamp: Datetime }),
})

/** An invoice with what Surface B doesn't show of it. */
export const InvoiceDetails = z.extend(Invoice, {
  ...details.shape,
  line_items: z.array(z.extend(LineItem, lineDetails.shape)),
})
export type InvoiceDetails = z.infer<typeof InvoiceDetails>

export const showInvoice = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/invoices/:id',
  text: 'one invoice, with its version (`ETag`), `issued_on` (the day of its PDF, where the company was then; null for a draft), `sender` (the company as it was when it was sent), `billed_to` (the customer’s company, address and billing details as they were then; a draft has those of now), terms, notes, payments, credit notes, `amount_paid`, `amount_credited`, `amount_to_refund`, `amount_due`, `payment_code` (the text of a QR code that fills in the transfer of what is due, by EPC069-12 or of a Swiss QR bill; null for none), `look` (from the invoice template, in the language of the customer and the `region` of the company, with the `tax_name` there if it isn’t the usual word of the language; a sent invoice keeps the one it was sent with), and each line’s kind, discount, tax rate and what of it is credited',
  record: 'invoices',
  params: idParams,
  response: z.object({ data: Invoice }),
})

/**
 * Totals are of the whole filter, `status` apart: `by_status` is what the tabs say. Without a status, `by_currency` leaves out
 * drafts and void invoices. `open_amount` is what is still due.
 */
export const InvoiceTotals = z.object({
  by_status: z.array(z.object({ status: z.enum(invoiceStatuses), count: z.int() })),
  /** How many of them have something to refund; `status` ignored as well. */
  refundable_count: z.int(),
  by_currency: z.array(
    z.object({
      currency: z.string(),
      count: z.int(),
      total_amount: z.number(),
      open_amount: z.number(),
      /** The amount to refund. */
      refund_amount: z.number(),
      /** Payments on the days of the filter, less refunds; absent unless it names some. */
      paid_amount: z.optional(z.number()),
    }),
  ),
})
export type InvoiceTotals = z.infer<typeof InvoiceTotals>

export const showInvoiceTotals = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/invoice-totals',
  text: 'counts by status and sums by currency, of the invoice list’s filters; the counts ignore the status; without a status, the sums leave out drafts and void invoices; `refundable_count` and `refund_amount` are what is to be refunded, which `status=refundable` finds in lists and files',
  query: z.object(invoiceFilter),
  response: z.object({ data: InvoiceTotals }),
})
