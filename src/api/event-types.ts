import { queryOptions } from '@tanstack/react-query'

import { type EventPayload, eventTypes as knownNames, listEventTypes } from '#contract/webhooks/events.ts'

import { call } from './client.ts'

/** An event one can subscribe to. `sample` is null where the service shows none. */
export interface EventType {
  readonly name: string
  readonly description: string
  readonly sample: EventPayload | null
}

/** The names of the contract, where the service does not list its events itself. */
const known: readonly EventType[] = knownNames.map((name) => ({ name, description: '', sample: null }))

/** The events that webhooks can subscribe to. */
export const eventTypes = {
  all: ['event-types'] as const,
  /** They change with the service's version only. */
  list: (isListed: boolean) =>
    queryOptions({
      queryKey: [...eventTypes.all, 'list', isListed] as const,
      queryFn: async ({ signal }): Promise<readonly EventType[]> =>
        isListed ? (await call(listEventTypes, {}, signal)).data : known,
      staleTime: Infinity,
    }),
}
