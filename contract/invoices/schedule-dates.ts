import { dayMs } from '../values/durations.ts'

/** How often a schedule drafts an invoice. */
export const frequencies = ['weekly', 'monthly', 'quarterly', 'yearly'] as const
export type Frequency = (typeof frequencies)[number]

/** When a schedule drafts invoices. Days are YYYY-MM-DD in the account's time zone. */
export interface Recurrence {
  readonly frequency: Frequency
  /** The day of the first invoice. */
  readonly starts_on: string
  /** The last day on which one may fall; null for no end. */
  readonly ends_on: string | null
  /** How many there are; null for no end. */
  readonly max_count: number | null
}

const monthsOf: Readonly<Record<Exclude<Frequency, 'weekly'>, number>> = {
  monthly: 1,
  quarterly: 3,
  yearly: 12,
}

/**
 * Returns the day of the invoice of that number, from 0. Months are counted from the first day and not from the one before:
 * what begins on the 31st falls on the last day of shorter months and on the 31st again after them.
 */
function dayNumber({ frequency, starts_on }: Recurrence, number: number): string {
  if (frequency === 'weekly') return dateOf(Date.parse(starts_on) + number * 7 * dayMs)
  const [year, month, day] = starts_on.split('-').map(Number) as [number, number, number] // YYYY-MM-DD
  const index = month - 1 + number * monthsOf[frequency]
  const lastDay = new Date(Date.UTC(year, index + 1, 0)).getUTCDate()
  return dateOf(Date.UTC(year, index, Math.min(day, lastDay)))
}

/**
 * The days of the schedule from that day on, at most that many, in their order. `drafted`: how many invoices of `max_count`
 * there are already; days that a pause skipped don't count.
 */
export function daysFrom(recurrence: Recurrence, from: string, most: number, drafted = 0): string[] {
  const { ends_on, max_count, frequency, starts_on } = recurrence
  const days: string[] = []
  const left = max_count === null ? most : Math.min(most, max_count - drafted)
  // Near the first that matters, so that a schedule of many years is no more work.
  const passed = (Date.parse(from) - Date.parse(starts_on)) / dayMs
  const longestPeriod = frequency === 'weekly' ? 7 : monthsOf[frequency] * 31
  let number = Math.max(Math.floor(passed / longestPeriod) - 1, 0)
  for (; days.length < left; number += 1) {
    const day = dayNumber(recurrence, number)
    if (day > (ends_on ?? lastDay)) break
    if (day >= from) days.push(day)
  }
  return days
}

/** The days of a period: the first, and the first of the next one. */
export interface Period {
  readonly starts_on: string
  readonly next_on: string
}

/** Returns the period that a day from `starts_on` on falls into. */
export function periodAt(recurrence: Pick<Recurrence, 'frequency' | 'starts_on'>, day: string): Period {
  const endless = { ...recurrence, ends_on: null, max_count: null }
  const longestPeriod = recurrence.frequency === 'weekly' ? 7 : monthsOf[recurrence.frequency] * 31
  const passed = (Date.parse(day) - Date.parse(recurrence.starts_on)) / dayMs
  let number = Math.max(Math.floor(passed / longestPeriod) - 1, 0)
  while (dayNumber(endless, number + 1) <= day) number += 1
  return { starts_on: dayNumber(endless, number), next_on: dayNumber(endless, number + 1) }
}

/** No schedule reaches further. */
const lastDay = '9999-12-31'
const dateOf = (ms: number) => {
  const date = new Date(ms)
  return date.getUTCFullYear() > 9999 ? '9999-99-99' : date.toISOString().slice(0, 10)
}
