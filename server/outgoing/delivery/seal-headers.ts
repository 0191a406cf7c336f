import { hiddenHeader } from '#contract/webhooks/config.ts'
import type { Store } from '#server/platform/db/store.ts'
import type { SealKey } from '#server/platform/lib/seal.ts'

import { configIn, headersIn } from './webhook-config.ts'
import { configColumns } from './webhook-headers.ts'

const attemptsAtOnce = 500

/**
 * Encrypts secret headers that an earlier version stored in the clear, and hides them in the history. Returns how many
 * endpoints had any. Safe to repeat, and to run in several processes at a time.
 */
export async function sealStoredHeaders({ db, dialect }: Store, key: SealKey): Promise<number> {
  const rows = await db
    .selectFrom('webhooks')
    .select(['id', 'config', 'headers_sealed'])
    .where('headers_sealed', 'is', null)
    .where('config', 'like', '%"headers"%')
    .orderBy('id')
    .execute()
  let sealed = 0
  for (const { id } of rows) {
    const names = await db.transaction().execute(async (trx) => {
      const query = trx.selectFrom('webhooks').select(['config', 'headers_sealed']).where('id', '=', id)
      const row = await dialect.forNoKeyUpdate(query).executeTakeFirst()
      const config = configIn(row?.config ?? null)
      if (!row || row.headers_sealed !== null || !config?.headers) return []
      // Damaged rather than from an earlier version: there is nothing to encrypt.
      if (Object.values(config.headers).includes(hiddenHeader)) return []
      const columns = configColumns(key, config)
      if (columns.headers_sealed === null) return []
      await trx.updateTable('webhooks').set(columns).where('id', '=', id).execute()
      return Object.entries(configIn(columns.config)?.headers ?? {})
        .filter(([, value]) => value === hiddenHeader)
        .map(([name]) => name.toLowerCase())
    })
    if (names.length === 0) continue
    sealed += 1
    await hideInHistory(db, id, new Set(names))
  }
  return sealed
}

async function hideInHistory(db: Store['db'], webhook: number, names: ReadonlySet<string>): Promise<void> {
  for (let after = 0; ;) {
    const attempts = await db
      .selectFrom('delivery_attempts')
      .innerJoin('deliveries', 'deliveries.id', 'delivery_attempts.delivery_id')
      .select(['delivery_attempts.id', 'delivery_attempts.request_headers'])
      .where('deliveries.webhook_id', '=', webhook)
      .where('delivery_attempts.id', '>', after)
      .orderBy('delivery_attempts.id')
      .limit(attemptsAtOnce)
      .execute()
    for (const { id, request_headers } of attempts) {
      const headers = Object.entries(headersIn(request_headers) ?? {})
      const hidden = headers.map(([name, value]) => [name, names.has(name) ? hiddenHeader : value] as const)
      await db
        .updateTable('delivery_attempts')
        .set({ request_headers: JSON.stringify(Object.fromEntries(hidden)) })
        .where('id', '=', id)
        .execute()
    }
    after = attempts.at(-1)?.id ?? after
    if (attempts.length < attemptsAtOnce) return
  }
}
