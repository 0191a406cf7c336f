import { type WebhookConfig, hiddenHeader, isSecretHeader } from '#contract/webhooks/config.ts'
import type { Store } from '#server/platform/db/store.ts'
import { invalidInput } from '#server/platform/lib/http-error.ts'
import { type SealKey, openSecret, sealSecret } from '#server/platform/lib/seal.ts'

import { configIn, headersIn } from './webhook-config.ts'

type Headers = ReadonlyMap<string, string>

/** The columns in which an endpoint keeps its `config`. */
export interface ConfigColumns {
  /** With `hiddenHeader` in place of every secret value. */
  readonly config: string | null
  readonly headers_sealed: string | null
}

/**
 * Returns the columns of a `config` that was sent, given those it replaces. A hidden value that is sent back keeps the
 * stored one. Throws a 422 if nothing is stored.
 */
export function configColumns(
  key: SealKey,
  config: WebhookConfig | null | undefined,
  before: Pick<ConfigColumns, 'headers_sealed'> = { headers_sealed: null },
): ConfigColumns {
  if (!config) return { config: null, headers_sealed: null }
  const { headers } = config
  if (!headers) return { config: JSON.stringify(config), headers_sealed: null }
  const kept = readable(key, before.headers_sealed)
  const secret: [string, string][] = []
  const shown: [string, string][] = []
  for (const [name, value] of Object.entries(headers)) {
    const isKept = value === hiddenHeader
    const whole = isKept ? kept.get(name.toLowerCase()) : value
    if (whole === undefined) {
      throw invalidInput(
        'VALIDATION_FAILED',
        new Map([[`config.headers.${name}`, ['Enter the value of this header; it isn’t stored']]]),
      )
    }
    const isSecret = isKept || isSecretHeader(name, value)
    if (isSecret) secret.push([name.toLowerCase(), whole])
    shown.push([name, isSecret ? hiddenHeader : value])
  }
  return {
    // From entries, so that a name such as __proto__ stays a plain key.
    config: JSON.stringify({ ...config, headers: Object.fromEntries(shown) }),
    headers_sealed: secret.length > 0 ? sealSecret(key, JSON.stringify(Object.fromEntries(secret))) : null,
  }
}

/** Returns the values of secret headers by their name in lower case. Throws if they can't be read. */
export function openHeaders(key: SealKey, sealed: string | null): Headers {
  if (sealed === null) return new Map()
  const headers = headersIn(openSecret(key, sealed))
  if (!headers) throw new Error('The secret headers of this endpoint can’t be read')
  return new Map(Object.entries(headers))
}

function readable(key: SealKey, sealed: string | null): Headers {
  try {
    return openHeaders(key, sealed)
  } catch {
    // Encrypted with another key: they have to be entered again.
    return new Map()
  }
}

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
