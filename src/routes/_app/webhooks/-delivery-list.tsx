import { Badge, Group, Text, UnstyledButton } from '@mantine/core'
import { type KeyboardEvent, useRef } from 'react'

import type { Delivery } from '#contract/webhooks.ts'
import { RelativeTime } from '#kit/relative-time.tsx'
import { pluralize } from '#lib/pluralize.ts'

import { DeliveryBadge } from './-delivery-badge.tsx'

import classes from './-delivery-list.module.css'

interface Props {
  rows: readonly Delivery[]
  chosen: number | undefined
  onChoose: (id: number) => void
}

const steps: Record<string, number | undefined> = { ArrowDown: 1, ArrowUp: -1 }

/** Deliveries, newest first. The arrow keys walk them. */
export function DeliveryList({ rows, chosen, onChoose }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const walk = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step === undefined) return
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = buttons.findIndex((button) => button === document.activeElement)
    const row = rows[at + step]
    if (at === -1 || !row) return
    event.preventDefault()
    buttons[at + step]?.focus()
    onChoose(row.id)
  }
  return (
    <ul ref={list} className={classes['list']} aria-label="Deliveries" onKeyDown={walk}>
      {rows.map((delivery) => (
        <li key={delivery.id}>
          <UnstyledButton
            className={classes['row']}
            aria-current={delivery.id === chosen}
            onClick={() => onChoose(delivery.id)}
          >
            <Text span size="sm" fw={600} className={classes['name']}>
              {delivery.event}
            </Text>
            <DeliveryBadge status={delivery.status} />
            <Text span size="xs" c="dimmed" className={classes['name']}>
              {summary(delivery)}
            </Text>
            <Group component="span" gap={6} justify="flex-end">
              {delivery['is_test'] === true && (
                <Badge component="span" variant="default" size="xs" radius="sm" tt="none">
                  Test
                </Badge>
              )}
              <Text span size="xs" c="dimmed">
                <RelativeTime datetime={delivery.created_at} />
              </Text>
            </Group>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}

function summary({ attempts, response_status, error }: Delivery): string {
  const tries = pluralize(attempts, 'attempt')
  const answer = response_status == null ? error : `responded ${response_status}`
  return answer ? `${tries}, ${answer}` : tries
}
