import type { ListedDelivery } from '#contract/deliveries.ts'
import type { Tenant } from '#server/access/tenant.ts'

import { asListedDelivery, deliveryColumns } from './rows.ts'

const mostFound = 20

/**
 * Returns the account's deliveries of the event with that id (`evt_…`, the `webhook-id` header), newest first: one for
 * each endpoint that received it. Read through the unique index on event ids.
 */
export async function findDeliveriesByEvent(
  tenant: Tenant,
  eventId: string,
): Promise<
  (ListedDelivery & { readonly webhook: { readonly name: string | null; readonly url: string } })[]
> {
  const rows = await tenant
    .select('event_log')
    .innerJoin('deliveries', 'deliveries.event_log_id', 'event_log.id')
    .innerJoin('webhooks', 'webhooks.id', 'deliveries.webhook_id')
    .select(deliveryColumns.map((column) => `deliveries.${column}` as const))
    .select(['webhooks.name', 'webhooks.url'])
    .where('event_log.event_id', '=', eventId)
    .orderBy('deliveries.id', 'desc')
    .limit(mostFound)
    .execute()
  return rows.map(({ name, url, ...row }) => ({ ...asListedDelivery(row), webhook: { name, url } }))
}
