import type { FigureWriter } from '#contract/invoices/figures.ts'
import type { PaymentMethod } from '#contract/invoices/invoices.ts'
import { type DocumentLook, localeOf } from '#contract/invoices/looks.ts'
import { type InvoiceWords, englishWords } from '#contract/invoices/words.ts'
import type { CustomerText } from '#contract/translations/translations.ts'
import { dayText, dayTextOf, dueText, todayOf } from '#lib/calendar.ts'
import { type Decimal, digits, sumOf } from '#lib/decimal.ts'
import { formatsIn } from '#lib/document-locale.ts'
import { numberFormat } from '#lib/locale.ts'
import { money } from '#lib/money.ts'
import { statusWord } from '#parts/invoices/invoice-status.tsx'
import { paymentMethodWord } from '#parts/invoices/payment-method.ts'

/** Words of the sheet besides those of the PDF, which has neither status nor payments. */
export interface SheetWords extends InvoiceWords {
  readonly status: string
  readonly paid: string
  readonly amountDue: string
  readonly toRefund: string
  readonly lines: string
}

/** How a sheet says what it says. */
export interface SheetLanguage {
  readonly words: SheetWords
  /** Other texts, by their English ones. */
  readonly say: (text: CustomerText) => string
  readonly day: (day: string) => string
  /** Of a wire datetime. */
  readonly dayOf: (datetime: string, timeZone: string | undefined) => string
  /** How many days until it is due, or since. */
  readonly dueIn: (due: string, today: string) => string
  readonly money: (amount: number | Decimal, currency: string) => string
  /** A count or a quantity. */
  readonly number: (value: number) => string
  readonly percent: (value: number) => string
  readonly status: (status: string) => string
  readonly method: (method: PaymentMethod) => string
}

/** Writes the figures of a document in a currency. */
export const writerOf = (
  { words, number, percent, money: text }: SheetLanguage,
  currency: string,
): FigureWriter => ({
  words,
  quantity: number,
  percent,
  money: (amount) => text(amount, currency),
  sum: (amounts) => text(sumOf(amounts), currency),
})

const number = numberFormat({ maximumFractionDigits: 8 })

/** How a document writes days and amounts, wherever it is read. */
export function writtenIn(
  locale: string,
): Pick<SheetLanguage, 'day' | 'dayOf' | 'money' | 'number' | 'percent'> {
  const { day, number, percent, money: amountText } = formatsIn(locale)
  return {
    day,
    dayOf: (datetime, timeZone) =>
      Number.isNaN(Date.parse(datetime)) ? datetime : day(todayOf(new Date(datetime), timeZone)),
    money: (amount, currency) => {
      try {
        return amountText(typeof amount === 'number' ? amount : digits(amount), currency)
      } catch {
        // A currency that only the service knows.
        return money(amount, currency)
      }
    },
    number,
    percent,
  }
}

/** English as the person who looks reads days and amounts: of documents that have no region. */
export const english: SheetLanguage = {
  words: {
    ...englishWords,
    status: 'Status',
    paid: 'Paid',
    amountDue: 'Amount due',
    toRefund: 'To refund',
    lines: 'Lines',
  },
  say: (text) => text,
  day: dayText,
  dayOf: dayTextOf,
  dueIn: dueText,
  money,
  number,
  percent: (value) => `${number(value)}%`,
  status: statusWord,
  method: paymentMethodWord,
}

/** English where the sender of a document is. */
export const englishOf = ({
  region,
  tax_name: tax = englishWords.tax,
}: Pick<DocumentLook, 'region' | 'tax_name'>): SheetLanguage => ({
  ...english,
  ...(region !== undefined && writtenIn(localeOf({ language: 'en', region }))),
  words: { ...english.words, tax },
})
