import { Text, UnstyledButton } from '@mantine/core'

import type { Attempt } from '#contract/webhooks/deliveries.ts'
import { momentOf } from '#lib/dates.ts'
import { dateFormat } from '#lib/locale.ts'

import { durationText, waitText } from './-durations.ts'

import classes from './-attempt-timeline.module.css'

interface Props {
  /** Newest first. */
  attempts: readonly Attempt[]
  /** Number of the attempt that is shown below. */
  selected: number
  onSelect: (attempt: number) => void
}

/** Every attempt at a delivery with its time, response and duration, newest first, and how long it waited before. */
export function AttemptTimeline({ attempts, selected, onSelect }: Props) {
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
