import { Accordion, Card, Grid, Group, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'

import type { EventType } from '#api/event-types.ts'
import type { WebhookForm } from '#api/webhook-form.ts'
import { configMethods, retries, timeoutSeconds } from '#contract/webhooks.ts'
import { pluralize } from '#lib/pluralize.ts'

import { ConditionRows } from './-condition-rows.tsx'
import { EventPicker } from './-event-picker.tsx'
import { HeaderRows } from './-header-rows.tsx'
import { FormNumber, FormSelect } from './-inputs.tsx'
import { payloadFields } from './-payload-fields.ts'
import { RequestPreview } from './-request-preview.tsx'
import { UrlInput } from './-url-input.tsx'
import { formatWords, retriesWords, secondsWords } from './-webhook-words.ts'

interface Props {
  form: UseFormReturn<WebhookForm>
  types: readonly EventType[]
  /** The button that sends, and what stands above it. */
  actions: ReactNode
}

/** The inputs of an endpoint, for a new one and for one that is edited, beside the request they make. */
export function WebhookInputs({ form: { control }, types, actions }: Props) {
  const values = useWatch({ control }) as WebhookForm
  const chosen = types.filter(({ name }) => values.events.includes(name))
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, lg: 7 }}>
        <Stack gap="lg">
          <Section title="Address">
            <UrlInput control={control} />
          </Section>
          <Section title="Events">
            <EventPicker control={control} types={types} />
          </Section>
          <Section title="Settings">
            <Settings
              control={control}
              values={values}
              fields={payloadFields(chosen.map(({ sample }) => sample))}
            />
          </Section>
          {actions}
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 5 }}>
        <RequestPreview form={values} sample={chosen[0]?.sample ?? types[0]?.sample ?? null} />
      </Grid.Col>
    </Grid>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card withBorder component="section" p={{ base: 'md', sm: 'lg' }} aria-label={title}>
      <Title order={2} size="h4" mb="sm">
        {title}
      </Title>
      {children}
    </Card>
  )
}

interface SettingsProps {
  control: UseFormReturn<WebhookForm>['control']
  values: WebhookForm
  fields: readonly string[]
}

function Settings({ control, values, fields }: SettingsProps) {
  const { headers, conditions } = values
  const { errors } = control._formState
  const [opened, setOpened] = useState<string[]>([])
  // What is marked as wrong must be seen.
  const wrong = Object.entries(sectionOf).flatMap(([place, section]) => (place in errors ? [section] : []))
  return (
    <Accordion
      multiple
      variant="contained"
      order={3}
      value={[...new Set([...opened, ...wrong])]}
      onChange={setOpened}
    >
      <Fold
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
            data={Object.entries(formatWords).map(([value, label]) => ({ value, label }))}
          />
        </Group>
      </Fold>
      <Fold
        value="headers"
        title="Headers"
        summary={headers.length === 0 ? 'No custom headers' : `${headers.length} set`}
      >
        <HeaderRows control={control} />
      </Fold>
      <Fold
        value="conditions"
        title="Conditions"
        summary={
          conditions.length === 0 ? 'All selected events are sent' : pluralize(conditions.length, 'condition')
        }
      >
        <ConditionRows control={control} fields={fields} />
      </Fold>
      <Fold value="timeout" title="Timeout" summary={secondsWords(values.timeout)}>
        <FormNumber
          control={control}
          name="timeout"
          label="Seconds"
          description={`From ${timeoutSeconds.low} to ${timeoutSeconds.high}, covering the whole request`}
          allowDecimal={false}
          allowNegative={false}
          maw={280}
        />
      </Fold>
      <Fold value="retries" title="Retries" summary={retriesWords(values.maxRetries)}>
        <FormNumber
          control={control}
          name="maxRetries"
          label="Maximum retries"
          description={`From ${retries.low} to ${retries.high}, with increasing delays`}
          allowDecimal={false}
          allowNegative={false}
          maw={280}
        />
      </Fold>
    </Accordion>
  )
}

interface FoldProps {
  value: string
  title: string
  summary: string
  children: ReactNode
}

function Fold({ value, title, summary, children }: FoldProps) {
  return (
    <Accordion.Item value={value}>
      <Accordion.Control>
        <Group justify="space-between" gap="xs" pr="xs">
          <Text size="sm" fw={600}>
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
