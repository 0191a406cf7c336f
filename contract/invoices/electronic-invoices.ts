import * as z from 'zod/mini'

import { endpoint } from '../wire/endpoint.ts'
import { idParams } from '../wire/surface.ts'

/** The formats of an electronic document: the file within its PDF, and those that are downloaded. */
export const electronicFormats = ['factur-x', 'xrechnung', 'peppol'] as const
export type ElectronicFormat = (typeof electronicFormats)[number]

/** Something that a document lacks to be electronic. */
export const Missing = z.object({
  where: z.enum(['company', 'customer', 'invoice']),
  field: z.string(),
  /** A sentence that says what to do. */
  message: z.string(),
})
export type Missing = z.infer<typeof Missing>

/** What a document lacks in each format. */
export const Electronic = z.object({
  formats: z.array(z.object({ format: z.enum(electronicFormats), missing: z.array(Missing) })),
})
export type Electronic = z.infer<typeof Electronic>

const base = { surface: 'x', method: 'GET', params: idParams } as const
const query = z.object({
  /** `xrechnung` unless given. */
  format: z.optional(z.enum(['xrechnung', 'peppol'], 'format must be one of xrechnung, peppol')),
})
const check = { ...base, response: z.object({ data: Electronic }) } as const
const file = { ...base, query, response: z.undefined() } as const

export const showElectronicInvoice = endpoint({
  ...check,
  path: '/api/x/invoices/:id/electronic',
  text: 'what the invoice lacks to be electronic by EN 16931, for each of `factur-x` (within its PDF), `xrechnung` and `peppol`: `where` (`company`, `customer`, `invoice`), `field` and a `message`',
  record: 'invoices',
})

export const downloadElectronicInvoice = endpoint({
  ...file,
  path: '/api/x/invoices/:id/xml',
  text: 'the invoice as XRechnung (CII), or with `format=peppol` as Peppol BIS Billing 3 (UBL); 409 unless it’s sent and lacks nothing',
  record: 'invoices',
})

export const showElectronicCreditNote = endpoint({
  ...check,
  path: '/api/x/credit-notes/:id/electronic',
  text: 'what the credit note lacks to be electronic, as for an invoice',
  record: 'credit_notes',
})

export const downloadElectronicCreditNote = endpoint({
  ...file,
  path: '/api/x/credit-notes/:id/xml',
  text: 'the credit note as XRechnung or Peppol BIS Billing 3, as for an invoice',
  record: 'credit_notes',
})
