import { dateFormat, timeZones } from '#lib/locale.ts'

interface Choice {
  readonly value: string
  readonly label: string
}

let known: readonly Choice[] | undefined

/** The time zones that this browser knows, as choices; `current` is one of them, whatever it is. */
export function zoneChoices(current: string): readonly Choice[] {
  known ??= timeZones().map(choice)
  return known.some(({ value }) => value === current) ? known : [choice(current), ...known]
}

// Underscores are for computers: `America/New York`.
const choice = (value: string): Choice => ({ value, label: value.replaceAll('_', ' ') })

/** The day and time there, such as `Sunday, 22 November at 16:20`; undefined for a zone that this browser doesn’t know. */
export function clockIn(timeZone: string, now: number): string | undefined {
  try {
    return dateFormat({
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      hour: 'numeric',
      minute: '2-digit',
      timeZone,
    })(now)
  } catch {
    return undefined
  }
}
