import { fieldType } from '#contract/customers/custom-fields.ts'
import { now } from '#server/platform/lib/clock.ts'

/** The demo's custom fields: every type of the specification, and one that it does not name. */
export const demoFields = [
  {
    type: fieldType.select,
    name: 'How they found us',
    key: 'source',
    group: 'Relationship',
    required: 1,
    description: 'Helps us see what brings people in.',
    placeholder: null,
    options: ['Recommendation', 'Search', 'Fair', 'Walk-in', null],
  },
  {
    type: fieldType.text,
    name: 'Customer number',
    key: 'customer_number',
    group: 'Relationship',
    required: 0,
    description: null,
    placeholder: 'HF-0000',
    options: [],
  },
  {
    type: fieldType.textArea,
    name: 'What matters to them',
    key: 'preferences',
    group: 'Relationship',
    required: 0,
    description: 'Anything a colleague should know before calling.',
    placeholder: 'Prefers email; closed on Mondays…',
    options: [],
  },
  {
    type: fieldType.file,
    name: 'Signed agreement',
    key: 'agreement',
    group: 'Paperwork',
    required: 0,
    description: 'One PDF.',
    placeholder: null,
    options: [],
    fileConfig: { acceptFile: ['pdf'], allowMultiple: false, maxFiles: 1 },
  },
  {
    type: fieldType.file,
    name: 'Reference pictures',
    key: 'pictures',
    group: 'Paperwork',
    required: 0,
    description: 'Up to five pictures.',
    placeholder: null,
    options: [],
    fileConfig: { acceptFile: ['png', 'jpg', 'webp'], allowMultiple: true, maxFiles: 5 },
  },
  {
    type: 3,
    name: 'Loyalty tier',
    key: 'loyalty',
    group: 'Relationship',
    required: 0,
    description: null,
    placeholder: null,
    options: [],
  },
] as const

/** Returns the rows of the demo's custom fields, in their order, as that person would have defined them. */
export const demoFieldRows = (user_id: number) =>
  demoFields.map((field, position) => ({
    user_id,
    location: 1,
    type: field.type,
    name: field.name,
    key: field.key,
    description: field.description,
    placeholder: field.placeholder,
    fields: JSON.stringify({
      options: field.options,
      fileConfig: 'fileConfig' in field ? field.fileConfig : null,
    }),
    field_group: field.group,
    required: field.required,
    position,
    created_at: now(),
    updated_at: now(),
  }))
