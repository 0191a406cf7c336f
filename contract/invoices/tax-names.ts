import type { InvoiceLanguage } from './looks.ts'

/** What the tax on sales is called in a language, by the country of the sender: ISO 3166-1. */
export const taxNames: Readonly<Record<InvoiceLanguage, Readonly<Record<string, string>>>> = {
  en: {
    VAT: `AE AT BE BG BH CH CY CZ DE DK EE EG ES FI FR GB GR HR HU IE IL IM IS IT KE LI LT LU LV MT NG NL NO OM PL PT RO SA
      SE SI SK TH TR UA ZA`,
    GST: 'AU IN NZ SG',
    'GST/HST': 'CA',
    'Sales tax': 'US',
    'Consumption tax': 'JP',
  },
  de: { 'MwSt.': 'CH LI LU', Steuer: 'US' },
  fr: { 'TPS/TVH': 'CA', Taxe: 'US' },
  es: { IGV: 'PE', ITBIS: 'DO', IVU: 'PR', ISV: 'HN', Impuesto: 'US' },
  nl: { Belasting: 'US' },
}

/** Returns what a sender in that country calls the tax on sales in that language; undefined for the usual word of the language. */
export const taxNameIn = (language: InvoiceLanguage, country: string): string | undefined =>
  Object.entries(taxNames[language]).find(([, countries]) => countries.split(/\s+/).includes(country))?.[0]
