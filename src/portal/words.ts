import { invoiceLanguages } from '#contract/invoices/looks.ts'
import { type WrittenWords, wordsOf } from '#contract/invoices/translations.ts'
import type { PortalSession } from '#contract/portal/portal.ts'
import { type CustomerText, messageIn, translated } from '#contract/translations/translations.ts'
import { setFormatLocale } from '#lib/locale.ts'

type Speech = Pick<PortalSession, 'language' | 'locale' | 'tax_name'>

let spoken: Omit<Speech, 'locale'> = { language: 'en' }

/** The first language of a browser that the portal speaks. */
export function speechOf(tags: readonly string[]): Speech {
  for (const locale of tags) {
    const found = invoiceLanguages.find((one) => locale.toLowerCase().split('-')[0] === one)
    if (found) return { language: found, locale }
  }
  return { language: 'en', locale: 'en-GB' }
}

/** From now on the portal is in that language. */
export function speak(customer: Speech): void {
  spoken = customer
  document.documentElement.lang = customer.language
  setFormatLocale(customer.locale)
}

/** A text of the portal in the customer’s language, with its `{placeholders}` filled. */
export const say = (text: CustomerText, values?: Readonly<Record<string, string>>): string =>
  translated(spoken.language, text, values)

/** A message of the service in the customer’s language. */
export const asSaid = (message: string): string => messageIn(spoken.language, message)

/** The words of invoices in the customer’s language. */
export const invoiceWords = (): WrittenWords => wordsOf(spoken)
