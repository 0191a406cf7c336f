import { Alert, Stack, Text, Title } from '@mantine/core'
import type { Control } from 'react-hook-form'

import { type NewCustomer, fieldKey } from '#api/customer-form.ts'
import { type CustomFieldConfig, fieldType } from '#contract/custom-fields.ts'
import { longestText } from '#contract/customers.ts'

import { FormSelect, FormText, FormTextarea } from './inputs.tsx'
import { grouped, isFile, isUnsupported, optionsOf } from './rules.ts'

interface Props {
  control: Control<NewCustomer>
  fields: readonly CustomFieldConfig[]
}

/** One input a field, as the account has configured them. Files have a step of their own. */
export function FieldsStep({ control, fields }: Props) {
  const groups = grouped(fields.filter((field) => !isFile(field)))
  if (groups.length === 0) return <Text>This account has no custom fields.</Text>
  return (
    <Stack gap="xl">
      {groups.map(([heading, some]) => (
        <Stack key={heading}>
          {(heading !== '' || groups.length > 1) && (
            <Title order={3} size="h5" dir="auto">
              {heading === '' ? 'Other' : heading}
            </Title>
          )}
          {some.map((field) => (
            <FieldInput key={field.id} control={control} field={field} />
          ))}
        </Stack>
      ))}
    </Stack>
  )
}

function FieldInput({ control, field }: { control: Control<NewCustomer>; field: CustomFieldConfig }) {
  if (isUnsupported(field)) {
    return (
      <Alert variant="light" color="gray" title={field.name}>
        <Text size="sm">
          This field type isn’t supported here (type {field.type}). The customer will be created without it.
        </Text>
      </Alert>
    )
  }
  const shared = {
    control,
    name: `texts.${fieldKey(field.id)}`,
    label: field.name,
    description: field.description ?? undefined,
    required: field.required,
  } as const
  const text = { placeholder: field.placeholder ?? '', maxLength: longestText.customField }
  if (field.type === fieldType.select) {
    const none = { value: '', label: field.required ? 'Choose…' : 'None' }
    return (
      <FormSelect {...shared} data={[none, ...optionsOf(field).map((value) => ({ value, label: value }))]} />
    )
  }
  return field.type === fieldType.textArea ? (
    <FormTextarea {...shared} {...text} rows={4} resize="vertical" />
  ) : (
    <FormText {...shared} {...text} autoComplete="off" />
  )
}
