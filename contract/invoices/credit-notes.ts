import * as z from 'zod/mini'

import { endpoint } from '../wire/endpoint.ts'
import { idFilter, sortBy, textFilter } from '../wire/list-query.ts'
import { creditNoteSorts } from '../wire/list-sorts.ts'
import { Datetime, MetaB, idParams, pageB } from '../wire/surface.ts'
import { BilledTo, DocumentSender } from './document-sender.ts'
import { EmailInput, InvoiceEmail } from './emails.ts'
import { CreditNoteSummary, InvoiceSaid } from './invoices.ts'
import { longestInvoice } from './limits.ts'
import { DocumentLook } from './looks.ts'

/** How many credit notes one invoice has, and how long a reason is. */
export const longestCredit = { notes: 100, reason: 500 } as const

const quantity = 'Enter a quantity above 0'

/** Which lines of the invoice are credited, and how much of each. */
export const CreditNoteInput = z.object({
  reason: z
    .string('Enter a reason')
    .check(
      z.trim(),
      z.minLength(1, 'Enter a reason'),
      z.maxLength(longestCredit.reason, `Use at most ${longestCredit.reason} characters`),
      z.regex(/^[\P{Cc}\t\n\r]*$/u, 'Remove hidden characters'),
    ),
  line_items: z
    .array(
      z.object({
        /** The invoice’s line. */
        id: z.int('id must be the id of a line'),
        quantity: z.number(quantity).check(z.gt(0, quantity), z.lte(1_000_000, quantity)),
      }),
      'line_items must be a list',
    )
    .check(
      z.minLength(1, 'Credit at least one line'),
      z.maxLength(longestInvoice.lines, `Credit at most ${longestInvoice.lines} lines`),
    ),
})
export type CreditNoteInput = z.infer<typeof CreditNoteInput>

/** A credit note. Amounts are decimals of `currency`, and positive: they are what is taken off. */
export const CreditNote = z.extend(CreditNoteSummary, {
  invoice_id: z.int(),
  invoice_number: z.string(),
  customer_id: z.int(),
  customer_name: z.string(),
  customer_email: z.string(),
  currency: z.string(),
  /** Who issued it, as the company was then. */
  sender: z.optional(DocumentSender),
  /** The day that its invoice states, YYYY-MM-DD. */
  invoice_issued_on: z.optional(z.string()),
  /** The business its invoice is for, and what that says. */
  billed_to: z.optional(BilledTo),
  ...z.partial(InvoiceSaid).shape,
  /** That of its invoice, when it was issued. */
  look: z.optional(DocumentLook),
  created_at: Datetime,
  line_items: z.array(
    z.object({
      id: z.int(),
      /** The invoice’s line. */
      invoice_line_id: z.int(),
      description: z.string(),
      quantity: z.number(),
      unit_price: z.number(),
      total: z.number(),
      kind: z.enum(['item', 'tax']),
      discount: z.number(),
      tax_rate: z.nullable(z.number()),
    }),
  ),
})
export type CreditNote = z.infer<typeof CreditNote>

/** A credit note as the list shows it. Amounts are decimals of `currency`, and positive. */
export const CreditNoteRow = z.pick(CreditNote, {
  id: true,
  credit_number: true,
  reason: true,
  total_amount: true,
  currency: true,
  created_at: true,
  issued_on: true,
  invoice_id: true,
  invoice_number: true,
  customer_id: true,
  customer_name: true,
})
export type CreditNoteRow = z.infer<typeof CreditNoteRow>

export const listCreditNotes = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/credit-notes',
  text: 'credit notes, the newest first: `search`, `customer_id`, `sort` (`id`, `customer_name`, `issued_on`, `total_amount`, each with `-` for the reverse), `page`, `limit`',
  query: z.object({
    ...pageB,
    search: textFilter('search', 200),
    customer_id: idFilter('customer_id', 'customer'),
    /** The newest first unless given. */
    sort: sortBy(creditNoteSorts),
  }),
  response: z.object({ data: z.array(CreditNoteRow), meta: MetaB, timestamp: Datetime }),
})

export const issueCreditNote = endpoint({
  surface: 'x',
  method: 'POST',
  path: '/api/x/invoices/:id/credit-notes',
  text: 'issues a credit note of a sent, overdue or paid invoice, whose version it takes: `{"reason", "line_items": [{"id", "quantity"}]}` with the ids of the invoice’s lines, 201 with the credit note, which can’t be changed; 409 for another status, 422 for more than is left to credit',
  needsVersion: true,
  isIdempotent: true,
  record: 'invoices',
  ability: 'invoices.manage',
  params: idParams,
  body: CreditNoteInput,
  status: 201,
  response: z.object({ data: CreditNote }),
})

const one = { surface: 'x', record: 'credit_notes', params: idParams } as const

export const showCreditNote = endpoint({
  ...one,
  method: 'GET',
  path: '/api/x/credit-notes/:id',
  text: 'one credit note with `issued_on`, its lines, its `sender` and the `billed_to` of its invoice',
  response: z.object({ data: CreditNote }),
})

export const showCreditNotePdf = endpoint({
  ...one,
  method: 'GET',
  path: '/api/x/credit-notes/:id/pdf',
  text: 'the PDF that was stored when it was issued',
  response: z.undefined(),
})

export const emailCreditNote = endpoint({
  ...one,
  method: 'POST',
  path: '/api/x/credit-notes/:id/emails',
  text: 'emails a credit note with its PDF: `{"to", "subject", "message"}`; listed with the emails of its invoice',
  isIdempotent: true,
  ability: 'invoices.manage',
  body: EmailInput,
  status: 201,
  response: z.object({ data: InvoiceEmail }),
})
