import { type InvoiceLanguage, invoiceLanguages } from '#contract/invoice-looks.ts'
import { type WrittenWords, wordsOf } from '#contract/invoice-translations.ts'
import type { PortalSession } from '#contract/portal.ts'
import { type CustomerText, messageIn, translated } from '#contract/translations.ts'
import { setFormatLocale } from '#lib/locale.ts'

/** Before the service has said who the customer is, that of their browser. */
let language = preferred(navigator.languages)
document.documentElement.lang = language

function preferred(tags: readonly string[]): InvoiceLanguage {
  for (const tag of tags) {
    const found = invoiceLanguages.find((one) => tag.toLowerCase().split('-')[0] === one)
    if (found) return found
  }
  return 'en'
}

/** From now on the portal is in the language of that customer. */
export function speakTo(customer: Pick<PortalSession, 'language' | 'locale'>): void {
  language = customer.language
  document.documentElement.lang = language
  setFormatLocale(customer.locale)
}

/** A text of the portal in the customer’s language, with its `{placeholders}` filled. */
export const say = (text: CustomerText, values?: Readonly<Record<string, string>>): string =>
  translated(language, text, values)

/** A message of the service in the customer’s language. */
export const asSaid = (message: string): string => messageIn(language, message)

/** The words of invoices in the customer’s language. */
export const invoiceWords = (): WrittenWords => wordsOf({ language })
