import * as z from 'zod/mini'

import { isCurrency } from '../values/currencies.ts'
import { dayOrNull } from '../values/days.ts'
import { line } from '../values/texts.ts'
import { endpoint } from '../wire/endpoint.ts'
import { idParams } from '../wire/surface.ts'
import { exemptionCategories } from './exemptions.ts'
import { InvoiceDetails } from './invoices.ts'
import { longestInvoice } from './limits.ts'

const readable = (text: string, most: number) =>
  z
    .string(`${text} must be a text`)
    .check(
      z.trim(),
      z.maxLength(most, `Use at most ${most.toLocaleString('en-US')} characters`),
      z.regex(/^[\P{Cc}\t\n\r]*$/u, 'Remove hidden characters'),
    )

const number = (text: string, low: number, high: number) =>
  z.number(text).check(z.gte(low, text), z.lte(high, text))

const percentage = (name: string) => number(`${name} must be between 0 and 100`, 0, 100)

export const DraftLine = z.object(
  {
    description: readable('description', longestInvoice.description),
    quantity: number('Enter a quantity between 0 and 1,000,000', 0, 1_000_000),
    unit_price: number('Enter a price', -1e12, 1e12),
    /** Percent that is taken off the line. */
    discount: percentage('discount'),
    /** Percent. */
    tax_rate: percentage('tax_rate'),
  },
  'A line must be an object',
)
export type DraftLine = z.infer<typeof DraftLine>

/** Everything about a draft. It may be incomplete: it is checked when it is sent. */
export const InvoiceInput = z.object({
  customer_id: z
    .int('Choose a customer')
    .check(z.gte(1, 'Choose a customer'), z.lte(Number.MAX_SAFE_INTEGER, 'Choose a customer')),
  /** One in use; what is stored may be in others. */
  currency: z.string('Choose a currency').check(
    z.regex(/^[A-Z]{3}$/, {
      error: 'currency must be three capital letters, such as EUR',
      abort: true,
    }),
    z.refine(isCurrency, 'Choose a currency that is in use'),
  ),
  /** Days after the invoice date; null where `due_date` was chosen. */
  payment_days: z.nullable(
    z
      .int('payment_days must be a whole number of days or null')
      .check(
        z.gte(0, `payment_days must be between 0 and ${longestInvoice.paymentDays}`),
        z.lte(longestInvoice.paymentDays, `payment_days must be between 0 and ${longestInvoice.paymentDays}`),
      ),
  ),
  /** YYYY-MM-DD; null where `payment_days` says it. */
  due_date: dayOrNull('due_date'),
  notes: readable('notes', longestInvoice.notes),
  line_items: z
    .array(DraftLine, 'line_items must be a list')
    .check(z.maxLength(longestInvoice.lines, `Use at most ${longestInvoice.lines} lines`)),
})
export type InvoiceInput = z.infer<typeof InvoiceInput>

/** What an invoice says beside its content. What isn’t given stays as it is, or is empty for a new one. */
export const DraftInput = z.extend(InvoiceInput, {
  /** What the customer calls it, such as a purchase order. */
  reference: z.optional(line('reference', longestInvoice.reference)),
  /** YYYY-MM-DD: the day of delivery, or the first one of a period. */
  delivered_from: z.optional(dayOrNull('delivered_from')),
  /** The last day of the period. */
  delivered_to: z.optional(dayOrNull('delivered_to')),
  /** Why lines at 0% aren’t taxed. */
  exemption: z.optional(z.nullable(z.enum(exemptionCategories, 'Choose a reason from the list'))),
  /** The reason in words; those of the category unless given. */
  exemption_reason: z.optional(readable('exemption_reason', longestInvoice.exemptionReason)),
})
export type DraftInput = z.infer<typeof DraftInput>

const one = { surface: 'x', record: 'invoices', ability: 'invoices.manage' } as const

export const createDraft = endpoint({
  surface: 'x',
  method: 'POST',
  path: '/api/x/invoices',
  text: 'creates a draft: `customer_id`, `currency`, `payment_days` or `due_date`, `notes`, `line_items` with `description`, `quantity`, `unit_price`, `discount` and `tax_rate` in percent; also `reference`, `delivered_from` and `delivered_to` (days), `exemption` (why lines at 0% aren’t taxed: `Z`, `E`, `AE`, `K`, `G`, `O` of UNCL5305) and `exemption_reason`, which stay as they are where they aren’t given',
  isIdempotent: true,
  ability: 'invoices.manage',
  body: DraftInput,
  status: 201,
  response: z.object({ data: InvoiceDetails }),
})

export const updateDraft = endpoint({
  ...one,
  method: 'PUT',
  path: '/api/x/invoices/:id',
  text: 'replaces a draft; 409 unless it’s a draft',
  needsVersion: true,
  isIdempotent: true,
  params: idParams,
  body: DraftInput,
  response: z.object({ data: InvoiceDetails }),
})

export const deleteDraft = endpoint({
  ...one,
  method: 'DELETE',
  path: '/api/x/invoices/:id',
  text: 'deletes a draft; 409 unless it’s a draft',
  needsVersion: true,
  params: idParams,
  status: 204,
  response: z.undefined(),
})

export const duplicateInvoice = endpoint({
  ...one,
  method: 'POST',
  path: '/api/x/invoices/:id/duplicate',
  text: 'a new draft with the customer, lines, terms and notes of any invoice',
  isIdempotent: true,
  params: idParams,
  status: 201,
  response: z.object({ data: InvoiceDetails }),
})
