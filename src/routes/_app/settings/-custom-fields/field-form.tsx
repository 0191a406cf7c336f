import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'

import { customFields } from '#api/custom-fields.ts'
import { type FieldValues, configOf } from '#api/field-form.ts'
import { fieldType } from '#contract/custom-fields.ts'
import type { FieldUsage } from '#contract/field-definitions.ts'
import { ButtonLink } from '#kit/link.tsx'
import { RecordForm } from '#kit/record-form.tsx'
import type { RecordEditor } from '#kit/use-record-form.ts'

import { FieldInputs } from './field-inputs.tsx'
import { WizardPreview } from './wizard-preview.tsx'

import classes from './page.module.css'

interface Props {
  title: string
  subtitle?: ReactNode
  saveLabel?: string
  isNew?: boolean
  editor: RecordEditor<FieldValues>
  usage?: FieldUsage
}

/** The page of a field's form, for a new one and for one that exists, beside what staff will see. */
export const FieldForm = ({ editor, usage, ...rest }: Props) => (
  <div className={classes['columns']}>
    <RecordForm
      record="field"
      editor={editor}
      cancel={
        <ButtonLink to="/settings/custom-fields" variant="subtle" color="gray">
          Cancel
        </ButtonLink>
      }
      {...rest}
    >
      <FieldInputs control={editor.form.control} usage={usage} />
    </RecordForm>
    <div className={classes['aside']}>
      <LivePreview editor={editor} id={usage?.id ?? 0} />
    </div>
  </div>
)

/** The step that asks for the field, as it will be once the form is saved. */
function LivePreview({ editor, id }: Pick<Props, 'editor'> & { id: number }) {
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
