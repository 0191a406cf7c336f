import { Alert, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { deliveries } from '#api/deliveries.ts'
import type { Attempt, DeliveryInFull } from '#contract/webhooks/deliveries.ts'
import { Problem } from '#kit/problem.tsx'
import { RelativeTime } from '#kit/relative-time.tsx'
import { momentOf } from '#lib/dates.ts'
import { DeliveryBadge } from '#parts/webhooks/delivery-badge.tsx'

import { AttemptTimeline } from './-attempt-timeline.tsx'
import { Countdown } from './-countdown.tsx'
import { DeliveryActions } from './-delivery-actions.tsx'
import { durationText } from './-durations.ts'
import { MessagePanel } from './-message-panel.tsx'

/** One delivery: what comes next, every attempt, and what was answered and sent. */
export function DeliveryDetail({ id, isPaused }: { id: number; isPaused: boolean }) {
  const one = useQuery(deliveries.one(id))
  const [selected, setSelected] = useState<number>()
  if (!one.data)
    return one.error ? <Problem error={one.error} retry={() => void one.refetch()} /> : <DeliverySkeleton />
  const delivery = one.data
  const [latest] = delivery.attempt_log
  const attempt = delivery.attempt_log.find(({ number }) => number === selected) ?? latest
  return (
    <Stack gap="md" component="article" aria-label={`Delivery ${id}`}>
      <div>
        <Group gap="xs" mb={4}>
          <Title order={2}>{delivery.event}</Title>
          <DeliveryBadge status={delivery.status} />
        </Group>
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {delivery.is_test ? 'Test · ' : ''}
          {momentOf(delivery.created_at)} · {delivery.event_id}
        </Text>
      </div>
      <NextStep delivery={delivery} isPaused={isPaused} />
      {/* What it refused while the webhook was paused is over once it's resumed. */}
      <DeliveryActions key={String(isPaused)} delivery={delivery} isPaused={isPaused} attempt={attempt} />
      {attempt && (
        <AttemptTimeline attempts={delivery.attempt_log} selected={attempt.number} onSelect={setSelected} />
      )}
      {attempt && <ResponsePanel attempt={attempt} />}
      <MessagePanel
        title="Request"
        summary={
          <span style={{ overflowWrap: 'anywhere' }}>
            Request · {delivery.request.method} {delivery.request.url}
          </span>
        }
        body={delivery.request.body}
        headers={attempt?.request_headers ?? {}}
      />
    </Stack>
  )
}

function ResponsePanel({ attempt }: { attempt: Attempt }) {
  const { error, response_status, response_headers, response_body, duration_ms } = attempt
  if (response_status === null)
    return (
      <Alert color="red" variant="light" p="xs" title={`No response after ${durationText(duration_ms)}`}>
        {error && sentence(error)}
      </Alert>
    )
  return (
    <>
      {error && (
        <Alert color="red" variant="light" p="xs">
          {sentence(error)}
        </Alert>
      )}
      <MessagePanel
        title="Response"
        summary={`Response · ${response_status} · ${durationText(duration_ms)}`}
        body={response_body ?? ''}
        headers={response_headers ?? {}}
      />
    </>
  )
}

function NextStep({ delivery, isPaused }: { delivery: DeliveryInFull; isPaused: boolean }) {
  const { status, next_attempt_at, attempts, delivered_at, retries } = delivery
  if (status === 'delivered' && delivered_at)
    return (
      <Text size="sm">
        Delivered <RelativeTime datetime={delivered_at} /> on attempt {attempts}.
      </Text>
    )
  if (status === 'pending' && isPaused)
    return <Text size="sm">The webhook is paused. It’s sent once you resume the webhook.</Text>
  if (status === 'pending')
    return (
      <Text size="sm">
        {next_attempt_at ? (
          <>
            Next attempt <Countdown until={next_attempt_at} />
            {/* Redelivering continues the count, beyond what is retried automatically. */}
            {attempts <= retries && ` · attempt ${attempts + 1} of ${retries + 1}`}
          </>
        ) : (
          'Queued'
        )}
      </Text>
    )
  return (
    <Text size="sm">
      {status === 'failed' ? 'All attempts failed. It won’t be retried automatically.' : 'It won’t be sent.'}
    </Text>
  )
}

function DeliverySkeleton() {
  return (
    <Stack aria-hidden>
      <Skeleton height={28} width={220} />
      <Skeleton height={240} />
    </Stack>
  )
}

/** Servers and networks begin their errors with a small letter. */
const sentence = (error: string) => `${error.charAt(0).toUpperCase()}${error.slice(1)}`
