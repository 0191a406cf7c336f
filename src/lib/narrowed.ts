import { fold, searchTerms } from '#contract/values/folding.ts'

/**
 * Returns those rows whose label has all words of a text: what a search found before, until the service has answered the next one.
 * Enter must not choose something else by then.
 */
export function narrowed<Row>(
  rows: readonly Row[],
  text: string,
  labelOf: (row: Row) => string,
): readonly Row[] {
  const words = searchTerms(text.replaceAll(',', ' '))
  return rows.filter((row) => words.every((word) => fold(labelOf(row)).includes(word)))
}
