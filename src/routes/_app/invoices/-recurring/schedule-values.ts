import {
  asLines,
  type DraftContent,
  type DraftForm,
  type DraftPath,
  draftBody,
  draftFormOf,
  nestedPathOf,
  draftProblems,
  isBlank,
} from '#api/invoice-draft.ts'
import type { InvoiceDetails } from '#contract/invoices/invoices.ts'
import { type Frequency, type Recurrence, daysFrom } from '#contract/invoices/schedule-dates.ts'
import { type Schedule, type ScheduleInput, mostOccurrences } from '#contract/invoices/schedules.ts'
import type { Day } from '#lib/calendar.ts'

/** How a schedule ends. */
export type Ending = 'never' | 'day' | 'count'

/** A schedule as its form holds it. */
export interface ScheduleValues {
  /** Content of the drafts; terms are always in days. */
  readonly draft: DraftForm
  readonly frequency: Frequency
  readonly startsOn: Day
  readonly ending: Ending
  readonly endsOn: Day
  readonly count: string
}

/** Returns the form of a new schedule with that content. */
export const newValues = (draft: DraftForm, startsOn: Day): ScheduleValues => ({
  draft: { ...draft, paymentDays: draft.paymentDays ?? 30, due: '' },
  frequency: 'monthly',
  startsOn,
  ending: 'never',
  endsOn: '',
  count: '12',
})

/** Returns the schedule as its form holds it. */
export const valuesOf = (schedule: Schedule): ScheduleValues => ({
  draft: draftFormOf(contentOf(schedule)),
  frequency: schedule.frequency,
  startsOn: schedule.starts_on,
  ending: schedule.ends_on !== null ? 'day' : schedule.max_count !== null ? 'count' : 'never',
  endsOn: schedule.ends_on ?? '',
  count: String(schedule.max_count ?? 12),
})

/** Content of a schedule's drafts, as far as the editor reads an invoice. */
function contentOf({ line_items, ...schedule }: Schedule): DraftContent {
  return {
    ...schedule,
    due_date: '',
    line_items: asLines(line_items),
  }
}

/** Returns the day after which an invoice recurs monthly: a month after it was written, or today if that has passed. */
export function nextStart(invoice: Pick<InvoiceDetails, 'created_at'>, today: Day): Day {
  const starts_on = invoice.created_at.slice(0, 10)
  const monthly = { frequency: 'monthly', starts_on, ends_on: null, max_count: null } as const
  return daysFrom(monthly, today, 2).find((day) => day > starts_on) ?? today
}

/** Returns when the form says that invoices are drafted. */
export const recurrenceOf = ({ frequency, startsOn, ending, endsOn, count }: ScheduleValues): Recurrence => ({
  frequency,
  starts_on: startsOn,
  ends_on: ending === 'day' ? endsOn : null,
  max_count: ending === 'count' ? Number(count) : null,
})

/** Lists what is wrong, as the path of an input and a message. `start` is the first day as it was read. */
export function* checkSchedule(
  values: ScheduleValues,
  { today, start }: { readonly today: Day; readonly start?: Day | undefined },
): Iterable<readonly [string, string]> {
  const { draft, startsOn, ending, endsOn, count } = values
  for (const [path, message] of contentProblems(draft)) yield [`draft.${path}`, message]
  if (startsOn === '') yield ['startsOn', 'Enter a date']
  else if (startsOn < today && startsOn !== start) yield ['startsOn', 'Choose today or a later day']
  if (ending === 'day') {
    if (endsOn === '') yield ['endsOn', 'Enter a date']
    else if (endsOn < startsOn) yield ['endsOn', 'Choose a day after the first invoice']
  }
  const isCount = /^\d{1,4}$/.test(count.trim()) && Number(count) >= 1 && Number(count) <= mostOccurrences
  if (ending === 'count' && !isCount)
    yield ['count', `Enter a number from 1 to ${mostOccurrences.toLocaleString('en-US')}`]
}

/** Returns what is wrong with the content: unlike a draft, a schedule has to be complete. */
export function contentProblems(draft: DraftForm): ReadonlyMap<DraftPath, string> {
  const problems = new Map(draftProblems(draft))
  if (draft.customer === null) problems.set('customer', 'Choose a customer')
  const lines = draft.lines.filter((line) => !isBlank(line))
  const [first] = draft.lines
  if (lines.length === 0 && first) problems.set(`lines.${first.key}.description`, 'Add at least one line')
  for (const { key, description } of lines)
    if (description.trim() === '') problems.set(`lines.${key}.description`, 'Enter a description')
  return problems
}

/** Returns the request. Call it only without problems. */
export function inputOf(values: ScheduleValues): ScheduleInput {
  const { due_date: _due, payment_days, ...content } = draftBody(values.draft)
  return { ...content, ...recurrenceOf(values), payment_days: payment_days ?? 0 }
}

const paths: Readonly<Record<string, 'startsOn' | 'endsOn' | 'count' | 'frequency'>> = {
  starts_on: 'startsOn',
  ends_on: 'endsOn',
  max_count: 'count',
  frequency: 'frequency',
}

/** Returns the input that a name of the request belongs to. */
export function schedulePathOf(name: string, { draft }: ScheduleValues): string | undefined {
  const path = paths[name]
  if (path) return path
  return nestedPathOf(name, draft)
}
