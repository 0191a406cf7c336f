import { Alert, Button, Group, Skeleton, Stack, Tabs, Text, Title } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { deliveries } from '#api/deliveries.ts'
import type { Attempt, DeliveryInFull } from '#contract/deliveries.ts'
import { CodeBlock } from '#kit/code-block.tsx'
import { CopyButton } from '#kit/copy-button.tsx'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { Problem } from '#kit/problem.tsx'
import { RelativeTime } from '#kit/relative-time.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { asCurl } from '#lib/curl.ts'
import { momentOf } from '#lib/dates.ts'
import { numberFormat } from '#lib/locale.ts'
import { readable } from '#lib/readable-text.ts'

import { DeliveryMark } from './-delivery-mark.tsx'

/** One delivery with every attempt: what went out, what came back, and what comes next. */
export function DeliveryDetail({ id }: { id: number }) {
  const one = useQuery(deliveries.one(id))
  const again = useSingleFlightMutation(deliveries.redeliver())
  if (!one.data)
    return one.error ? (
      <Problem error={one.error} retry={() => void one.refetch()} />
    ) : (
      <Stack aria-hidden>
        <Skeleton height={28} width={220} />
        <Skeleton height={240} />
      </Stack>
    )
  const delivery = one.data
  const [latest] = delivery.attempt_log
  return (
    <Stack gap="md" component="article" aria-label={`Delivery ${id}`}>
      <div>
        <Group gap="xs" mb={4}>
          <Title order={3} size="h4">
            {delivery.event}
          </Title>
          <DeliveryMark status={delivery.status} />
        </Group>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {delivery.is_test ? 'Test, ' : ''}
          {momentOf(delivery.created_at)}, {delivery.event_id}
        </Text>
      </div>
      <Next delivery={delivery} />
      <Group gap="xs">
        {delivery.status !== 'pending' && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconRefresh size={14} aria-hidden />}
            loading={again.isPending}
            onClick={() => again.mutate(id)}
          >
            Redeliver
          </Button>
        )}
        <CopyButton
          label="Copy as curl"
          text={asCurl({ ...delivery.request, headers: latest?.request_headers ?? {} })}
        />
      </Group>
      <InlineProblem error={again.error} />
      {delivery.attempt_log.length > 0 ? (
        <Attempts delivery={delivery} />
      ) : (
        <RequestBody body={delivery.request.body} />
      )}
    </Stack>
  )
}

function Next({
  delivery: { status, next_attempt_at, attempts, delivered_at },
}: {
  delivery: DeliveryInFull
}) {
  if (status === 'delivered' && delivered_at)
    return (
      <Text size="sm">
        Delivered <RelativeTime datetime={delivered_at} /> on attempt {attempts}.
      </Text>
    )
  if (status === 'pending')
    return (
      <Text size="sm" role="status">
        {next_attempt_at ? (
          <>
            Next attempt <RelativeTime datetime={next_attempt_at} /> ({momentOf(next_attempt_at)}).
          </>
        ) : (
          'Queued.'
        )}
      </Text>
    )
  return (
    <Text size="sm">
      {status === 'failed' ? 'All attempts failed. It won’t be retried automatically.' : 'It won’t be sent.'}
    </Text>
  )
}

function Attempts({ delivery }: { delivery: DeliveryInFull }) {
  const log = delivery.attempt_log
  const [chosen, setChosen] = useState<string | null>(null)
  const attempt = log.find(({ number }) => String(number) === chosen) ?? log[0]
  if (!attempt) return null
  return (
    <Tabs value={String(attempt.number)} onChange={setChosen} keepMounted={false}>
      <Tabs.List mb="sm" aria-label="Attempts">
        {log.map(({ number, response_status }) => (
          <Tabs.Tab
            key={number}
            value={String(number)}
            aria-label={`Attempt ${number}: ${response_status ?? 'no response'}`}
          >
            {number}: {response_status ?? 'no response'}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={String(attempt.number)}>
        <AttemptView attempt={attempt} request={delivery.request} />
      </Tabs.Panel>
    </Tabs>
  )
}

function AttemptView({ attempt, request }: { attempt: Attempt; request: DeliveryInFull['request'] }) {
  const { started_at, duration_ms, error, response_status, response_headers, response_body } = attempt
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {momentOf(started_at)}, took {duration(duration_ms)}
      </Text>
      {error && (
        <Alert color="red" variant="light" p="xs">
          {error}
        </Alert>
      )}
      <CodeBlock
        label="Request headers"
        text={`${request.method} ${request.url}\n${headerLines(attempt.request_headers)}`}
        copies={headerLines(attempt.request_headers)}
        wraps
        maxHeight={220}
      />
      <RequestBody body={request.body} />
      {response_status !== null && (
        <CodeBlock
          label="Response headers"
          text={`${response_status}\n${readable(headerLines(response_headers ?? {}))}`}
          wraps
          maxHeight={220}
        />
      )}
      {response_body !== null && response_body !== '' && (
        <CodeBlock label="Response body" text={readable(response_body)} copies={response_body} wraps />
      )}
    </Stack>
  )
}

/** The same for every attempt. */
function RequestBody({ body }: { body: string }) {
  return <CodeBlock label="Request body" text={readable(body)} copies={body} wraps maxHeight={280} />
}

const headerLines = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

const duration = (ms: number) => (ms < 1000 ? `${Math.round(ms)} ms` : `${tenths(ms / 1000)} s`)

const tenths = numberFormat({ maximumFractionDigits: 1 })
