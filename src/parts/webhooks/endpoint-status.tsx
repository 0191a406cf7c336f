import type { KnownWebhook } from '#api/webhooks.ts'
import { failingFrom } from '#contract/webhooks/summary.ts'
import { StatusBadge, type Tone } from '#kit/status-badge.tsx'
import { pluralize } from '#lib/pluralize.ts'

/** Facts that decide the state. */
type Judged = Pick<KnownWebhook, 'status' | 'failure_count'> & Partial<Pick<KnownWebhook, 'details'>>

type State = 'active' | 'failing' | 'paused' | 'disabled'

/**
 * Returns the state of an endpoint; undefined for one that only another service knows. `failing` is active while
 * attempts keep failing: as the service says, or by the number of failures where it doesn't say.
 */
export function stateOf({ status, failure_count, details }: Judged): State | undefined {
  if (status === 'active') return (details?.is_failing ?? failure_count >= failingFrom) ? 'failing' : 'active'
  return status === 'paused' || status === 'disabled' ? status : undefined
}

/** The effect of each state on events. */
export const stateMeaning: Record<State, string> = {
  active: 'Events are sent as they occur.',
  failing: 'The last attempts failed. Failed deliveries are retried according to the endpoint’s settings.',
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

/** The state of an endpoint in a word, with its consecutive failures on hover. */
export function EndpointStatus({ webhook }: { webhook: Judged }) {
  const state = stateOf(webhook)
  const { word, tone } = state ? looks[state] : { word: webhook.status, tone: 'neutral' as const }
  const { failure_count } = webhook
  return (
    <StatusBadge
      tone={tone}
      title={failure_count > 0 ? pluralize(failure_count, 'consecutive failed attempt') : undefined}
    >
      {word}
    </StatusBadge>
  )
}

/** Returns the word of an endpoint's state. */
export function stateWord(webhook: KnownWebhook): string {
  const state = stateOf(webhook)
  return state ? looks[state].word : webhook.status
}
