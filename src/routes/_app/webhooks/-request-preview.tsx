import { Card, Stack, Text, Title } from '@mantine/core'

import type { WebhookForm } from '#api/webhook-form.ts'
import type { EventPayload } from '#contract/webhooks/events.ts'
import { CodeBlock } from '#kit/code-block.tsx'

import { describeCondition, filledConditions } from './-webhook-descriptions.ts'

interface Props {
  form: WebhookForm
  /** Null where the service shows none. */
  sample: EventPayload | null
}

/** The request these settings make, with a sample of the first selected event. */
export function RequestPreview({ form, sample }: Props) {
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
