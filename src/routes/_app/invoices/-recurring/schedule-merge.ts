import { dayText } from '#lib/calendar.ts'
import { type Merge, type MergeInput, type Versions, describeValue } from '#lib/merge.ts'

import { type DraftPath, mergeWithDraft } from '../-editor/draft-merge.ts'
import type { Ending, ScheduleValues } from './schedule-values.ts'
import { frequencyWords } from './schedule-words.tsx'

type Own = Exclude<keyof ScheduleValues, 'draft'>

const endingWords: Readonly<Record<Ending, string>> = {
  never: 'Never',
  day: 'On a date',
  count: 'After a number of invoices',
}
const dayOrEmpty = (value: unknown) => (value === '' ? describeValue('') : dayText(String(value)))

const input = (
  path: Own,
  label: string,
  describe: (value: unknown) => string,
): MergeInput<ScheduleValues, Own> => ({
  path,
  label,
  read: (values) => values[path],
  write: (values, value) => ({ ...values, [path]: value }),
  describe,
})

const inputs = [
  input('frequency', 'Frequency', (value) => frequencyWords[value as ScheduleValues['frequency']]),
  input('startsOn', 'First invoice', dayOrEmpty),
  input('ending', 'Ends', (value) => endingWords[value as Ending]),
  input('endsOn', 'Last day', dayOrEmpty),
  input('count', 'Number of invoices', describeValue),
]

/** Merges two people’s edits of one schedule, part by part. */
export const mergeSchedules = (versions: Versions<ScheduleValues>): Merge<ScheduleValues, Own | DraftPath> =>
  mergeWithDraft(versions, inputs)
