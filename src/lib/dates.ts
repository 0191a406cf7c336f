const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full' })
const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' })
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** The day of a wire datetime, in words. */
export const dayOf = (datetime: string): string => day.format(new Date(datetime))

export const timeOf = (datetime: string): string => time.format(new Date(datetime))

/** Day and time to the second. What is no datetime is given back as it is. */
export function momentOf(datetime: string): string {
  const at = new Date(datetime)
  return Number.isNaN(at.getTime()) ? datetime : moment.format(at)
}

const units = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** How long ago, or how soon: `3 minutes ago`, `in 2 hours`. `nowMs` is milliseconds since 1970. */
export function relativeTo(datetime: string, nowMs: number): string {
  const seconds = (new Date(datetime).getTime() - nowMs) / 1000
  if (Number.isNaN(seconds)) return datetime
  if (Math.abs(seconds) < 5) return 'just now'
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1]
  return relative.format(Math.trunc(seconds / size), unit)
}
