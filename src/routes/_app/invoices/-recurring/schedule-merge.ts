import type { DraftForm } from '#api/invoice-draft.ts'
import { dayText } from '#lib/calendar.ts'
import { type Merge, type MergeInput, type Versions, describeValue, mergeVersions } from '#lib/merge.ts'

import { type DraftPart, mergeDrafts, withPart } from '../-editor/draft-merge.ts'
import type { Ending, ScheduleValues } from './schedule-values.ts'
import { frequencyWords } from './schedule-words.tsx'

/** What of a schedule is merged as a whole. */
type Path = Exclude<keyof ScheduleValues, 'draft'> | `draft.${Exclude<keyof DraftForm, 'due'>}`

const endingWords: Readonly<Record<Ending, string>> = {
  never: 'Never',
  day: 'On a date',
  count: 'After a number of invoices',
}
const dayOrEmpty = (value: unknown) => (value === '' ? describeValue('') : dayText(String(value)))

const input = (
  path: Exclude<keyof ScheduleValues, 'draft'>,
  label: string,
  describe: (value: unknown) => string,
): MergeInput<ScheduleValues, Path> => ({
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

const fields = {
  customer: 'customer',
  currency: 'currency',
  terms: 'paymentDays',
  lines: 'lines',
  notes: 'notes',
} as const satisfies Record<DraftPart, keyof DraftForm>

/** Merges two people’s edits of one schedule, part by part. */
export function mergeSchedules(versions: Versions<ScheduleValues>): Merge<ScheduleValues, Path> {
  const { base, mine, theirs } = versions
  const when = mergeVersions(versions, inputs)
  const content = mergeDrafts({ base: base.draft, mine: mine.draft, theirs: theirs.draft })
  const conflicts = content.conflicts.map(({ path, label, mine: own, theirs: other }) => {
    const field = fields[path]
    const choice = ({ value, text }: typeof own) => ({
      value: withPart(content.merged, path, value)[field],
      text,
    })
    return { path: `draft.${field}` as const, label, mine: choice(own), theirs: choice(other) }
  })
  return {
    merged: { ...when.merged, draft: content.merged },
    conflicts: [...when.conflicts, ...conflicts],
    taken: [...when.taken, ...content.taken],
  }
}
