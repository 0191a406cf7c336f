import { type Merge, type MergeInput, type Versions, describeValue } from '#lib/merge.ts'

import { type DraftPath, mergeWithDraft } from '../-editor/draft-merge.ts'
import type { PlanValues } from './plan-values.ts'
import { intervalWords } from './plan-words.tsx'

type Own = Exclude<keyof PlanValues, 'draft'>

const input = (
  path: Own,
  label: string,
  describe: (value: unknown) => string = describeValue,
): MergeInput<PlanValues, Own> => ({
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

/** Merges two people’s edits of one plan, part by part. */
export const mergePlans = (versions: Versions<PlanValues>): Merge<PlanValues, Own | DraftPath> =>
  mergeWithDraft(versions, inputs)
