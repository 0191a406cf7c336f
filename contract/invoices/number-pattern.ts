/**
 * How invoice numbers are written: letters, digits and `- / . _ #`, with `{number}` once and `{year}` at most once.
 * `{number:4}` fills up with zeros to four digits. Nothing else means anything.
 */

/** A number is written as text around its year and its count. */
export type NumberPattern = readonly (
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'year' }
  | { readonly kind: 'number'; readonly digits: number }
)[]

/** The default pattern. */
export const usualPattern = 'INV-{year}-{number:4}'
/** In characters. */
export const longestPattern = 40

const part = /\{year\}|\{number(?::([1-8]))?\}|[A-Za-z0-9/._#-]+/y

/** Returns the parts of a pattern, or what is wrong with it. */
export function parseNumberPattern(
  text: string,
): { readonly pattern: NumberPattern } | { readonly problem: string } {
  const parts: NumberPattern[number][] = []
  part.lastIndex = 0
  while (part.lastIndex < text.length) {
    const at = part.lastIndex
    const found = part.exec(text)
    if (!found) return { problem: problemAt(text.slice(at)) }
    const [match, digits] = found
    if (match === '{year}') parts.push({ kind: 'year' })
    else if (match.startsWith('{')) parts.push({ kind: 'number', digits: Number(digits ?? 1) })
    else parts.push({ kind: 'text', text: match })
  }
  const count = (kind: NumberPattern[number]['kind']) => parts.filter((one) => one.kind === kind).length
  if (count('number') === 0) return { problem: 'Add {number}, so that every invoice gets its own number' }
  if (count('number') > 1) return { problem: 'Use {number} only once' }
  if (count('year') > 1) return { problem: 'Use {year} only once' }
  // Drafts are called that until they’re sent.
  if (/^draft/i.test(text)) return { problem: 'Numbers can’t start with DRAFT' }
  return { pattern: parts }
}

function problemAt(rest: string): string {
  const [placeholder] = /^\{[^}]*\}?/.exec(rest) ?? []
  if (placeholder === undefined) return `Remove “${[...rest][0]}”: use letters, digits and - / . _ #`
  if (/^\{number:\d+\}$/.test(placeholder)) return 'Use 1 to 8 digits, as in {number:4}'
  return `${placeholder} isn’t a placeholder. Use {year}, {number} or {number:4}`
}

/** Returns the pattern of a text that was checked before. Throws where it wasn’t. */
export function readNumberPattern(text: string): NumberPattern {
  const read = parseNumberPattern(text)
  if ('problem' in read) throw new RangeError(read.problem)
  return read.pattern
}

/** `INV-2026-0012` */
export const writeNumber = (pattern: NumberPattern, year: number, number: number): string =>
  pattern
    .map((one) =>
      one.kind === 'text'
        ? one.text
        : one.kind === 'year'
          ? String(year)
          : String(number).padStart(one.digits, '0'),
    )
    .join('')

/** Whether the count begins again with each year. */
export const isYearly = (pattern: NumberPattern): boolean => pattern.some(({ kind }) => kind === 'year')

/** The fiscal year of a day, `YYYY-MM-DD`, called by the calendar year that it ends in. `start`: its first month, 1 to 12. */
export function fiscalYearOf(day: string, start: number): number {
  const [year, month] = day.split('-').map(Number) as [number, number]
  return start > 1 && month >= start ? year + 1 : year
}
