import { Button, type ButtonProps, Tooltip } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'

import type { Webhook } from '#contract/webhooks.ts'

import { hostOf } from './-address.ts'

export const pausingMeans = 'While an endpoint is paused, events are not kept for it and not sent later.'

/** Of the mutation `webhooks.setStatus`; stable. */
export type SetStatus = (change: { id: number; status: 'active' | 'paused' }) => void

interface Props extends Pick<ButtonProps, 'size'> {
  webhook: Webhook
  setStatus: SetStatus
}

/** Pauses an active endpoint, and sets any other going again. */
export function PauseButton({ webhook, setStatus, size = 'xs' }: Props) {
  const isActive = webhook.status === 'active'
  const Icon = isActive ? IconPlayerPause : IconPlayerPlay
  const meaning = isActive
    ? 'Events that happen while it is paused are not sent later. What already waits goes out after resuming.'
    : 'Events are sent again from now on, and what still waits goes out. Those in between are not made up for.'
  const word = isActive ? 'Pause' : 'Resume'
  return (
    <Tooltip label={meaning} multiline w={280} events={{ hover: true, focus: true, touch: false }}>
      <Button
        variant="default"
        size={size}
        leftSection={<Icon size={14} aria-hidden />}
        aria-label={`${word} ${hostOf(webhook.url)}`}
        aria-description={meaning}
        onClick={() => setStatus({ id: webhook.id, status: isActive ? 'paused' : 'active' })}
      >
        {word}
      </Button>
    </Tooltip>
  )
}
