import { Text } from '@mantine/core'

import type { WebhookHealth } from '#contract/deliveries.ts'
import type { Webhook } from '#contract/webhooks.ts'
import type { ListColumn } from '#kit/list/columns.tsx'
import { RelativeTime } from '#kit/relative-time.tsx'
import { momentOf } from '#lib/dates.ts'
import { hostOf, pathOf } from '#lib/url-parts.ts'

import { OutcomeStrip, outcomeWords } from './-outcome-strip.tsx'
import { PauseButton, type SetStatus } from './-pause-button.tsx'
import { StatusBadge, stateOf } from './-status-badge.tsx'

interface Beside {
  /** By endpoint; null where the service does not tell. */
  health: ReadonlyMap<number, WebhookHealth> | null
  setStatus: SetStatus
}

/** The columns of the list of webhooks. */
export function webhookColumns({ health, setStatus }: Beside): readonly ListColumn<Webhook>[] {
  const outcomesOf = ({ id }: Webhook) => health?.get(id)?.recent_attempts
  return [
    { id: 'host', label: 'Endpoint', text: ({ url }) => hostOf(url), widthRem: 12.25 },
    {
      id: 'url',
      label: 'Address',
      text: ({ url }) => url,
      cell: ({ url }) => (
        <Text span size="xs" c="dimmed">
          {pathOf(url)}
        </Text>
      ),
      widthRem: 6.75,
    },
    { id: 'events', label: 'Events', text: ({ events }) => events.join(', '), widthRem: 8.5 },
    {
      id: 'status',
      label: 'Status',
      text: (webhook) => stateOf(webhook) ?? webhook.status,
      cell: (webhook) => <StatusBadge webhook={webhook} />,
      widthRem: 8.5,
    },
    ...(health === null
      ? []
      : [
          {
            id: 'outcomes',
            label: 'Last 10 attempts',
            text: (webhook: Webhook) => outcomeWords(outcomesOf(webhook) ?? []),
            cell: (webhook: Webhook) => <OutcomeStrip outcomes={outcomesOf(webhook) ?? []} />,
            widthRem: 9,
          },
        ]),
    {
      id: 'last',
      label: 'Last delivery',
      text: ({ last_delivery_at: at }) => (at === null ? 'Never' : momentOf(at)),
      cell: ({ last_delivery_at: at }) => (at === null ? 'Never' : <RelativeTime datetime={at} />),
      widthRem: 8.5,
    },
    {
      id: 'action',
      label: 'Action',
      text: ({ status }) => (status === 'active' ? 'Pause' : 'Resume'),
      cell: (webhook) => <PauseButton webhook={webhook} setStatus={setStatus} />,
      widthRem: 7.75,
    },
  ]
}
