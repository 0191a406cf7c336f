import * as z from 'zod/mini'

/** The look of invoices: layout, color, logo, language and texts. */

export const invoiceLayouts = ['classic', 'modern', 'compact'] as const
export const logoPositions = ['left', 'center', 'right'] as const
export const invoiceLanguages = ['en', 'de', 'fr', 'es', 'nl'] as const
export type InvoiceLanguage = (typeof invoiceLanguages)[number]

export const InvoiceLook = z.object({
  layout: z.enum(invoiceLayouts),
  /** Of headings and rules, as `#rrggbb`. */
  color: z.string(),
  logo_position: z.enum(logoPositions),
  language: z.enum(invoiceLanguages),
  /** Above the lines. */
  intro: z.string(),
  /** Below the total. */
  closing: z.string(),
})
export type InvoiceLook = z.infer<typeof InvoiceLook>

/** The look of invoices without a template. */
export const standardLook: InvoiceLook = {
  layout: 'classic',
  color: '#111827',
  logo_position: 'left',
  language: 'en',
  intro: '',
  closing: '',
}
