import type { Frequency } from '#contract/invoices/schedule-dates.ts'
import type { ScheduleStatus } from '#contract/invoices/schedule-filter.ts'
import type { PauseReason, ScheduleSummary } from '#contract/invoices/schedules.ts'
import { StatusBadge, type Tone } from '#kit/status-badge.tsx'
import { dayText } from '#lib/calendar.ts'

/** Label of a frequency. */
export const frequencyWords: Readonly<Record<Frequency, string>> = {
  weekly: 'Weekly',
  monthly: 'Monthly',
  quarterly: 'Quarterly',
  yearly: 'Yearly',
}

const statuses: Readonly<Record<ScheduleStatus, { readonly word: string; readonly tone: Tone }>> = {
  active: { word: 'Active', tone: 'good' },
  paused: { word: 'Paused', tone: 'notice' },
  ended: { word: 'Ended', tone: 'neutral' },
}

export const scheduleStatusWord = (status: ScheduleStatus): string => statuses[status].word

/** The status of a schedule, in its color. */
export function ScheduleBadge({ status }: { status: ScheduleStatus }) {
  return <StatusBadge tone={statuses[status].tone}>{statuses[status].word}</StatusBadge>
}

/** Why Bureau paused a schedule, and what to do. */
export const pauseWords: Readonly<Record<PauseReason, string>> = {
  customer_deleted:
    'Bureau paused it because its customer was deleted. Restore the customer or choose another one, then resume.',
  missed:
    'Bureau paused it because more than 12 invoices were missed at once. Check the dates, then resume: it continues with the next one.',
  failed:
    'Bureau paused it because its invoice couldn’t be drafted. The customer’s activity says why. Correct it, then resume: it continues with that invoice.',
}

/** When the next invoice is drafted. */
export const nextText = ({ next_on }: Pick<ScheduleSummary, 'next_on'>): string =>
  next_on === null ? '' : dayText(next_on)
