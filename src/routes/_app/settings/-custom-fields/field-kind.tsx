import { useQuery } from '@tanstack/react-query'
import { type FieldPath, useWatch } from 'react-hook-form'

import { customFields } from '#api/custom-fields.ts'
import {
  type FieldValues,
  type OptionValue,
  configOf,
  fieldInput,
  fieldPathOf,
  fieldProblems,
  fieldValues,
} from '#api/field-form.ts'
import { type EditedField, fieldSettings } from '#api/field-settings.ts'
import { fieldType } from '#contract/customers/custom-fields.ts'
import type { FieldDefinition } from '#contract/customers/field-definition.ts'
import type { FieldInput } from '#contract/customers/field-definitions.ts'
import { RecordForm } from '#kit/record-form.tsx'
import type { RecordEditor } from '#kit/use-record-form.ts'
import { WithPreview } from '#kit/with-preview.tsx'
import { listText } from '#lib/locale.ts'
import { type Merge, type Versions, inputsOf, mergeVersions } from '#lib/merge.ts'
import type { FormProps, RecordKind } from '#parts/records/record-kind.ts'

import { FieldInputs } from './field-inputs.tsx'
import { fieldTypeWords } from './field-types.ts'
import { ability } from './manage.ts'
import { WizardPreview } from './wizard-preview.tsx'

type Path = FieldPath<FieldValues>

/** Merges my edits of a field with the changes of others. */
const mergeFields = (versions: Versions<FieldValues>): Merge<FieldValues, Path> =>
  mergeVersions(versions, inputs)

const input = inputsOf<FieldValues>()

const listOf = (names: readonly string[]) => (names.length === 0 ? 'None' : listText([...names], 'and'))

const inputs = [
  input('name', 'Name'),
  input('type', 'Type', (type) => fieldTypeWords(Number(type)).label),
  input('group', 'Group'),
  input('options', 'Options', (options: readonly OptionValue[]) => listOf(options.map(({ name }) => name))),
  input('retired', 'Retired options', listOf),
  input('formats', 'File formats'),
  input('max_files', 'Most files'),
  input('required', 'Required', (isRequired) => (isRequired ? 'Yes' : 'No')),
  input('description', 'Help text'),
  input('placeholder', 'Placeholder'),
]

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

/** The page of a field's form, for a new one and for one that exists, beside what staff will see. */
function FieldForm({ editor, page, start }: FormProps<FieldValues, EditedField>) {
  const id = start?.field.id ?? 0
  // What is read again to merge says anew how many customers use it.
  const latest = useQuery({ ...fieldSettings.toEdit(id), enabled: start !== undefined })
  const usage = latest.data?.field ?? start?.field
  return (
    <WithPreview preview={<LivePreview editor={editor} id={id} />}>
      <RecordForm
        {...page}
        subtitle={
          start && (
            <>
              <bdi>{start.field.name}</bdi> · Key in CSV files and the API: <bdi>{start.field.key}</bdi>
            </>
          )
        }
        editor={editor}
      >
        <FieldInputs control={editor.form.control} usage={usage} />
      </RecordForm>
    </WithPreview>
  )
}

/** The step that asks for the field, as it will be once the form is saved. */
function LivePreview({ editor, id }: { editor: RecordEditor<FieldValues>; id: number }) {
  const values = useWatch({ control: editor.form.control }) as FieldValues
  const { data } = useQuery(customFields.definitions())
  const edited = configOf(values, id)
  const others = data?.fields.filter(({ retired_at }) => retired_at === null) ?? []
  const fields = others.some((field) => field.id === id)
    ? others.map((field) => (field.id === id ? edited : field))
    : [...others, edited]
  const step = edited.type === fieldType.file ? 'files' : 'fields'
  return <WizardPreview key={step} fields={fields} step={step} />
}
