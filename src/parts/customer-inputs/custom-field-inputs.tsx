import { Group, Stack, Text, Title } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { Control } from 'react-hook-form'

import { type NewCustomer, fieldKey } from '#api/customer-form.ts'
import { type CustomFieldConfig, fieldType } from '#contract/customers/custom-fields.ts'
import { longestText } from '#contract/customers/customers.ts'

import { grouped, isFile, isUnsupported, optionsOf } from './field-config.ts'
import { FormSelect, FormText, FormTextarea } from './form-inputs.tsx'

interface Props {
  control: Control<NewCustomer>
  fields: readonly CustomFieldConfig[]
}

/** One input for each of the account's custom fields, files apart. */
export function CustomFieldInputs({ control, fields }: Props) {
  const shown = fields.filter((field) => !isFile(field))
  const unsupported = shown.filter(isUnsupported)
  const groups = grouped(shown.filter((field) => !isUnsupported(field)))
  return (
    <Stack gap="xl">
      {groups.map(([heading, group]) => (
        <Stack key={heading} gap="md">
          {(heading !== '' || groups.length > 1) && (
            <Title order={3} size="h5" dir="auto">
              {heading === '' ? 'Other' : heading}
            </Title>
          )}
          {group.map((field) => (
            <FieldInput key={field.id} control={control} field={field} />
          ))}
        </Stack>
      ))}
      {unsupported.map((field) => (
        <UnsupportedField key={field.id} field={field} />
      ))}
    </Stack>
  )
}

function FieldInput({ control, field }: { control: Control<NewCustomer>; field: CustomFieldConfig }) {
  const shared = {
    control,
    name: `texts.${fieldKey(field.id)}`,
    label: field.name,
    description: field.description ?? undefined,
    required: field.required,
  } as const
  const text = { placeholder: field.placeholder ?? '', maxLength: longestText.customField, dir: 'auto' }
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

function UnsupportedField({ field }: { field: CustomFieldConfig }) {
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start" c="dimmed">
      <IconInfoCircle size={16} style={{ flex: 'none', marginTop: 2 }} aria-hidden />
      <Text size="sm">
        <bdi>{field.name}</bdi> is read-only in Bureau. The customer will be created without it.
      </Text>
    </Group>
  )
}
