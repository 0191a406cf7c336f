import { dayMs } from '#contract/values/durations.ts'

import { type Day, daysBetween } from './calendar.ts'
import { dateFormat, dateOrder, firstWeekday } from './locale.ts'

const monthName = dateFormat({ month: 'long', timeZone: 'UTC' })
const figures = dateFormat({ day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' })

/** `January` to `December` */
export const monthNames: readonly string[] = Array.from({ length: 12 }, (_, month) =>
  monthName(Date.UTC(2026, month, 1)),
)

/** A date in figures, as it may be typed: `03/11/2026`. Anything but a day is returned unchanged. */
export function typedText(day: Day): string {
  const time = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(time) ? day : figures(time)
}

/** Returns how to type a date here: `dd/mm/yyyy`. */
export const typedPattern = (): string =>
  typedText('2026-11-22').replace('2026', 'yyyy').replace('11', 'mm').replace('22', 'dd')

/**
 * Returns the day that was typed, or undefined where it isn't one. Takes `2026-11-03`, figures in the locale's order
 * with any separator, `3 Nov`, `Nov 3, 2026`, `today`, `tomorrow` and `yesterday`.
 */
export function parseTypedDate(text: string, today: Day): Day | undefined {
  const typed = text.trim().toLowerCase()
  const offset = { yesterday: -1, today: 0, tomorrow: 1 }[typed]
  if (offset !== undefined) return addDays(today, offset)
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed)
  if (iso) return dayFrom(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const name = /[a-z]{3,}/.exec(typed)?.[0]
  const numbers = (typed.match(/\d+/g) ?? []).map(Number)
  if (name !== undefined) {
    const month = monthNames.findIndex((full) => full.toLowerCase().startsWith(name)) + 1
    const [first = 0, second] = numbers
    if (month === 0 || numbers.length === 0 || numbers.length > 2) return undefined
    return dayFrom(fullYear(second ?? Number(today.slice(0, 4))), month, first)
  }
  if (/[^\d\s./-]/.test(typed)) return undefined
  const order = numbers.length === 2 ? dateOrder().filter((part) => part !== 'year') : dateOrder()
  if (numbers.length !== order.length) return undefined
  const part = (unit: 'day' | 'month' | 'year') => numbers[order.indexOf(unit)]
  return dayFrom(fullYear(part('year') ?? Number(today.slice(0, 4))), part('month') ?? 0, part('day') ?? 0)
}

/** Returns the day that many days later; earlier where `days` is negative. */
export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}

/** Returns the seven days of the week that a day is in. */
export function weekOf(day: Day): Day[] {
  // 2024 began on a Monday.
  const weekday = daysBetween('2024-01-01', day) + 1
  const start = addDays(day, -((((weekday - firstWeekday()) % 7) + 7) % 7))
  return Array.from({ length: 7 }, (_, index) => addDays(start, index))
}

/** Returns the same day of another month, or that month's last day. */
export function addMonths(day: Day, months: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}

/** `26` is 2026; a year of three digits is still being typed. */
const fullYear = (year: number): number => (year < 100 ? 2000 + year : year)

function dayFrom(year: number, month: number, day: number): Day | undefined {
  if (year < 1900 || year > 2999 || month < 1 || month > 12 || day < 1) return undefined
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  if (day > last) return undefined
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}
