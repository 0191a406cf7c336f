import { Group, Input, Stack, Text } from '@mantine/core'
import { useId } from 'react'
import { type Control, useFieldArray, useFormState, useWatch } from 'react-hook-form'

import { type WebhookForm, needsValue } from '#api/webhook-form.ts'
import { mostConditions } from '#contract/webhooks/config.ts'

import { FormSelect, FormText } from './-inputs.tsx'
import { AddButton, RemoveButton } from './-row-buttons.tsx'
import { operatorChoices } from './-webhook-descriptions.ts'

interface Props {
  control: Control<WebhookForm>
  /** Fields in the payloads of the selected events, as suggestions. */
  fields: readonly string[]
}

/** Conditions that an event must meet, all of them, to be sent. */
export function ConditionRows({ control, fields: known }: Props) {
  const { fields, append, remove } = useFieldArray({ control, name: 'conditions' })
  const { errors } = useFormState({ control, name: 'conditions' })
  const rows = useWatch({ control, name: 'conditions' })
  const listId = useId()
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {fields.length === 0
          ? 'All selected events are sent. Add conditions to send only events that match all of them.'
          : 'An event is sent only if it matches all conditions.'}
      </Text>
      <datalist id={listId}>
        {known.map((field) => (
          <option key={field} value={field}>
            {field}
          </option>
        ))}
      </datalist>
      {fields.map(({ id }, index) => (
        <Group key={id} gap="xs" align="flex-start">
          <FormText
            control={control}
            name={`conditions.${index}.field`}
            aria-label={`Field of condition ${index + 1}`}
            placeholder="data.email"
            list={listId}
            autoComplete="off"
            spellCheck={false}
            flex="2 1 150px"
          />
          <FormSelect
            control={control}
            name={`conditions.${index}.operator`}
            aria-label={`Comparison of condition ${index + 1}`}
            data={operatorChoices}
            flex="1 1 120px"
          />
          {needsValue(rows[index]?.operator ?? 'equals') && (
            <FormText
              control={control}
              name={`conditions.${index}.value`}
              aria-label={`Value of condition ${index + 1}`}
              placeholder="Value"
              autoComplete="off"
              flex="2 1 120px"
            />
          )}
          <RemoveButton label={`Remove condition ${index + 1}`} onClick={() => remove(index)} />
        </Group>
      ))}
      {errors.conditions?.message && <Input.Error size="sm">{errors.conditions.message}</Input.Error>}
      <AddButton
        label="Add condition"
        disabled={fields.length >= mostConditions}
        onClick={() => append({ field: '', operator: 'equals', value: '' })}
      />
    </Stack>
  )
}
