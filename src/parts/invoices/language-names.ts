import type { InvoiceLanguage } from '#contract/invoices/looks.ts'

/** What the languages of documents are called. */
export const languageNames: Readonly<Record<InvoiceLanguage, string>> = {
  en: 'English',
  de: 'German',
  fr: 'French',
  es: 'Spanish',
  nl: 'Dutch',
}
