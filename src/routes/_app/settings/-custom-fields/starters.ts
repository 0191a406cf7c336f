import type { FieldValues } from '#api/field-form.ts'
import { fieldType } from '#contract/customers/custom-fields.ts'

import type { Starter } from './starter-names.ts'

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
} as const satisfies Record<Starter, Partial<FieldValues>>
