import { dayMs } from '#contract/values/durations.ts'

import { dateFormat, dayReader } from './locale.ts'
import { pluralize } from './pluralize.ts'
import { createStore } from './store.ts'

/** Days without a time, `YYYY-MM-DD`, as due dates are written. */
export type Day = string

/** From one day to another, both included. */
export interface Period {
  readonly from: Day
  readonly to: Day
}

/** Where days begin and end: the time zone of the account, or the browser’s until the account’s is known. */
const zone = createStore<string | undefined>(undefined)
export const { set: setBusinessZone, subscribe: watchBusinessZone } = zone

/** Today where the account is. */
export const currentDay = (): Day => todayOf(new Date())

/** The day of a time where the account is, or in that time zone. */
export const todayOf = (now: Date, timeZone = zone.get()): Day =>
  timeZone === undefined ? dayAt(now.getFullYear(), now.getMonth(), now.getDate()) : dayIn(timeZone, now)

/** `21 Nov 2026`; invalid days are returned unchanged. */
export function dayText(day: Day): string {
  const time = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(time) ? day : shortDay(time)
}

/** The day of a wire datetime where the account is, or in that time zone: `21 Nov 2026`. */
export const dayTextOf = (datetime: string, timeZone?: string): string =>
  Number.isNaN(Date.parse(datetime)) ? datetime : dayText(todayOf(new Date(datetime), timeZone))

/** Whole days from one day to the other; negative when it is earlier. */
export const daysBetween = (from: Day, to: Day): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs)

/** `12 days overdue`, `due today`, `due in 3 days`. */
export function dueText(due: Day, today: Day): string {
  const days = daysBetween(today, due)
  if (Number.isNaN(days)) return ''
  if (days < 0) return `${dayCount(-days)} overdue`
  if (days === 0) return 'due today'
  return days === 1 ? 'due tomorrow' : `due in ${dayCount(days)}`
}

/** `1 day`, `12 days` */
export const dayCount = (days: number): string => pluralize(days, 'day')

/** Periods that people choose by name. */
export const presets = [
  'this month',
  'last month',
  'next 30 days',
  'this quarter',
  'this year',
  'last year',
] as const
/** Those of what has happened. */
export const pastPresets = presets.filter((preset) => preset !== 'next 30 days')
/** One of the `presets`. */
export type Preset = (typeof presets)[number]

/** Returns the days of a period that is chosen by name. */
export function periodOf(preset: Preset, today: Day): Period {
  const [year, month, day] = today.split('-').map(Number) as [number, number, number]
  const months = (first: number, count: number): Period => ({
    from: dayAt(year, first, 1),
    to: dayAt(year, first + count, 0),
  })
  switch (preset) {
    case 'this month':
      return months(month - 1, 1)
    case 'last month':
      return months(month - 2, 1)
    case 'next 30 days':
      return { from: today, to: dayAt(year, month - 1, day + 30) }
    case 'this quarter':
      return months(Math.floor((month - 1) / 3) * 3, 3)
    case 'this year':
      return months(0, 12)
    case 'last year':
      return months(-12, 12)
  }
}

/** The name of a period among these, if it has one. */
export const presetOf = ({ from, to }: Period, among: readonly Preset[], today: Day): Preset | undefined =>
  among.find((preset) => {
    const named = periodOf(preset, today)
    return named.from === from && named.to === to
  })

/** `1 Nov 2026 – 30 Nov 2026` in the words of two days; empty for any time. */
export function periodText({ from, to }: Period): string {
  if (from === '' && to === '') return ''
  if (to === '') return `from ${dayText(from)}`
  return from === '' ? `until ${dayText(to)}` : `${dayText(from)} – ${dayText(to)}`
}

const shortDay = dateFormat({ dateStyle: 'medium', timeZone: 'UTC' })

/** `month` counts from 0; what overflows continues in the next month or year. */
const dayAt = (year: number, month: number, day: number): Day =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)

const readers = new Map<string, ReturnType<typeof dayReader>>()

function dayIn(timeZone: string, now: Date): Day {
  if (!readers.has(timeZone)) readers.set(timeZone, dayReader(timeZone))
  const [year, month, day] = readers.get(timeZone)?.(now) ?? [
    now.getFullYear(),
    now.getMonth() + 1,
    now.getDate(),
  ]
  return dayAt(year, month - 1, day)
}
