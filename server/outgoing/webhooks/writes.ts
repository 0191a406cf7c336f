import type { NamedWebhookCreate, NamedWebhookUpdate } from '#contract/webhooks/details.ts'
import { mostWebhooks } from '#contract/webhooks/webhooks.ts'
import { auditWebhook, auditWebhookChange, webhookChanges } from '#server/outgoing/delivery/webhook-audit.ts'
import { configColumns } from '#server/outgoing/delivery/webhook-headers.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { now } from '#server/platform/lib/clock.ts'
import { HttpError, invalidInput } from '#server/platform/lib/http-error.ts'
import type { SealKey } from '#server/platform/lib/seal.ts'

import { findWebhook, newSecret } from './rows.ts'

/** Adds an endpoint. Returns its id and its secret, which is never readable again. Throws a 422 at the account's limit. */
export async function addWebhook(
  tenant: Tenant,
  sealKey: SealKey,
  { url, events, config, name }: NamedWebhookCreate,
): Promise<{ id: number; secret: string }> {
  const { secret, columns } = newSecret(sealKey)
  const created_at = now()
  const row = {
    name: nameColumn(name),
    url,
    events: eventsText(events),
    ...configColumns(sealKey, config),
    status: 'active',
    failing_since: null,
    last_delivery_at: null,
    disabled_at: null,
    ...columns,
    previous_secret_sealed: null,
    previous_secret_until: null,
    created_at,
    updated_at: created_at,
  } as const
  const id = await tenant.transaction(async (trx) => {
    await trx.lock('webhooks')
    const { total } = await trx
      .select('webhooks')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    if (total >= mostWebhooks) throw tooMany()
    const added = await trx.insertOne('webhooks', row)
    await auditWebhook(trx, 'webhook.created', { ...row, id: added }, webhookChanges(null, row))
    return added
  })
  return { id, secret }
}

/**
 * Changes an endpoint; what is undefined stays as it was. Each statement names the state it applies to, so that an
 * attempt that ends at the same moment isn't overwritten. Throws 404.
 */
export async function changeWebhook(
  trx: Tenant,
  sealKey: SealKey,
  id: number,
  { name, url, events, status, config }: NamedWebhookUpdate,
): Promise<void> {
  const stored = trx.select('webhooks').selectAll().where('id', '=', id)
  const before = await trx.dialect.forNoKeyUpdate(stored).executeTakeFirst()
  if (!before) throw new HttpError('NOT_FOUND')
  if (status !== undefined) {
    await trx
      .update('webhooks')
      .set({ failure_count: 0, failing_since: null, recent_failures: null, disabled_at: null })
      .where('id', '=', id)
      .where('status', '=', 'disabled')
      .execute()
  }
  if (status === 'active') {
    // Time without attempts doesn't count as time of failure.
    await trx
      .update('webhooks')
      .set({ failing_since: null, recent_failures: null })
      .where('id', '=', id)
      .where('status', '=', 'paused')
      .execute()
  }
  if ([name, url, events, status, config].every((one) => one === undefined)) return
  await trx
    .update('webhooks')
    .set({
      ...(name === undefined ? {} : { name: nameColumn(name) }),
      ...(url === undefined ? {} : { url }),
      ...(events === undefined ? {} : { events: eventsText(events) }),
      ...(status === undefined ? {} : { status }),
      ...(config === undefined ? {} : configColumns(sealKey, config, before)),
      updated_at: now(),
    })
    .where('id', '=', id)
    .execute()
  await auditWebhookChange(trx, before, await findWebhook(trx, id))
}

/** Deletes an endpoint, and by the foreign keys its deliveries: nothing is sent to it any more. Throws 404. */
export async function removeWebhook(trx: Tenant, id: number): Promise<void> {
  const webhook = await findWebhook(trx, id)
  const { numDeletedRows } = await trx.delete('webhooks').where('id', '=', id).executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) throw new HttpError('NOT_FOUND')
  await auditWebhook(trx, 'webhook.deleted', webhook, webhookChanges(webhook, null))
}

const nameColumn = (name: string | null | undefined) => name || null

const eventsText = (events: readonly string[]) => JSON.stringify([...new Set(events)])

const tooMany = () =>
  invalidInput(
    'VALIDATION_FAILED',
    new Map([['url', [`An account has at most ${mostWebhooks} webhooks. Delete one to add another`]]]),
  )
