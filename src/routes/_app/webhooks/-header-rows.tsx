import { Group, Input, Stack, Text } from '@mantine/core'
import { type Control, useFieldArray, useFormState } from 'react-hook-form'

import type { WebhookForm } from '#api/webhook-form.ts'
import { mostHeaders } from '#contract/webhooks/config.ts'

import { FormText } from './-inputs.tsx'
import { AddButton, RemoveButton } from './-row-buttons.tsx'

/** Custom headers, sent with every delivery. */
export function HeaderRows({ control }: { control: Control<WebhookForm> }) {
  const { fields, append, remove } = useFieldArray({ control, name: 'headers' })
  const { errors } = useFormState({ control, name: 'headers' })
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        Sent with every delivery, in addition to content-type and the signature. Don’t put the signing secret
        here. Once saved, credentials such as Authorization show as asterisks: leave those to keep the value.
      </Text>
      {fields.map(({ id }, index) => (
        <Group key={id} gap="xs" align="flex-start" wrap="nowrap">
          <FormText
            control={control}
            name={`headers.${index}.name`}
            aria-label={`Name of header ${index + 1}`}
            placeholder="X-Api-Key"
            autoComplete="off"
            spellCheck={false}
            flex="1 1 40%"
          />
          <FormText
            control={control}
            name={`headers.${index}.value`}
            aria-label={`Value of header ${index + 1}`}
            placeholder="Value"
            autoComplete="off"
            spellCheck={false}
            flex="1 1 60%"
          />
          <RemoveButton label={`Remove header ${index + 1}`} onClick={() => remove(index)} />
        </Group>
      ))}
      {errors.headers?.message && <Input.Error size="sm">{errors.headers.message}</Input.Error>}
      <AddButton
        label="Add header"
        disabled={fields.length >= mostHeaders}
        onClick={() => append({ name: '', value: '' })}
      />
    </Stack>
  )
}
