import type { KnownWebhook } from '#api/webhooks.ts'
import type { ListColumn } from '#kit/list/columns.tsx'
import { RelativeTime } from '#kit/relative-time.tsx'
import { momentOf } from '#lib/dates.ts'
import { endpointLines } from '#parts/webhooks/endpoint-name.ts'
import { EndpointStatus, stateWord } from '#parts/webhooks/endpoint-status.tsx'

import { EventCount } from './-event-count.tsx'
import { RecentAttempts } from './-recent-attempts.tsx'

/** The columns of the list of webhooks. `hasDetails`: the service knows the last attempts at each. */
export function webhookColumns(hasDetails: boolean): readonly ListColumn<KnownWebhook>[] {
  return [
    { id: 'endpoint', label: 'Endpoint', text: (webhook) => endpointLines(webhook)[0], widthRem: 14 },
    {
      id: 'status',
      label: 'Status',
      text: stateWord,
      cell: (webhook) => <EndpointStatus webhook={webhook} />,
      widthRem: 6,
    },
    ...(hasDetails ? [attemptsColumn] : []),
    {
      id: 'last',
      label: 'Last delivery',
      text: ({ last_delivery_at: at }) => (at === null ? 'Never' : momentOf(at)),
      cell: ({ last_delivery_at: at }) => (at === null ? 'Never' : <RelativeTime datetime={at} />),
      widthRem: 8,
    },
    {
      id: 'events',
      label: 'Events',
      // Several have a tooltip of their own, which the keyboard reaches.
      text: ({ events }) => (events.length === 1 ? (events[0] ?? '') : ''),
      cell: ({ events }) => <EventCount events={events} />,
      widthRem: 6.5,
    },
  ]
}

const attemptsColumn: ListColumn<KnownWebhook> = {
  id: 'attempts',
  label: 'Last 10 attempts',
  // The strip has a tooltip of its own.
  text: () => '',
  cell: ({ details }) => <RecentAttempts attempts={details?.recent_attempts ?? []} />,
  widthRem: 8,
}
