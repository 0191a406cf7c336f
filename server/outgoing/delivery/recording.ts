import { type Kysely, sql } from 'kysely'

import { type WebhookChange, notifyOfWebhooks } from '#server/outgoing/notifications/webhook-changes.ts'
import { Tenant } from '#server/platform/access/tenant.ts'
import { auditChanges } from '#server/platform/audit/record.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'
import type { Store } from '#server/platform/db/store.ts'
import { now, timestamp } from '#server/platform/lib/clock.ts'

import { isFailing } from '../failing.ts'
import { type CompletedAttempt, type RecordedAttempt, type WebhookRow, readWebhooks } from './batch.ts'
import { isSuccess, streakColumns } from './decide.ts'
import { EndpointTracker, type EndpointUpdate } from './endpoint-tracker.ts'
import { hourOf } from './hours.ts'
import { notLeased } from './leases.ts'
import { recentAttemptsText } from './recent-attempts.ts'
import type { AttemptResult } from './sender.ts'
import { auditWebhook } from './webhook-audit.ts'

/**
 * Writes attempts that have ended, with what is decided about their deliveries and endpoints. Returns the decisions.
 * Deliveries that another process has taken over since are that one's to record.
 */
export async function recordAttempts(
  trx: Kysely<Database>,
  { dialect, peers }: Pick<Store, 'dialect' | 'peers'>,
  scheduleMs: readonly number[],
  ended: readonly CompletedAttempt[],
): Promise<RecordedAttempt[]> {
  if (ended.length === 0) return []
  // Locked before their deliveries, in the order in which a deletion locks both, so that the two never deadlock.
  const ids = ended.map(({ delivery }) => delivery.webhook_id)
  const before = await readWebhooks(trx, ids, dialect)
  const taken = await takenOver(trx, dialect, peers.id, ended)
  const completed = ended.filter(({ delivery }) => !taken.has(delivery.id))
  const tracker = new EndpointTracker(before, scheduleMs)
  const recorded = completed.map((one) => ({ ...one, decision: tracker.record(trackedAttempt(one)) }))
  const rowsOf = (rows: readonly object[]) => dialect.jsonRows(JSON.stringify(rows))

  // Joined, because the endpoint and all its deliveries may have been deleted in the meantime.
  await sql`insert into delivery_attempts (account_id, delivery_id, number, started_at, duration_ms,
      request_headers, response_status, response_headers, response_body, error)
    select deliveries.account_id, deliveries.id, cast(value ->> 'number' as integer), value ->> 'started_at',
      cast(value ->> 'duration_ms' as integer), value ->> 'request_headers',
      cast(value ->> 'response_status' as integer), value ->> 'response_headers', value ->> 'response_body',
      value ->> 'error'
    from ${rowsOf(recorded.map(attemptRow))} join deliveries
      on deliveries.id = cast(value ->> 'delivery' as bigint)`.execute(trx)

  await sql`update deliveries set status = value ->> 'status', attempts = cast(value ->> 'attempts' as integer),
      due_at = value ->> 'due_at', scheduled_at = value ->> 'scheduled_at',
      leased_by = null, leased_until = null,
      response_status = cast(value ->> 'response_status' as integer),
      response_body = value ->> 'response_body', error = value ->> 'error',
      duration_ms = cast(value ->> 'duration_ms' as integer), delivered_at = value ->> 'delivered_at'
    from ${rowsOf(recorded.map(deliveryRow))}
    where deliveries.id = cast(value ->> 'id' as bigint)`.execute(trx)

  await sql`update webhooks set last_delivery_at = value ->> 'last_delivery_at',
      failure_count = cast(value ->> 'failures' as integer), failing_since = value ->> 'failing_since',
      recent_failures = value ->> 'recent_failures', recent_attempts = value ->> 'recent_attempts'
    from ${rowsOf(tracker.updates().map(endpointRow))}
    where webhooks.id = cast(value ->> 'id' as bigint)`.execute(trx)

  const hours = hourRows(recorded)
  // SQLite needs a condition before "on conflict".
  if (hours.length > 0) {
    await sql`insert into webhook_hours (account_id, webhook_id, hour, delivered, failed)
      select webhooks.account_id, webhooks.id, value ->> 'hour', cast(value ->> 'delivered' as integer),
        cast(value ->> 'failed' as integer)
      from ${rowsOf(hours)} join webhooks on webhooks.id = cast(value ->> 'webhook' as bigint) where true
      on conflict (webhook_id, hour) do update set delivered = webhook_hours.delivered + excluded.delivered,
        failed = webhook_hours.failed + excluded.failed`.execute(trx)
  }
  await disable(trx, tracker.disabled())
  await auditDisabled(trx, dialect, before, tracker.disabled(), recorded)
  await notifyOfWebhooks(trx, dialect, changesOf(before, tracker), Date.now())
  return recorded
}

/** Returns the deliveries that another process has leased, or has made the same attempt at. */
async function takenOver(
  trx: Kysely<Database>,
  dialect: DbDialect,
  by: number,
  ended: readonly CompletedAttempt[],
): Promise<ReadonlySet<number>> {
  const attempts = new Map(ended.map(({ delivery }) => [delivery.id, delivery.attempts]))
  const rows = await dialect
    .forNoKeyUpdate(
      trx
        .selectFrom('deliveries')
        .select(['id', 'attempts', 'leased_by'])
        .where('id', 'in', [...attempts.keys()]),
    )
    .execute()
  const isTaken = (row: (typeof rows)[number]) =>
    row.attempts !== attempts.get(row.id) || (row.leased_by !== null && row.leased_by !== by)
  return new Set(rows.filter(isTaken).map(({ id }) => id))
}

/** Returns the endpoints that began to fail in this batch, and those that it disables. */
function changesOf(before: ReadonlyMap<number, WebhookRow>, tracker: EndpointTracker): WebhookChange[] {
  const disabled = new Set(tracker.disabled())
  return tracker.updates().flatMap(({ id, failures }): WebhookChange[] => {
    const row = before.get(id)
    if (!row) return []
    const change = { account: row.account_id, webhook: id }
    if (disabled.has(id)) return [{ ...change, kind: 'webhook.disabled' }]
    const startsFailing = !isFailing(row) && isFailing({ status: row.status, failure_count: failures })
    return startsFailing ? [{ ...change, kind: 'webhook.failing' }] : []
  })
}

/** Disables endpoints and discards what was queued for them. */
async function disable(trx: Kysely<Database>, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const time = now()
  await trx
    .updateTable('webhooks')
    .set({ status: 'disabled', disabled_at: time, updated_at: time })
    .where('id', 'in', ids)
    .execute()
  await trx
    .updateTable('deliveries')
    .set({ status: 'discarded', due_at: null, ...notLeased, error: 'endpoint disabled' })
    .where('webhook_id', 'in', ids)
    .where('due_at', 'is not', null)
    .where('is_test', '=', 0)
    .execute()
}

/** Records that Bureau disabled these endpoints, and why. */
async function auditDisabled(
  trx: Kysely<Database>,
  dialect: DbDialect,
  before: ReadonlyMap<number, WebhookRow>,
  ids: readonly number[],
  recorded: readonly RecordedAttempt[],
): Promise<void> {
  for (const id of ids) {
    const row = before.get(id)
    const ended = recorded.find(
      ({ delivery, decision }) => delivery.webhook_id === id && decision.kind === 'disabled',
    )
    if (!row || ended?.decision.kind !== 'disabled') continue
    const { because } = ended.decision
    const tenant = new Tenant(trx, dialect, row.account_id, 'Bureau')
    await auditWebhook(tenant, 'webhook.disabled', row, auditChanges(null, { because }))
  }
}

const trackedAttempt = ({ delivery, result }: CompletedAttempt) => ({
  webhook: delivery.webhook_id,
  delivery: delivery.id,
  event: delivery.event,
  isTest: delivery.is_test === 1,
  attempt: delivery.attempts + 1,
  result,
})

function attemptRow({ delivery, result }: CompletedAttempt) {
  return {
    delivery: delivery.id,
    number: delivery.attempts + 1,
    started_at: timestamp(result.startedAt),
    // JSON within JSON: PostgreSQL returns the keys of an object in another order.
    request_headers: JSON.stringify(result.requestHeaders),
    response_headers: result.responseHeaders && JSON.stringify(result.responseHeaders),
    ...responseColumns(result),
  }
}

function deliveryRow({ delivery, result, decision }: RecordedAttempt) {
  const endedMs = result.startedAt + result.durationMs
  // The clock may have been set back since.
  const scheduledMs = Math.min(endedMs, Date.now())
  const isDelivered = decision.kind === 'delivered'
  return {
    id: delivery.id,
    status: isDelivered ? 'delivered' : decision.kind === 'retry' ? 'pending' : 'failed',
    attempts: delivery.attempts + 1,
    due_at: decision.kind === 'retry' ? timestamp(decision.at - endedMs + scheduledMs) : null,
    scheduled_at: timestamp(scheduledMs),
    delivered_at: isDelivered ? timestamp(endedMs) : null,
    ...responseColumns(result),
  }
}

const endpointRow = ({ streak, recent, ...update }: EndpointUpdate) => ({
  ...update,
  ...streakColumns(streak),
  recent_attempts: recentAttemptsText(recent),
})

/** How many attempts succeeded and failed, by endpoint and hour. Tests don't count. */
function hourRows(recorded: readonly RecordedAttempt[]) {
  const counted = recorded
    .filter(({ delivery }) => delivery.is_test === 0)
    .map(({ delivery, result }) => ({
      webhook: delivery.webhook_id,
      hour: hourOf(result.startedAt),
      isDelivered: isSuccess(result.outcome),
    }))
  return [...Map.groupBy(counted, ({ webhook, hour }) => `${webhook} ${hour}`).values()].map((attempts) => {
    const delivered = attempts.filter(({ isDelivered }) => isDelivered).length
    return { ...attempts[0], delivered, failed: attempts.length - delivered }
  })
}

const responseColumns = ({ outcome, durationMs, responseBody }: AttemptResult) => ({
  duration_ms: durationMs,
  response_status: outcome.kind === 'answered' ? outcome.status : null,
  response_body: responseBody,
  error: outcome.kind === 'failed' ? outcome.error : null,
})
