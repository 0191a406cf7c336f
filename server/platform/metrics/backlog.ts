import { sql } from 'kysely'

import type { Store } from '#server/platform/db/store.ts'

/**
 * Returns since when the oldest delivery to an active endpoint has been due, in milliseconds since the epoch. One look
 * into an index per endpoint, however long the queue is.
 */
export async function oldestDueDelivery({ db }: Pick<Store, 'db'>): Promise<number> {
  const { rows } = await sql<{ due: string | null }>`select min(oldest) as due from (
    select (select min(due_at) from deliveries
      where deliveries.webhook_id = webhooks.id and due_at is not null) as oldest
    from webhooks where status = 'active') as queues`.execute(db)
  return since(rows[0]?.due)
}

/** The same for emails, about records and of notifications. */
export async function oldestDueEmail({ db }: Pick<Store, 'db'>): Promise<number> {
  const { rows } = await sql<{ due: string | null }>`select min(oldest) as due from (
    select min(next_attempt_at) as oldest from emails where next_attempt_at is not null
    union all select min(next_attempt_at) from notifications where next_attempt_at is not null) as queues`.execute(
    db,
  )
  return since(rows[0]?.due)
}

/** In an empty queue nothing is ever due. */
const since = (time: string | null | undefined): number => (time ? Date.parse(time) : Infinity)
