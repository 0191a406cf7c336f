import { fractionFormat } from '#contract/values/currencies.ts'
import { isTimeZone } from '#contract/values/zoned-time.ts'

import { decimalText } from './money.ts'

// The product's own words and region, so that the same document or email reads the same for everyone. A template may choose another.
const usual = 'en-US'
const numberFormats = new Map<string, Intl.NumberFormat>()
const dayFormats = new Map<string, Intl.DateTimeFormat>()

/** `1,204.5` */
export const numberText = (value: number, locale = usual): string =>
  spaced(
    kept(numberFormats, locale, () => new Intl.NumberFormat(locale, { maximumFractionDigits: 6 })).format(
      value,
    ),
  )

/** `21%`, `5,5 %` */
export const percentText = (value: number, locale = usual): string =>
  spaced(
    kept(
      numberFormats,
      `${locale} %`,
      () => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 6 }),
    ).format(value / 100),
  )

/** `820 bytes`, `1.5 kB`, `12 MB`. */
export function bytesText(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? '1 byte' : `${bytes} bytes`
  const [unit, count] = bytes < 1_000_000 ? ['kB', bytes / 1000] : ['MB', bytes / 1_000_000]
  return `${count < 10 ? Math.round(count * 10) / 10 : Math.round(count)} ${unit}`
}

/** A date YYYY-MM-DD as `Nov 22, 2026`. */
export const dayText = (day: string, locale = usual): string =>
  kept(
    dayFormats,
    locale,
    () => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }),
  ).format(Date.parse(day))

/** From one date YYYY-MM-DD to another as `Nov 17 – Dec 16, 2026`. */
export const dayRangeText = (from: string, to: string, locale = usual): string =>
  spaced(
    kept(
      dayFormats,
      locale,
      () => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }),
    ).formatRange(Date.parse(from), Date.parse(to)),
  ).replaceAll('\u2009', ' ')

/** Minor units as `€1,204.50`, `¥1,200`, `KWD 1.250`. */
export function moneyText(minor: number, currency: string, locale = usual): string {
  const format = kept(
    numberFormats,
    `${locale} ${currency}`,
    () => new Intl.NumberFormat(locale, { style: 'currency', currency, ...fractionFormat(currency) }),
  )
  // Decimal strings are formatted without the loss of a double.
  return spaced(format.format(decimalText(minor, currency) as `${number}`))
}

/** The fonts of PDFs have no narrow spaces. */
const spaced = (text: string) => text.replaceAll('\u202f', '\u00a0')

function kept<Format>(formats: Map<string, Format>, name: string, make: () => Format): Format {
  const known = formats.get(name)
  if (known) return known
  const made = make()
  formats.set(name, made)
  return made
}

const rangeFormats = new Map<string, Intl.DateTimeFormat>()

/** From one time to the other as clocks of a time zone show them: `Tuesday, November 24, 2026, 10:00 – 11:00 AM`. */
export function timeRangeText(from: string, to: string, timeZone: string, locale = usual): string {
  // Names may be written in any case, and there must be an end to them.
  const key = `${locale} ${timeZone.toLowerCase()}`
  let format = rangeFormats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone })
    // There are a few hundred names, but thousands of offsets, in which older meetings may be.
    if (isTimeZone(timeZone)) rangeFormats.set(key, format)
  }
  // Plain spaces: what is pasted somewhere else may be searched.
  return format.formatRange(new Date(from), new Date(to)).replaceAll(/[\u2009\u202f]/g, ' ')
}

/** A time zone as people read it: `America/New York`. */
export const zoneText = (timeZone: string): string => timeZone.replaceAll('_', ' ')
