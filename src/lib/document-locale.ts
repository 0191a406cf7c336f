import { fractionFormat } from '#contract/values/currencies.ts'

/** Returns formats for days, numbers and amounts in the language of a document, not in that of the reader’s browser. */
export function formatsIn(locale: string) {
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 8 })
  const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 8 })
  const distances = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  return {
    /** Of a day YYYY-MM-DD; what isn’t one is returned unchanged. */
    day: (day: string) => (Number.isNaN(Date.parse(day)) ? day : days.format(Date.parse(day))),
    /** From today: `in 3 Tagen`, `gestern`. */
    inDays: (count: number) => distances.format(count, 'day'),
    percent: (value: number) => percents.format(value / 100),
    number: (value: number) => numbers.format(value),
    /** Decimal strings are formatted without the loss of a double. Throws for unknown currencies. */
    money: (amount: number | `${number}`, currency: string) =>
      new Intl.NumberFormat(locale, { style: 'currency', currency, ...fractionFormat(currency) }).format(
        amount as number,
      ),
  }
}
