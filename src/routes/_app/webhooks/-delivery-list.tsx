import { Text, UnstyledButton } from '@mantine/core'
import { type KeyboardEvent, useRef } from 'react'

import type { RecentDelivery } from '#api/webhook-answers.ts'
import { RelativeTime } from '#kit/relative-time.tsx'
import { pluralize } from '#lib/pluralize.ts'
import { DeliveryBadge } from '#parts/webhooks/delivery-badge.tsx'

import { Countdown } from './-countdown.tsx'

import classes from './-delivery-list.module.css'

interface Props {
  rows: readonly RecentDelivery[]
  /** Whether their webhook is paused, so that nothing is sent. */
  isPaused: boolean
  selected: number | undefined
  onSelect: (id: number) => void
}

const steps: Record<string, number | undefined> = { ArrowDown: 1, ArrowUp: -1 }

/** Deliveries, newest first. The arrow keys move between them. */
export function DeliveryList({ rows, isPaused, selected, onSelect }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step === undefined) return
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const index = buttons.findIndex((button) => button === document.activeElement)
    const row = rows[index + step]
    if (index === -1 || !row) return
    event.preventDefault()
    buttons[index + step]?.focus()
    onSelect(row.id)
  }
  return (
    <ul ref={list} className={classes['list']} aria-label="Deliveries" onKeyDown={move}>
      {rows.map((delivery) => (
        <li key={delivery.id}>
          <UnstyledButton
            className={classes['row']}
            aria-current={delivery.id === selected}
            onClick={() => onSelect(delivery.id)}
          >
            <Text span size="sm" fw={500} className={classes['cut']}>
              {delivery.event}
            </Text>
            <DeliveryBadge status={delivery.status} />
            <Text span size="xs" c="dimmed" className={classes['cut']}>
              <DeliverySummary delivery={delivery} isPaused={isPaused} />
            </Text>
            <Text span size="xs" c="dimmed">
              {delivery.is_test === true && 'Test · '}
              {delivery.created_at !== null && <RelativeTime datetime={delivery.created_at} />}
            </Text>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}

/** `2 attempts · 500 · next in 9 s` */
function DeliverySummary({ delivery, isPaused }: { delivery: RecentDelivery; isPaused: boolean }) {
  const { status, attempts, response_status, error, next_attempt_at } = delivery
  const result = response_status == null ? error : `responded ${response_status}`
  return (
    <>
      {[attempts === null ? null : pluralize(attempts, 'attempt'), result].filter(Boolean).join(', ')}
      {status === 'pending' && isPaused && ', waiting'}
      {status === 'pending' && !isPaused && next_attempt_at && (
        <>
          {', next '}
          <Countdown until={next_attempt_at} />
        </>
      )}
    </>
  )
}
