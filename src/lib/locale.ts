/**
 * Everything that depends on the person's locale: numbers, percentages, dates, lists and relative times, and the names of
 * regions and currencies. Bureau's words are English, so the language is always English and the region decides how numbers
 * and dates are written: the one that the person has chosen, or that of the browser.
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

/** Formats from now on as that locale does, words included: what customers read is in their language. */
export function setFormatLocale(locale: string): void {
  tags = { words: locale, figures: locale }
}

/** The tags to format with: for text with words, which are English, and for figures alone. */
interface Tags {
  readonly words: string
  readonly figures: string
}

let chosen: string | null = null
let tags = tagsOf(chosen)

/** Formats from now on as that region does, such as `DE`; without one as the browser does. */
export function setFormatRegion(region: string | null | undefined): void {
  if ((region ?? null) === chosen) return
  chosen = region ?? null
  tags = tagsOf(chosen)
}

/** English formats of a region have its dates, but since recently often English figures: those are written as at home. */
function tagsOf(region: string | null): Tags {
  const fromBrowser = localeFor(navigator.languages)
  if (region === null) return { words: fromBrowser, figures: fromBrowser }
  try {
    const { language } = new Intl.Locale(`und-${region}`).maximize()
    return { words: localeFor([`und-${region}`]), figures: `${language}-${region}` }
  } catch {
    return { words: fromBrowser, figures: fromBrowser }
  }
}

/** Returns a day and time, a date in figures and an amount as they are written there; without a region, by the browser. */
export function formatExamples(region: string | null): readonly string[] {
  const { words, figures } = tagsOf(region)
  const at = Date.UTC(2026, 10, 22, 14, 5)
  return [
    new Intl.DateTimeFormat(words, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(at),
    new Intl.DateTimeFormat(figures, { ...inFigures, timeZone: 'UTC' }).format(at),
    new Intl.NumberFormat(figures, { style: 'currency', currency: 'EUR' }).format(1234.5),
  ]
}

const inFigures = { day: '2-digit', month: '2-digit', year: 'numeric' } as const

/** Returns whether this browser has English formats for that region. */
export const hasFormatsOf = (region: string): boolean => localeFor([`und-${region}`]) === `en-${region}`

/** Calls `make` again only once the formats are others. */
function forTags<Made>(make: (tags: Tags) => Made): () => Made {
  let made: { readonly tags: Tags; readonly value: Made } | undefined
  return () => {
    if (made?.tags !== tags) made = { tags, value: make(tags) }
    return made.value
  }
}

/** Returns a function that writes numbers: `1,204.5`. */
export function numberFormat(options?: Intl.NumberFormatOptions): (value: number | `${number}`) => string {
  const format = forTags(
    ({ words, figures }) => new Intl.NumberFormat(hasWords(options) ? words : figures, options),
  )
  // Decimal strings are formatted without the loss of a double.
  return (value) => format().format(value as number)
}

const hasWords = ({ notation, style, currencyDisplay }: Intl.NumberFormatOptions = {}): boolean =>
  notation === 'compact' || style === 'unit' || currencyDisplay === 'name'

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
  const format = forTags(
    ({ words, figures }) =>
      new Intl.DateTimeFormat(/^(2-digit|numeric)$/.test(options.month ?? '') ? figures : words, options),
  )
  return (at) => format().format(at)
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

/**
 * Returns the country that the person is likely in, as an ISO 3166-1 code; empty where that is unclear. English of the United
 * States is what many browsers elsewhere say, so the time zone has to agree.
 */
export function likelyCountry(languages: readonly string[], zone: string): string {
  for (const language of languages) {
    try {
      const { region, language: words } = new Intl.Locale(language)
      const country = region ?? (words === 'en' ? '' : new Intl.Locale(language).maximize().region)
      if (country && (country !== 'US' || /^(America|Pacific)\//.test(zone))) return country
    } catch {
      // Not a language tag; the next one may be.
    }
  }
  return ''
}

/** Returns the parts of a date in figures in the locale's order, such as day, month, year. */
export const dateOrder = forTags(({ figures }): readonly ('day' | 'month' | 'year')[] =>
  new Intl.DateTimeFormat(figures)
    .formatToParts(0)
    .flatMap(({ type }) => (type === 'day' || type === 'month' || type === 'year' ? [type] : [])),
)

interface WeekInfo {
  readonly firstDay: number
}

/** Returns the first day of the week: 1 is Monday, 7 is Sunday. */
export const firstWeekday = forTags(({ words }) => weekInfo(new Intl.Locale(words))?.firstDay ?? 1)

/** A method in some browsers, a property in others, and missing in Firefox before 138. */
function weekInfo(
  of: Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo },
): WeekInfo | undefined {
  return of.getWeekInfo?.() ?? of.weekInfo
}

const relative = forTags(({ words }) => new Intl.RelativeTimeFormat(words, { numeric: 'auto' }))

/** `3 days ago`, `in 2 hours`, `yesterday` */
export const relativeText = (amount: number, unit: Intl.RelativeTimeFormatUnit): string =>
  relative().format(amount, unit)

const lists = {
  and: forTags(({ words }) => new Intl.ListFormat(words, { type: 'conjunction' })),
  or: forTags(({ words }) => new Intl.ListFormat(words, { type: 'disjunction' })),
}

/** `a, b and c` or `a, b or c`, in the locale's punctuation. */
export const listText = (items: readonly string[], joined: 'and' | 'or'): string =>
  lists[joined]().format(items)
