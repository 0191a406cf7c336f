import * as z from 'zod/mini'

/** An image below the origin of the service. */
export const Logo = z.object({
  path: z.string(),
  /** In pixels. */
  width: z.int(),
  height: z.int(),
})

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
