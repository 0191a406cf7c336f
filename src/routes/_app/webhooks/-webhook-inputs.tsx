import { Card, Grid, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Control, type UseFormReturn, useController, useWatch } from 'react-hook-form'

import type { EventType } from '#api/event-types.ts'
import { type WebhookForm, urlMessage } from '#api/webhook-form.ts'
import { webhooks } from '#api/webhooks.ts'
import type { EventPayload } from '#contract/webhooks/events.ts'
import { longestUrl } from '#contract/webhooks/webhooks.ts'
import { CodeBlock } from '#kit/code-block.tsx'
import { numberText } from '#lib/locale.ts'
import { isPrivateHost } from '#lib/private-host.ts'

import { DeliverySettings } from './-delivery-settings.tsx'
import { EventPicker } from './-event-picker.tsx'
import { FormText } from './-inputs.tsx'
import { payloadFields } from './-payload-fields.ts'
import { useFeatures } from './-use-features.ts'
import { describeCondition, filledConditions } from './-webhook-descriptions.ts'

interface Props {
  form: UseFormReturn<WebhookForm>
  types: readonly EventType[]
}

/** The inputs of an endpoint, for creating and editing, beside a preview of the request they make. */
export function WebhookInputs({ form: { control }, types }: Props) {
  const features = useFeatures()
  const { data: waits } = useQuery({ ...webhooks.retrySchedule(), enabled: features.records })
  const values = useWatch({ control }) as WebhookForm
  const selected = types.filter(({ name }) => values.events.includes(name))
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, lg: 7 }}>
        <Stack gap="lg">
          <InputCard title="Endpoint">
            <Stack gap="md">
              <UrlInput control={control} />
              {features.records && (
                <FormText
                  control={control}
                  name="name"
                  label="Name"
                  description="Optional. Shown instead of the host and path."
                  placeholder="Ledger sync"
                  autoComplete="off"
                />
              )}
            </Stack>
          </InputCard>
          <InputCard title="Events">
            <EventPicker control={control} types={types} />
          </InputCard>
          <InputCard title="Advanced">
            <DeliverySettings
              control={control}
              values={values}
              scheduledRetries={waits?.length}
              fields={payloadFields(selected.map(({ sample }) => sample))}
            />
          </InputCard>
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 5 }}>
        <RequestPreview form={values} sample={selected[0]?.sample ?? types[0]?.sample ?? null} />
      </Grid.Col>
    </Grid>
  )
}

function InputCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card withBorder component="section" p={{ base: 'md', sm: 'lg' }} aria-label={title}>
      <Title order={2} size="h2" mb="sm">
        {title}
      </Title>
      {children}
    </Card>
  )
}

/** The URL of an endpoint, checked while it is typed. */
function UrlInput({ control }: { control: Control<WebhookForm> }) {
  const { field, fieldState } = useController({ control, name: 'url' })
  const url = field.value.trim()
  return (
    <Stack gap={6}>
      <TextInput
        {...field}
        type="url"
        inputMode="url"
        label="Endpoint URL"
        description="Events are sent here. Must use HTTPS."
        placeholder="https://hooks.example.com/bureau"
        autoComplete="off"
        spellCheck={false}
        required
        error={fieldState.error?.message}
      />
      {url !== '' && !fieldState.error && <UrlHint url={url} />}
    </Stack>
  )
}

function UrlHint({ url }: { url: string }) {
  const problem = urlMessage(url)
  if (problem !== undefined)
    return <HintLine icon={IconCircleX} color="var(--mantine-color-error)" text={problem} />
  if (isPrivateHost(url))
    return (
      <HintLine
        icon={IconAlertTriangle}
        color="var(--bureau-notice-dot)"
        text="This is a private network address. Deliveries are blocked unless the server allows it (WEBHOOK_ALLOW_NETWORKS)."
      />
    )
  const length = `${numberText(url.length)} of ${numberText(longestUrl)} characters`
  return <HintLine icon={IconCircleCheck} color="var(--bureau-good)" text={`Valid URL, ${length}`} />
}

function HintLine({ icon: Icon, color, text }: { icon: typeof IconCircleX; color: string; text: string }) {
  return (
    <Group gap={6} wrap="nowrap" align="flex-start" role="status">
      <Icon size={16} style={{ flexShrink: 0 }} color={color} aria-hidden />
      <Text size="xs" c="dimmed">
        {text}
      </Text>
    </Group>
  )
}

interface RequestPreviewProps {
  form: WebhookForm
  /** Null where the service shows none. */
  sample: EventPayload | null
}

/** The request these settings make, with a sample of the first selected event. */
function RequestPreview({ form, sample }: RequestPreviewProps) {
  const conditions = filledConditions(form.conditions).map(describeCondition)
  return (
    <Card
      withBorder
      component="aside"
      aria-label="Preview"
      p={{ base: 'md', sm: 'lg' }}
      pos="sticky"
      top={72}
    >
      <Title order={2} size="h2">
        Request preview
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {sample && `With a sample of ${sample.type}. `}
        {conditions.length > 0 && `Sent only if ${conditions.join(' and ')}.`}
      </Text>
      <Stack gap="sm">
        <CodeBlock label="Request" text={requestText(form)} copies={null} wraps />
        <CodeBlock
          label="Body"
          text={bodyText(form, sample)}
          language="json"
          copies={null}
          wraps
          maxHeight={320}
        />
      </Stack>
    </Card>
  )
}

function requestText({ url, method, payloadFormat, headers }: WebhookForm): string {
  const address = URL.canParse(url.trim()) ? new URL(url.trim()) : undefined
  return [
    `${method} ${address ? address.pathname + address.search : '/…'} HTTP/1.1`,
    `host: ${address?.host ?? '…'}`,
    `content-type: ${payloadFormat === 'json' ? 'application/json; charset=utf-8' : 'application/x-www-form-urlencoded'}`,
    'webhook-id: the same for every attempt',
    'webhook-timestamp: seconds since 1970',
    'webhook-signature: v1,…',
    ...headers.filter(({ name }) => name !== '').map(({ name, value }) => `${name}: ${value}`),
  ].join('\n')
}

function bodyText({ payloadFormat, events }: WebhookForm, sample: EventPayload | null): string {
  const payload = sample ?? { type: events[0] ?? '…', timestamp: '…', data: '…' }
  if (payloadFormat === 'json') return JSON.stringify(payload, null, 2)
  return new URLSearchParams({ payload: JSON.stringify(payload) }).toString()
}
