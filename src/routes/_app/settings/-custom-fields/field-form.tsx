import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'

import { customFields } from '#api/custom-fields.ts'
import { type FieldValues, configOf } from '#api/field-form.ts'
import { type EditedField, fieldSettings } from '#api/field-settings.ts'
import { fieldType } from '#contract/customers/custom-fields.ts'
import { RecordForm } from '#kit/record-form.tsx'
import type { RecordEditor } from '#kit/use-record-form.ts'
import type { FormProps } from '#parts/records/record-kind.ts'

import { FieldInputs } from './field-inputs.tsx'
import { WizardPreview } from './wizard-preview.tsx'

import classes from './page.module.css'

/** The page of a field's form, for a new one and for one that exists, beside what staff will see. */
export function FieldForm({ editor, page, start }: FormProps<FieldValues, EditedField>) {
  const id = start?.field.id ?? 0
  // What is read again to merge says anew how many customers use it.
  const latest = useQuery({ ...fieldSettings.toEdit(id), enabled: start !== undefined })
  const usage = latest.data?.field ?? start?.field
  return (
    <div className={classes['columns']}>
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
      <div className={classes['aside']}>
        <LivePreview editor={editor} id={id} />
      </div>
    </div>
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
