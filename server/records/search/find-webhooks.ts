import { sql } from 'kysely'

import { type SearchResults, mostResults } from '#contract/account/search.ts'
import { fold } from '#contract/values/folding.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { Prepared } from '#server/platform/db/prepared.ts'

/** An account has few endpoints; of more than this many, the oldest aren't looked at. */
const mostCompared = 1_000
/** Shorter texts can't be event ids, so they aren't worth a query. */
const shortestEventId = 8

type Webhook = SearchResults['webhooks'][number]

/** Returns the endpoints whose name and URL contain every word, the newest first. */
export async function findWebhooks(tenant: Tenant, words: readonly string[]): Promise<Webhook[]> {
  const rows = await tenant.run(newestWebhooks, {})
  return rows
    .filter(({ name, url }) => {
      const text = fold(`${name ?? ''}\n${url}`)
      return words.every((word) => text.includes(word))
    })
    .slice(0, mostResults)
}

const newestWebhooks = new Prepared<Tenant, object, Webhook>((tenant) =>
  tenant
    .select('webhooks')
    .select(['id', 'name', 'url', 'status', 'failure_count'])
    .orderBy('id', 'desc')
    .limit(mostCompared),
)

/** Returns the deliveries of the event with that id, the newest first. */
export async function findDeliveries(tenant: Tenant, eventId: string): Promise<SearchResults['deliveries']> {
  return eventId.length < shortestEventId ? [] : tenant.run(deliveriesOfEvent, { eventId })
}

const deliveriesOfEvent = new Prepared<Tenant, { eventId: string }, SearchResults['deliveries'][number]>(
  (tenant, value) =>
    tenant
      .select('deliveries')
      .innerJoin('webhooks', 'webhooks.id', 'deliveries.webhook_id')
      .select([
        'deliveries.id',
        'webhook_id',
        'webhooks.name as webhook_name',
        'webhooks.url',
        'event',
        'deliveries.event_id',
        'deliveries.status',
      ])
      // The id of an event is indexed where the event is kept.
      .where(
        sql<boolean>`deliveries.event_log_id = (select id from event_log where event_id = ${value('eventId')})`,
      )
      .orderBy('deliveries.id', 'desc')
      .limit(mostResults),
)
