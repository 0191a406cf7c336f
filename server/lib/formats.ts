import { decimalText } from './money.ts'

// The product's own words and region, so that the same document or email reads the same for everyone.
const locale = 'en-US'
const numberFormat = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 })
const dayFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
const moneyFormats = new Map<string, Intl.NumberFormat>()

/** `1,204.5` */
export const numberText = (value: number): string => numberFormat.format(value)

/** `820 bytes`, `1.5 kB`, `12 MB`. */
export function bytesText(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? '1 byte' : `${bytes} bytes`
  const [unit, count] = bytes < 1_000_000 ? ['kB', bytes / 1000] : ['MB', bytes / 1_000_000]
  return `${count < 10 ? Math.round(count * 10) / 10 : Math.round(count)} ${unit}`
}

/** A date YYYY-MM-DD as `Nov 22, 2026`. */
export const dayText = (day: string): string => dayFormat.format(Date.parse(day))

/** Minor units as `€1,204.50`, `¥1,200`, `KWD 1.250`. */
export function moneyText(minor: number, currency: string): string {
  let format = moneyFormats.get(currency)
  if (!format) {
    format = new Intl.NumberFormat(locale, { style: 'currency', currency })
    moneyFormats.set(currency, format)
  }
  // Decimal strings are formatted without the loss of a double.
  return format.format(decimalText(minor, currency) as `${number}`)
}

const rangeFormats = new Map<string, Intl.DateTimeFormat>()

/** From one time to the other as clocks of a time zone show them: `Tuesday, November 24, 2026, 10:00 – 11:00 AM`. */
export function timeRangeText(from: string, to: string, timeZone: string): string {
  // Names may be written in any case, and there must be an end to them.
  const key = timeZone.toLowerCase()
  let format = rangeFormats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone })
    rangeFormats.set(key, format)
  }
  // Plain spaces: what is pasted somewhere else may be searched.
  return format.formatRange(new Date(from), new Date(to)).replaceAll(/[\u2009\u202f]/g, ' ')
}

/** A time zone as people read it: `America/New York`. */
export const zoneText = (timeZone: string): string => timeZone.replaceAll('_', ' ')
