import type { InvoiceLanguage } from '../invoices/looks.ts'
import { filled } from '../values/filled.ts'
import { dutch } from './dutch.ts'
import { french } from './french.ts'
import { type CustomerText, german } from './german.ts'
import { spanish } from './spanish.ts'

/**
 * What customers read in the portal, on proposals and contracts and in emails about them, in their language. Each text is known by its
 * English one, because the service answers in English and the portal translates what it shows. Words of invoices are in
 * `invoices/translations.ts`: the templates of PDFs know those by name.
 */
export type { CustomerText }

const translations: Readonly<Record<Exclude<InvoiceLanguage, 'en'>, Readonly<Record<CustomerText, string>>>> =
  { de: german, fr: french, es: spanish, nl: dutch }

/** Returns the text in that language, with its `{placeholders}` filled. */
export const translated = (
  language: InvoiceLanguage,
  text: CustomerText,
  values: Readonly<Record<string, string>> = {},
): string => filled(language === 'en' ? text : translations[language][text], values)

/** Returns a message of the service in that language; as it is where it has no translation. */
export const messageIn = (language: InvoiceLanguage, message: string): string =>
  language !== 'en' && Object.hasOwn(translations[language], message)
    ? translations[language][message as CustomerText]
    : message
