import type { FieldValues } from '#api/field-form.ts'
import { fieldType } from '#contract/custom-fields.ts'

/** Fields that many businesses begin with, by their name in the address. */
export const starters = {
  source: {
    type: String(fieldType.select),
    name: 'How they found us',
    group: 'Relationship',
    options: ['Recommendation', 'Search', 'Walk-in'].map((name) => ({ was: '', name })),
  },
  number: {
    type: String(fieldType.text),
    name: 'Customer number',
    group: 'Relationship',
    placeholder: 'C-0000',
  },
  agreement: {
    type: String(fieldType.file),
    name: 'Signed agreement',
    formats: 'pdf',
  },
} as const satisfies Record<string, Partial<FieldValues>>

/** The name of a starter. */
export type Starter = keyof typeof starters
/** Their names. */
export const starterNames = Object.keys(starters) as [Starter, ...Starter[]]
