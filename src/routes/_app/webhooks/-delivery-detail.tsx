import { Alert, Group, SegmentedControl, Skeleton, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { deliveries } from '#api/deliveries.ts'
import type { Attempt, DeliveryInFull } from '#contract/webhooks/deliveries.ts'
import { CodeBlock } from '#kit/code-block.tsx'
import { Problem } from '#kit/problem.tsx'
import { RelativeTime } from '#kit/relative-time.tsx'
import { momentOf } from '#lib/dates.ts'
import { dateFormat } from '#lib/locale.ts'
import { readable } from '#lib/readable-text.ts'
import { DeliveryBadge } from '#parts/webhooks/delivery-badge.tsx'

import { Countdown } from './-countdown.tsx'
import { DeliveryActions } from './-delivery-actions.tsx'
import { durationText, waitText } from './-durations.ts'

import classes from './-attempt-timeline.module.css'

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

interface MessagePanelProps {
  /** `Response` or `Request`. */
  title: string
  /** Beside the title: the status or the URL. */
  summary: ReactNode
  body: string
  headers: Readonly<Record<string, string>>
  maxHeight?: number
}

type Part = 'body' | 'headers'

const messageParts = [
  { value: 'body', label: 'Body' },
  { value: 'headers', label: 'Headers' },
] as const

/** One half of an HTTP exchange: its body, or its headers. */
function MessagePanel({ title, summary, body, headers, maxHeight = 320 }: MessagePanelProps) {
  const [part, setPart] = useState<Part>('body')
  const headerText = headerLines(headers)
  const isEmpty = part === 'body' ? body === '' : headerText === ''
  return (
    <CodeBlock
      label={`${title} ${part}`}
      heading={summary}
      text={isEmpty ? `No ${part}` : part === 'body' ? readable(body) : readable(headerText)}
      {...(part === 'body' && !isEmpty && { language: 'json' })}
      copies={isEmpty ? null : part === 'body' ? body : headerText}
      wraps
      maxHeight={maxHeight}
      controls={
        <SegmentedControl
          size="xs"
          aria-label={`${title}: body or headers`}
          data={[...messageParts]}
          value={part}
          onChange={(value) => setPart(value as Part)}
        />
      }
    />
  )
}

const headerLines = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

interface AttemptTimelineProps {
  /** Newest first. */
  attempts: readonly Attempt[]
  /** Number of the attempt that is shown below. */
  selected: number
  onSelect: (attempt: number) => void
}

/** Every attempt at a delivery with its time, response and duration, newest first, and how long it waited before. */
function AttemptTimeline({ attempts, selected, onSelect }: AttemptTimelineProps) {
  return (
    <ol className={classes['list']} aria-label="Attempts">
      {attempts.map((attempt, index) => (
        <li key={attempt.number} className={classes['item']} data-outcome={outcomeOf(attempt)}>
          <UnstyledButton
            className={classes['row']}
            aria-current={attempt.number === selected ? 'true' : undefined}
            onClick={() => onSelect(attempt.number)}
          >
            <span className={classes['dot']} aria-hidden />
            <Text span size="sm" fw={500}>
              Attempt {attempt.number}
            </Text>
            <Text span size="sm" className={classes['code']}>
              {attempt.response_status ?? 'No response'}
            </Text>
            <Text span size="xs" c="dimmed">
              {durationText(attempt.duration_ms)}
            </Text>
            <Text span size="xs" c="dimmed" className={classes['time']}>
              {waitBefore(attempt, attempts[index + 1])}
              <time dateTime={attempt.started_at} title={momentOf(attempt.started_at)}>
                {clockText(attempt.started_at)}
              </time>
            </Text>
          </UnstyledButton>
        </li>
      ))}
    </ol>
  )
}

const clock = dateFormat({ timeStyle: 'medium' })
const clockText = (datetime: string) => clock(new Date(datetime))

const outcomeOf = ({ response_status }: Attempt) =>
  response_status !== null && response_status >= 200 && response_status < 300 ? 'delivered' : 'failed'

/** `5 s later, `: how long after the end of the previous attempt. */
function waitBefore(attempt: Attempt, previous: Attempt | undefined): string {
  if (previous === undefined || previous.number !== attempt.number - 1) return ''
  const waited = Date.parse(attempt.started_at) - Date.parse(previous.started_at) - previous.duration_ms
  return waited > 0 ? `${waitText(waited)} later · ` : ''
}
