import { type FieldValues, fieldInput, fieldPathOf, fieldProblems, fieldValues } from '#api/field-form.ts'
import { type EditedField, fieldSettings } from '#api/field-settings.ts'
import type { FieldDefinition } from '#contract/customers/field-definition.ts'
import type { FieldInput } from '#contract/customers/field-definitions.ts'
import type { RecordKind } from '#parts/records/record-kind.ts'

import { FieldForm } from './field-form.tsx'
import { ability } from './manage.ts'
import { mergeFields } from './merge.ts'

/** Custom fields, as they are created and changed. */
export const fieldKind: RecordKind<FieldValues, EditedField, FieldInput, FieldDefinition> = {
  noun: 'field',
  plural: 'fields',
  listName: 'Custom fields',
  pageName: 'Custom fields',
  draft: 'custom-field',
  ability,
  queries: { ...fieldSettings, one: fieldSettings.toEdit },
  valuesOf: ({ field, version }) => ({ values: fieldValues(field), version }),
  check: fieldProblems,
  inputOf: fieldInput,
  pathOf: fieldPathOf,
  merge: mergeFields,
  form: FieldForm,
  list: { to: '/settings/custom-fields' },
  page: () => ({ to: '/settings/custom-fields' }),
}
