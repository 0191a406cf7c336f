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

/** What the invoice lacks to be an electronic one by EN 16931. A draft says what it would lack. */
export const showElectronicInvoice = endpoint({
  ...check,
  path: '/api/x/invoices/:id/electronic',
  record: 'invoices',
})

/** The invoice as XRechnung (CII) or Peppol BIS Billing 3 (UBL). 409 unless it’s sent and lacks nothing. */
export const downloadElectronicInvoice = endpoint({
  ...file,
  path: '/api/x/invoices/:id/xml',
  record: 'invoices',
})

/** What the credit note lacks, in the same way. */
export const showElectronicCreditNote = endpoint({
  ...check,
  path: '/api/x/credit-notes/:id/electronic',
  record: 'credit_notes',
})

/** The credit note as XRechnung or Peppol BIS Billing 3. */
export const downloadElectronicCreditNote = endpoint({
  ...file,
  path: '/api/x/credit-notes/:id/xml',
  record: 'credit_notes',
})
