import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconPlayerPause,
  IconQuestionMark,
} from '@tabler/icons-react'

import type { Webhook } from '#contract/webhooks.ts'

import { StateBadge } from '../../../kit/state-badge.tsx'

type State = 'active' | 'failing' | 'paused' | 'disabled'

/** `failing` is ours: still active, and the last attempts did not succeed. Undefined: a state of another service. */
export function stateOf({
  status,
  failure_count,
}: Pick<Webhook, 'status' | 'failure_count'>): State | undefined {
  if (status === 'active') return failure_count > 0 ? 'failing' : 'active'
  return status === 'paused' || status === 'disabled' ? status : undefined
}

/** What each state means for who waits for events. */
export const stateMeaning: Record<State, string> = {
  active: 'Events are sent as they happen.',
  failing: 'The last attempts failed. What fails is tried again as often as its settings say.',
  paused: 'Events that happen now are not sent, and not later either.',
  disabled: 'Switched off after days of nothing but failures, or because the receiver said that it is gone.',
}

const looks = {
  active: { word: 'Active', color: 'teal', icon: IconCircleCheck },
  failing: { word: 'Failing', color: 'orange', icon: IconAlertTriangle },
  paused: { word: 'Paused', color: 'gray', icon: IconPlayerPause },
  disabled: { word: 'Disabled', color: 'red', icon: IconBan },
}

/** The state in a word, with the failures in a row behind it. */
export function StatusBadge({ webhook }: { webhook: Pick<Webhook, 'status' | 'failure_count'> }) {
  const state = stateOf(webhook)
  const { word, color, icon } = state
    ? looks[state]
    : { word: webhook.status, color: 'gray', icon: IconQuestionMark }
  return (
    <StateBadge
      color={color}
      icon={icon}
      title={webhook.failure_count > 0 ? `${webhook.failure_count} failures in a row` : undefined}
    >
      {word}
      {webhook.failure_count > 0 && ` (${webhook.failure_count.toLocaleString('en-GB')})`}
    </StateBadge>
  )
}
