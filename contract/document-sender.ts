import * as z from 'zod/mini'

/** An image below the origin of the service. */
export const Logo = z.object({
  path: z.string(),
  /** In pixels. */
  width: z.int(),
  height: z.int(),
})

/**
 * The business that an invoice is for, as that says it: as the customer was when it was sent, or is now for a draft. Empty
 * where nothing is known, and on invoices that were sent before they said it.
 */
export const BilledTo = z.object({
  company: z.string(),
  /** One line below the other. */
  address: z.string(),
})
export type BilledTo = z.infer<typeof BilledTo>

/** Who sends a document, as that says it: as the company was when the document was sent, or is now for a draft. */
export const DocumentSender = z.object({
  name: z.string(),
  address: z.string(),
  tax_number: z.string(),
  bank_details: z.string(),
  invoice_footer: z.string(),
  time_zone: z.string(),
  logo: z.nullable(Logo),
})
export type DocumentSender = z.infer<typeof DocumentSender>
