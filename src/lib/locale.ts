/**
 * Everything that depends on the person's locale: numbers, percentages, dates, lists and relative times, and the names of
 * regions and currencies. Bureau's words are English, so the language is always English and the region decides how numbers
 * and dates are written. CHOICE 0064.
 */

/** Returns the locale to format with: the browser's region with English words, `en-DE` for somebody whose browser says `de`. */
export function localeFor(languages: readonly string[]): string {
  for (const language of languages) {
    try {
      const { language: words, region } = new Intl.Locale(language).maximize()
      if (words === 'en' && new Intl.Locale(language).region === undefined) return 'en-US'
      const locale = `en-${region}`
      return Intl.NumberFormat(locale).resolvedOptions().locale === locale ? locale : 'en-GB'
    } catch {
      // Not a language tag; the next one may be.
    }
  }
  return 'en-US'
}

const locale = localeFor(navigator.languages)

/** Returns a function that writes numbers: `1,204.5`. */
export function numberFormat(options?: Intl.NumberFormatOptions): (value: number | `${number}`) => string {
  const format = new Intl.NumberFormat(locale, options)
  // Decimal strings are formatted without the loss of a double.
  return (value) => format.format(value as number)
}

/** Returns the number of digits after the decimal point that a currency has. Throws where `currency` isn't three letters. */
export const currencyDecimals = (currency: string): number =>
  new Intl.NumberFormat(locale, { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** Returns the codes of all currencies in use, three letters each, by code. */
export const currencyCodes = (): readonly string[] => Intl.supportedValuesOf('currency')

/**
 * Returns a function that names regions by two letters, such as `GB`, or currencies by three, in English. An unknown code
 * is its own name; one of another form throws.
 */
export function nameFormat(type: 'region' | 'currency'): (code: string) => string {
  const names = new Intl.DisplayNames('en', { type })
  return (code) => names.of(code) ?? code
}

/** Returns a function that compares English words, for sorting. */
export const wordOrder = (): ((one: string, other: string) => number) => new Intl.Collator('en').compare

/** `1,204` */
export const numberText = numberFormat()

/** `21%`, `5.5%`; `share` is 0.21, 0.055. */
export const percentText = numberFormat({ style: 'percent', maximumFractionDigits: 6 })

/** Returns a function that writes dates; it takes a `Date` or milliseconds since 1970. */
export function dateFormat(options: Intl.DateTimeFormatOptions): (at: Date | number) => string {
  const format = new Intl.DateTimeFormat(locale, options)
  return (at) => format.format(at)
}

/** Returns the names of the time zones that this browser knows, such as `Europe/Lisbon`. */
export const timeZones = (): readonly string[] => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]

/**
 * Returns a function that reads year, month (1 to 12) and day of a time in that time zone; undefined for one that this browser
 * doesn’t know.
 */
export function dayReader(timeZone: string): ((at: Date) => readonly [number, number, number]) | undefined {
  try {
    const figures = { year: 'numeric', month: 'numeric', day: 'numeric' } as const
    const format = new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', { ...figures, timeZone })
    return (at) => {
      const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
      return [parts.get('year') ?? 0, parts.get('month') ?? 0, parts.get('day') ?? 0]
    }
  } catch {
    return undefined
  }
}

/** Returns the browser’s time zone, such as `Europe/Lisbon`. */
export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The parts of a date in figures in the locale's order, such as day, month, year. */
export const dateOrder: readonly ('day' | 'month' | 'year')[] = new Intl.DateTimeFormat(locale)
  .formatToParts(0)
  .flatMap(({ type }) => (type === 'day' || type === 'month' || type === 'year' ? [type] : []))

interface WeekInfo {
  readonly firstDay: number
}

/** The first day of the week: 1 is Monday, 7 is Sunday. */
export const firstWeekday: number = weekInfo(new Intl.Locale(locale))?.firstDay ?? 1

/** A method in some browsers, a property in others, and missing in Firefox before 138. */
function weekInfo(
  of: Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo },
): WeekInfo | undefined {
  return of.getWeekInfo?.() ?? of.weekInfo
}

const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })

/** `3 days ago`, `in 2 hours`, `yesterday` */
export const relativeText = (amount: number, unit: Intl.RelativeTimeFormatUnit): string =>
  relative.format(amount, unit)

const lists = {
  and: new Intl.ListFormat(locale, { type: 'conjunction' }),
  or: new Intl.ListFormat(locale, { type: 'disjunction' }),
}

/** `a, b and c` or `a, b or c`, in the locale's punctuation. */
export const listText = (items: readonly string[], joined: 'and' | 'or'): string =>
  lists[joined].format(items)
