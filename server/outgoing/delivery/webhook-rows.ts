import type { Kysely } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'

import type { WebhookRow } from './batch.ts'

/** Returns webhooks by their ids. Given the dialect, locks their rows as well. */
export async function readWebhooks(
  db: Kysely<Database>,
  ids: readonly number[],
  locking?: DbDialect,
): Promise<ReadonlyMap<number, WebhookRow>> {
  if (ids.length === 0) return new Map()
  const query = db
    .selectFrom('webhooks')
    .selectAll()
    .where('id', 'in', [...new Set(ids)])
    .orderBy('id')
  const rows = await (locking?.forNoKeyUpdate(query) ?? query).execute()
  return new Map(rows.map((row) => [row.id, row]))
}
