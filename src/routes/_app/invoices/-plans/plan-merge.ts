import type { DraftForm } from '#api/invoice-draft.ts'
import { type Merge, type MergeInput, type Versions, describeValue, mergeVersions } from '#lib/merge.ts'

import { type DraftPart, mergeDrafts, withPart } from '../-editor/draft-merge.ts'
import type { PlanValues } from './plan-values.ts'
import { intervalWords } from './plan-words.tsx'

/** What of a plan is merged as a whole. */
type Path = Exclude<keyof PlanValues, 'draft'> | `draft.${Exclude<keyof DraftForm, 'due'>}`

const input = (
  path: Exclude<keyof PlanValues, 'draft'>,
  label: string,
  describe: (value: unknown) => string = describeValue,
): MergeInput<PlanValues, Path> => ({
  path,
  label,
  read: (values) => values[path],
  write: (values, value) => ({ ...values, [path]: value }),
  describe,
})

const inputs = [
  input('name', 'Name'),
  input('frequency', 'Interval', (value) => intervalWords[value as PlanValues['frequency']]),
  input('trial', 'Trial'),
]

const fields = {
  customer: 'customer',
  currency: 'currency',
  terms: 'paymentDays',
  lines: 'lines',
  notes: 'notes',
} as const satisfies Record<DraftPart, keyof DraftForm>

/** Merges two people’s edits of one plan, part by part. */
export function mergePlans(versions: Versions<PlanValues>): Merge<PlanValues, Path> {
  const { base, mine, theirs } = versions
  const own = mergeVersions(versions, inputs)
  const content = mergeDrafts({ base: base.draft, mine: mine.draft, theirs: theirs.draft })
  const conflicts = content.conflicts.map(({ path, label, mine: ours, theirs: other }) => {
    const field = fields[path]
    const choice = ({ value, text }: typeof ours) => ({
      value: withPart(content.merged, path, value)[field],
      text,
    })
    return { path: `draft.${field}` as const, label, mine: choice(ours), theirs: choice(other) }
  })
  return {
    merged: { ...own.merged, draft: content.merged },
    conflicts: [...own.conflicts, ...conflicts],
    taken: [...own.taken, ...content.taken],
  }
}
