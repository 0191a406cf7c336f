import type { Webhook } from '#contract/webhooks.ts'
import { StatusBadge as Badge, type Tone } from '#kit/status-badge.tsx'
import { numberText } from '#lib/locale.ts'
import { pluralize } from '#lib/pluralize.ts'

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
  active: 'Events are sent as they occur.',
  failing:
    'The most recent attempts failed. Failed deliveries are retried according to the endpoint’s settings.',
  paused: 'Events are not delivered while paused, and won’t be delivered later.',
  disabled:
    'Disabled after several days of consecutive failures, or because the receiver responded 410 Gone.',
}

const looks: Record<State, { word: string; tone: Tone }> = {
  active: { word: 'Active', tone: 'good' },
  failing: { word: 'Failing', tone: 'bad' },
  paused: { word: 'Paused', tone: 'neutral' },
  disabled: { word: 'Disabled', tone: 'bad' },
}

/** The state in a word, with the failures in a row behind it. */
export function StatusBadge({ webhook }: { webhook: Pick<Webhook, 'status' | 'failure_count'> }) {
  const state = stateOf(webhook)
  const { word, tone } = state ? looks[state] : { word: webhook.status, tone: 'neutral' as const }
  return (
    <Badge
      tone={tone}
      title={webhook.failure_count > 0 ? pluralize(webhook.failure_count, 'consecutive failure') : undefined}
    >
      {word}
      {webhook.failure_count > 0 && ` (${numberText(webhook.failure_count)})`}
    </Badge>
  )
}
