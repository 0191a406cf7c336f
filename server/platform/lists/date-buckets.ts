/** From `from` up to, but not including, `until`; both are text that sorts like the times it stands for. */
export interface Span {
  readonly from: string
  readonly until: string
}

/** Consecutive months, days or hours. */
export interface Buckets extends Span {
  /** How many characters of a time name one of these buckets. */
  readonly length: number
}

/** Sorts after every time that begins with the text before it. */
const after = '~'

/** Everything there is. */
export const always: Span = { from: '', until: after }

/** Up to and including the times that begin with this text. */
export const through = (prefix: string): string => prefix + after

/**
 * Returns the buckets that lie whole within a span, the longest first: months, then the days at both ends, then their
 * hours. What is left over belongs to no whole bucket. `lengths` go from coarse to fine.
 */
export function bucketsOf(
  span: Span,
  lengths: readonly number[],
): { readonly whole: readonly Buckets[]; readonly rest: readonly Span[] } {
  const from = trimmed(span.from)
  const until = trimmed(span.until)
  if (from >= until) return { whole: [], rest: [] }
  const [length, ...finer] = lengths
  if (length === undefined) return { whole: [], rest: [{ from, until }] }
  // The buckets that both ends are in. One that ends where the span ends is in it as a whole.
  const [first, last] = [from.slice(0, length), until.slice(0, length)]
  const isFirstWhole = from.length <= length
  const isLastWhole = until === through(last)
  if (first === last && !(isFirstWhole && isLastWhole)) return bucketsOf({ from, until }, finer)
  const ends = [
    ...(isFirstWhole ? [] : [{ from, until: through(first) }]),
    ...(isLastWhole ? [] : [{ from: last, until }]),
  ].map((end) => bucketsOf(end, finer))
  return {
    whole: [
      { length, from, until: isLastWhole ? until : last },
      ...ends.flatMap(({ whole }) => whole),
    ].filter((buckets) => buckets.from < buckets.until),
    rest: ends.flatMap(({ rest }) => rest),
  }
}

/** The first instant of a month, a day or an hour is that month, day or hour. */
const trimmed = (time: string): string =>
  time
    .replace(/:00:00(\.0+)?Z$/, '')
    .replace(/T00$/, '')
    .replace(/-01$/, (end) => (time.length > 7 ? '' : end))
