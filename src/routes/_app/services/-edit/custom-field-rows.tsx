import { ActionIcon, Button, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type Control, useFieldArray, useWatch } from 'react-hook-form'

import type { ServiceValues } from '#api/service-form.ts'
import { longestServiceText, mostServiceFields } from '#contract/services/input.ts'
import { bind } from '#kit/form.tsx'
import { Select } from '#kit/select.tsx'

import classes from './custom-field-rows.module.css'

const FormText = bind(TextInput)
const FormSelect = bind(Select)

const types = [
  { value: 'text', label: 'Text' },
  { value: 'number', label: 'Number' },
]

/** A service's custom fields, each with a name and a value. */
export function CustomFieldRows({ control }: { control: Control<ServiceValues> }) {
  const { fields, append, remove } = useFieldArray({ control, name: 'custom_fields' })
  return (
    <Stack gap="sm" align="start">
      {fields.length === 0 && (
        <Text size="sm" c="dimmed">
          Add anything else that customers or staff should know, such as a lead time.
        </Text>
      )}
      {fields.length > 0 && (
        <ul className={classes.rows}>
          {fields.map(({ id }, index) => (
            <FieldRow key={id} control={control} index={index} onRemove={() => remove(index)} />
          ))}
        </ul>
      )}
      {fields.length < mostServiceFields && (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => append({ field_id: null, name: '', type: 'text', value: '', is_kept: false })}
        >
          Add field
        </Button>
      )}
    </Stack>
  )
}

interface RowProps {
  control: Control<ServiceValues>
  index: number
  onRemove: () => void
}

function FieldRow({ control, index, onRemove }: RowProps) {
  const field = useWatch({ control, name: `custom_fields.${index}` })
  const position = index + 1
  return (
    <li className={classes.row}>
      <FormText
        control={control}
        name={`custom_fields.${index}.name`}
        aria-label={`Name of field ${position}`}
        placeholder="Name"
        dir="auto"
        maxLength={longestServiceText.line}
      />
      {field?.field_id === null ? (
        <FormSelect
          control={control}
          name={`custom_fields.${index}.type`}
          aria-label={`Type of field ${position}`}
          data={types}
        />
      ) : (
        <Text size="sm" c="dimmed" className={classes.type ?? ''}>
          {types.find(({ value }) => value === field?.type)?.label ?? field?.type}
        </Text>
      )}
      {field?.is_kept ? (
        <Text size="sm" c="dimmed">
          This value can’t be edited here. It stays as it is.
        </Text>
      ) : (
        <FormText
          control={control}
          name={`custom_fields.${index}.value`}
          aria-label={`Value of field ${position}`}
          placeholder="Value"
          dir="auto"
          inputMode={field?.type === 'number' ? 'decimal' : 'text'}
          maxLength={longestServiceText.fieldValue}
        />
      )}
      <ActionIcon variant="subtle" color="gray" aria-label={`Remove field ${position}`} onClick={onRemove}>
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </li>
  )
}
