import { dateFormat } from './locale.ts'

const weekdayText = dateFormat({ weekday: 'long', timeZone: 'UTC' })

/** The names of the days of a week, from Monday on. */
export const weekdayNames = (): readonly string[] =>
  // The first of June 2026 is a Monday.
  Array.from({ length: 7 }, (_, index) => weekdayText(Date.UTC(2026, 5, index + 1)))
