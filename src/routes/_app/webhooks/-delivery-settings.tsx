import { Accordion, Group, Input, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { type Control, useFieldArray, useFormState } from 'react-hook-form'

import type { WebhookForm } from '#api/webhook-form.ts'
import { configMethods, mostHeaders, retries, timeoutSeconds } from '#contract/webhooks/config.ts'
import { pluralize } from '#lib/pluralize.ts'

import { ConditionRows } from './-condition-rows.tsx'
import { FormNumber, FormSelect, FormText } from './-inputs.tsx'
import { AddButton, RemoveButton } from './-row-buttons.tsx'
import { describeRetries, describeTimeout, filledConditions, formatLabels } from './-webhook-descriptions.ts'

interface Props {
  control: Control<WebhookForm>
  values: WebhookForm
  /** Fields that payloads of the selected events have. */
  fields: readonly string[]
  /** How many retries the service's schedule has; undefined where it isn't known. */
  scheduledRetries: number | undefined
}

/** How events are delivered: sections that say what they are set to while they are closed. */
export function DeliverySettings({ control, values, fields, scheduledRetries }: Props) {
  const { errors } = useFormState({ control })
  const [opened, setOpened] = useState<string[]>([])
  // Marked inputs must be visible.
  const invalid = Object.entries(sectionOf).flatMap(([path, section]) => (path in errors ? [section] : []))
  const headers = values.headers.filter(({ name }) => name !== '').length
  const conditions = filledConditions(values.conditions).length
  return (
    <Accordion
      multiple
      variant="contained"
      order={3}
      value={[...new Set([...opened, ...invalid])]}
      onChange={setOpened}
    >
      <SettingsSection
        value="method"
        title="Method and payload"
        summary={`${values.method}, ${values.payloadFormat === 'json' ? 'JSON' : 'form fields'}`}
      >
        <Group grow align="flex-start">
          <FormSelect control={control} name="method" label="Method" data={[...configMethods]} />
          <FormSelect
            control={control}
            name="payloadFormat"
            label="Payload"
            data={Object.entries(formatLabels).map(([value, label]) => ({ value, label }))}
          />
        </Group>
      </SettingsSection>
      <SettingsSection
        value="headers"
        title="Headers"
        summary={headers === 0 ? 'No custom headers' : pluralize(headers, 'header')}
      >
        <HeaderRows control={control} />
      </SettingsSection>
      <SettingsSection
        value="conditions"
        title="Conditions"
        summary={conditions === 0 ? 'All selected events are sent' : pluralize(conditions, 'condition')}
      >
        <ConditionRows control={control} fields={fields} />
      </SettingsSection>
      <SettingsSection value="timeout" title="Timeout" summary={describeTimeout(values.timeout)}>
        <FormNumber
          control={control}
          name="timeout"
          label="Seconds"
          description={`From ${timeoutSeconds.low} to ${timeoutSeconds.high}, covering the whole request`}
          allowDecimal={false}
          allowNegative={false}
          maw={280}
        />
      </SettingsSection>
      <SettingsSection
        value="retries"
        title="Retries"
        summary={describeRetries(values.maxRetries, scheduledRetries)}
      >
        <FormNumber
          control={control}
          name="maxRetries"
          label="Maximum retries"
          description={retriesHint(scheduledRetries)}
          allowDecimal={false}
          allowNegative={false}
          maw={280}
        />
      </SettingsSection>
    </Accordion>
  )
}

const retriesHint = (scheduled: number = retries.high) =>
  scheduled < retries.high
    ? `From ${retries.low} to ${retries.high}, with increasing delays. This server’s schedule allows ${scheduled}.`
    : `From ${retries.low} to ${retries.high}, with increasing delays`

interface SectionProps {
  value: string
  title: string
  summary: string
  children: ReactNode
}

function SettingsSection({ value, title, summary, children }: SectionProps) {
  return (
    <Accordion.Item value={value}>
      <Accordion.Control>
        <Group justify="space-between" gap="xs" pr="xs">
          <Text size="sm" fw={500}>
            {title}
          </Text>
          <Text size="sm" c="dimmed">
            {summary}
          </Text>
        </Group>
      </Accordion.Control>
      <Accordion.Panel>{children}</Accordion.Panel>
    </Accordion.Item>
  )
}

const sectionOf = {
  method: 'method',
  payloadFormat: 'method',
  headers: 'headers',
  conditions: 'conditions',
  timeout: 'timeout',
  maxRetries: 'retries',
}

/** Custom headers, sent with every delivery. */
function HeaderRows({ control }: { control: Control<WebhookForm> }) {
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
