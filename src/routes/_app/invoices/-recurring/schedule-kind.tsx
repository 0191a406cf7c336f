import { schedules } from '#api/schedules.ts'
import type { Schedule, ScheduleInput } from '#contract/invoices/schedules.ts'
import { type Day, dayText } from '#lib/calendar.ts'
import { describeValue, inputsOf } from '#lib/merge.ts'
import { mergeWithDraft } from '#parts/lines/draft-merge.ts'
import { fingerprint } from '#parts/lines/fingerprint.ts'
import { type RecordKind, versioned } from '#parts/records/record-kind.ts'

import { ScheduleForm } from './schedule-form.tsx'
import {
  type Ending,
  type ScheduleValues,
  checkSchedule,
  inputOf,
  schedulePathOf,
  valuesOf,
} from './schedule-values.ts'
import { frequencyWords } from './schedule-words.tsx'

const endingWords: Readonly<Record<Ending, string>> = {
  never: 'Never',
  day: 'On a date',
  count: 'After a number of invoices',
}
const dayOrEmpty = (day: Day) => (day === '' ? describeValue('') : dayText(day))

const input = inputsOf<ScheduleValues>()

const inputs = [
  input('frequency', 'Frequency', (value) => frequencyWords[value]),
  input('startsOn', 'First invoice', dayOrEmpty),
  input('ending', 'Ends', (value) => endingWords[value]),
  input('endsOn', 'Last day', dayOrEmpty),
  input('count', 'Number of invoices'),
]

/** Recurring invoices, as they are created and changed. */
export const scheduleKind = (today: Day): RecordKind<ScheduleValues, Schedule, ScheduleInput> => ({
  noun: 'recurring invoice',
  plural: 'recurring invoices',
  isWide: true,
  draft: 'schedule',
  ability: 'invoices.manage',
  queries: schedules,
  valuesOf: versioned(valuesOf),
  check: (values, start) => checkSchedule(values, { today, start: start?.starts_on }),
  inputOf,
  pathOf: schedulePathOf,
  merge: (versions) => mergeWithDraft(versions, inputs),
  fingerprint,
  form: ScheduleForm,
  list: { to: '/invoices/recurring' },
  page: (id) => ({ to: '/invoices/recurring/$id', params: { id: String(id) } }),
})
