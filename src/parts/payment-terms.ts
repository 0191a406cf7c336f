import { dayCount } from '#lib/calendar.ts'

/** Terms that are offered, in days. */
export const usualTerms = [0, 7, 14, 30, 45, 60, 90] as const

/** Label of payment terms. */
export const termsText = (days: number): string =>
  days === 0 ? 'Due on receipt' : `Due in ${dayCount(days)}`
