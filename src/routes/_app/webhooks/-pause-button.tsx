import { Button, type ButtonProps, Tooltip } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'

import type { Webhook } from '#contract/webhooks.ts'
import { hostOf } from '#lib/url-parts.ts'

export const pausingMeans =
  'Events that occur while an endpoint is paused are not delivered, even after you resume it.'

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
    ? 'Events that occur while it’s paused are not delivered. Queued deliveries are sent after you resume.'
    : 'New events and queued deliveries are sent again. Events missed while paused are not delivered.'
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
