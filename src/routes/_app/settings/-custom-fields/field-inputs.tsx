import { Autocomplete, Stack, Switch, TextInput, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Control, useController, useWatch } from 'react-hook-form'

import { customFields } from '#api/custom-fields.ts'
import type { FieldValues } from '#api/field-form.ts'
import { fieldType } from '#contract/customers/custom-fields.ts'
import { type FieldUsage, longestDefinition, mostFiles } from '#contract/customers/field-definitions.ts'
import { Columns } from '#kit/columns.tsx'
import { bind } from '#kit/form.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { Select } from '#kit/select.tsx'
import { pluralize } from '#lib/pluralize.ts'

import { fieldTypeWords, typeChoices } from './field-types.ts'
import { OptionRows } from './option-rows.tsx'

const FormText = bind(TextInput)
const FormTextarea = bind(Textarea)
const FormSelect = bind(Select)

interface Props {
  control: Control<FieldValues>
  /** Undefined for a new field. */
  usage: FieldUsage | undefined
}

/** Everything about a custom field: the body of the forms that create and edit one. */
export function FieldInputs({ control, usage }: Props) {
  const type = Number(useWatch({ control, name: 'type' }))
  const isText = type === fieldType.text || type === fieldType.textArea
  return (
    <>
      <SectionCard title="Field">
        <Stack gap="md">
          <FormText
            control={control}
            name="name"
            label="Name"
            required
            dir="auto"
            autoComplete="off"
            maxLength={longestDefinition.name}
          />
          <Columns>
            <FormSelect
              control={control}
              name="type"
              label="Type"
              data={typeChoices(usage?.type ?? fieldType.text)}
              disabled={usage?.has_values === true}
              description={
                usage?.has_values
                  ? `Can’t change: ${pluralize(usage.values, 'customer')} ${usage.values === 1 ? 'has' : 'have'} a value`
                  : fieldTypeWords(type).hint
              }
            />
            {type !== fieldType.file && <GroupInput control={control} />}
          </Columns>
          {type === fieldType.select && <OptionRows control={control} usage={usage} />}
          {type === fieldType.file && (
            <Columns>
              <FormText
                control={control}
                name="formats"
                label="File formats"
                description="Separated by commas. Empty: any format."
                placeholder="pdf, docx"
                autoComplete="off"
              />
              <FormText
                control={control}
                name="max_files"
                label="Most files"
                description={`From 1 to ${mostFiles}`}
                inputMode="numeric"
                autoComplete="off"
              />
            </Columns>
          )}
          <RequiredSwitch control={control} />
        </Stack>
      </SectionCard>
      <SectionCard title="Help for staff">
        <Stack gap="md">
          <FormTextarea
            control={control}
            name="description"
            label="Help text"
            description="Shown below the name"
            dir="auto"
            autosize
            minRows={2}
            maxRows={6}
            maxLength={longestDefinition.description}
          />
          {isText && (
            <FormText
              control={control}
              name="placeholder"
              label="Placeholder"
              description="An example, shown while the input is empty"
              dir="auto"
              autoComplete="off"
              maxLength={longestDefinition.placeholder}
            />
          )}
        </Stack>
      </SectionCard>
    </>
  )
}

/** A group that exists, or the name of a new one. */
function GroupInput({ control }: Pick<Props, 'control'>) {
  const { field, fieldState } = useController({ control, name: 'group' })
  const { data } = useQuery(customFields.definitions())
  const groups = [...new Set(data?.fields.map(({ group }) => group.trim()).filter(Boolean))]
  return (
    <Autocomplete
      {...field}
      label="Group"
      description="Fields of a group share a heading"
      error={fieldState.error?.message}
      data={groups}
      dir="auto"
      autoComplete="off"
      maxLength={longestDefinition.group}
    />
  )
}

function RequiredSwitch({ control }: Pick<Props, 'control'>) {
  const { value, ...bound } = useController({ control, name: 'required' }).field
  return (
    <Switch
      {...bound}
      checked={value}
      label="Required"
      description="New customers can’t be added without it. Customers who never had a value can still be edited and imported."
    />
  )
}
