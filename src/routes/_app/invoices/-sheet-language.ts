import { type InvoiceLook, usualLook } from '#contract/invoice-looks.ts'
import { type InvoiceWords, invoiceWords } from '#contract/invoice-words.ts'
import { dayText, todayOf } from '#lib/calendar.ts'
import { type Decimal, digits } from '#lib/decimal.ts'
import { formatsIn, numberFormat } from '#lib/locale.ts'
import { money } from '#lib/money.ts'

/** How a sheet says what it says. */
export interface SheetLanguage {
  readonly words: InvoiceWords
  readonly day: (day: string) => string
  /** Of a wire datetime. */
  readonly dayOf: (datetime: string, timeZone: string | undefined) => string
  readonly money: (amount: number | Decimal, currency: string) => string
  readonly quantity: (quantity: number) => string
}

const quantity = numberFormat({ maximumFractionDigits: 8 })

const dayOf = (write: (day: string) => string) => (datetime: string, timeZone: string | undefined) =>
  Number.isNaN(Date.parse(datetime)) ? datetime : write(todayOf(new Date(datetime), timeZone))

/** English as the person who looks reads days and amounts. */
export const english: SheetLanguage = {
  words: invoiceWords.en,
  day: dayText,
  dayOf: dayOf(dayText),
  money,
  quantity,
}

/** The language of a look; English follows the region of the person. */
export function languageOf({ language }: Pick<InvoiceLook, 'language'> = usualLook): SheetLanguage {
  if (language === 'en') return english
  const words = invoiceWords[language]
  const formats = formatsIn(words.locale)
  return {
    words,
    day: formats.day,
    dayOf: dayOf(formats.day),
    money: (amount, currency) => {
      const exact = typeof amount === 'number' ? amount : (digits(amount) as `${number}`)
      try {
        return formats.money(exact, currency)
      } catch {
        // A currency that only the service knows.
        return money(amount, currency)
      }
    },
    quantity: formats.number,
  }
}
