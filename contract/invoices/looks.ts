import * as z from 'zod/mini'

/** The look of invoices: layout, color, logo, language and texts. */

export const invoiceLayouts = ['classic', 'modern', 'compact'] as const
export const logoPositions = ['left', 'center', 'right'] as const
export const invoiceLanguages = ['en', 'de', 'fr', 'es', 'nl'] as const
export type InvoiceLanguage = (typeof invoiceLanguages)[number]

/** One of the languages; null, or not given, where none is chosen. */
export const LanguageChoice = z.optional(
  z.nullable(z.enum(invoiceLanguages, `language must be one of ${invoiceLanguages.join(', ')}`)),
)

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

/** The look of one document: that of a template, in the language of the customer and the region of the sender. */
export const DocumentLook = z.extend(InvoiceLook, {
  /** The sender’s country, such as `CH`: days and amounts are written as there, if the language is spoken there. */
  region: z.optional(z.string()),
  /** What the tax is called where the sender is, if that isn’t the usual word of the language: `VAT`. */
  tax_name: z.optional(z.string()),
})
export type DocumentLook = z.infer<typeof DocumentLook>

const usualLocales: Readonly<Record<InvoiceLanguage, string>> = {
  en: 'en-US',
  de: 'de-DE',
  fr: 'fr-FR',
  es: 'es-ES',
  nl: 'nl-NL',
}

const regions: Readonly<Record<InvoiceLanguage, readonly string[]>> = {
  en: ['US', 'GB', 'IE', 'CA', 'AU', 'NZ', 'IN', 'ZA', 'SG'],
  de: ['DE', 'AT', 'CH', 'LI', 'LU'],
  fr: ['FR', 'BE', 'CA', 'CH', 'LU'],
  es: ['ES', 'AR', 'CL', 'CO', 'CR', 'DO', 'EC', 'GT', 'MX', 'PE', 'PR', 'UY', 'VE'],
  nl: ['NL', 'BE'],
}

/** How a document writes days and amounts, such as `de-CH`. */
export function localeOf({ language, region }: Pick<DocumentLook, 'language' | 'region'>): string {
  if (region === undefined) return usualLocales[language]
  if (regions[language].includes(region)) return `${language}-${region}`
  // English elsewhere begins with the day.
  return language === 'en' ? 'en-GB' : usualLocales[language]
}

/** The look of invoices without a template. */
export const standardLook: InvoiceLook = {
  layout: 'classic',
  color: '#111827',
  logo_position: 'left',
  language: 'en',
  intro: '',
  closing: '',
}
