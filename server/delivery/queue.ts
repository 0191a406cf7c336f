import { type Kysely, type Selectable, sql } from 'kysely'

import { now, timestamp } from '../clock.ts'
import type { Database, DeliveryTable, WebhookTable } from '../db/database.ts'
import type { Dialect, DueDeliveries } from '../db/dialects.ts'
import type { Store } from '../db/open.ts'
import type { Attempted } from './attempt.ts'
import type { Decision } from './decide.ts'
import { Ledger } from './ledger.ts'

const claimedColumns = [
  'id',
  'account_id',
  'webhook_id',
  'event',
  'event_id',
  'is_test',
  'body',
  'attempts',
] as const

/** A delivery under lease. */
export type Claimed = Pick<Selectable<DeliveryTable>, (typeof claimedColumns)[number]>
export type WebhookRow = Selectable<WebhookTable>

/** An attempt that ended, not yet on record. */
export interface Finished {
  readonly delivery: Claimed
  readonly attempted: Attempted
}

/** What became of it. */
export interface Recorded extends Finished {
  readonly decision: Decision
}

export interface Turn {
  readonly finished: readonly Finished[]
  /** Deliveries whose lease is given back unused. */
  readonly released: readonly number[]
  /** Endpoints whose rows the dispatcher wants to see beside those of what it claims. */
  readonly watched: readonly number[]
  /** Undefined where nothing new is wanted. */
  readonly claim: (DueDeliveries & { readonly leasedUntil: string }) | undefined
}

export interface Turned {
  readonly recorded: readonly Recorded[]
  readonly claimed: readonly Claimed[]
  readonly webhooks: ReadonlyMap<number, WebhookRow>
}

/** The queue as the tables have it. All that ended and all that is claimed shares one commit. CHOICE 0019. */
export class Queue {
  readonly #store: Store
  readonly #scheduleMs: readonly number[]

  constructor(store: Store, scheduleMs: readonly number[]) {
    this.#store = store
    this.#scheduleMs = scheduleMs
  }

  /** Records, gives back and claims, in one transaction if there is anything to record. */
  turn(turn: Turn, inTransaction: () => void): Promise<Turned> {
    if (turn.finished.length + turn.released.length === 0) return this.#turn(this.#store.db, turn)
    return this.#store.db.transaction().execute((on) => {
      inTransaction()
      return this.#turn(on, turn)
    })
  }

  async #turn(on: Kysely<Database>, { finished, released, watched, claim }: Turn): Promise<Turned> {
    const recorded = await this.#record(on, finished)
    if (released.length > 0) {
      await on.updateTable('deliveries').set({ leased_until: null }).where('id', 'in', released).execute()
    }
    const claimed = claim
      ? await on
          .updateTable('deliveries')
          .set({ leased_until: claim.leasedUntil })
          .where('id', 'in', this.#store.dialect.dueDeliveries(claim))
          .returning(claimedColumns)
          .execute()
      : []
    const webhooks = await readWebhooks(on, [...watched, ...claimed.map(({ webhook_id }) => webhook_id)])
    return { recorded, claimed, webhooks }
  }

  async #record(on: Kysely<Database>, finished: readonly Finished[]): Promise<Recorded[]> {
    if (finished.length === 0) return []
    // Held before their deliveries, in the order in which a deletion takes both: neither waits for the other for ever.
    const ids = finished.map(({ delivery }) => delivery.webhook_id)
    const webhooks = await readWebhooks(on, ids, this.#store.dialect)
    const ledger = new Ledger(webhooks, this.#scheduleMs)
    const recorded = finished.map((one) => ({ ...one, decision: ledger.enter(entryOf(one)) }))
    const { jsonRows } = this.#store.dialect

    const attempts = jsonRows(JSON.stringify(recorded.map(asAttempt)))
    // Joined, because the endpoint and all its deliveries may have been deleted meanwhile.
    await sql`insert into delivery_attempts (account_id, delivery_id, number, started_at, duration_ms,
        request_headers, response_status, response_headers, response_body, error)
      select deliveries.account_id, deliveries.id, cast(value ->> 'number' as integer), value ->> 'started_at',
        cast(value ->> 'duration_ms' as integer), value ->> 'request_headers',
        cast(value ->> 'response_status' as integer), value ->> 'response_headers', value ->> 'response_body',
        value ->> 'error'
      from ${attempts} join deliveries on deliveries.id = cast(value ->> 'delivery' as bigint)`.execute(on)

    const rows = jsonRows(JSON.stringify(recorded.map(asDelivery)))
    await sql`update deliveries set status = value ->> 'status', attempts = cast(value ->> 'attempts' as integer),
        due_at = value ->> 'due_at', leased_until = null,
        response_status = cast(value ->> 'response_status' as integer),
        response_body = value ->> 'response_body', error = value ->> 'error',
        duration_ms = cast(value ->> 'duration_ms' as integer), delivered_at = value ->> 'delivered_at'
      from ${rows} where deliveries.id = cast(value ->> 'id' as bigint)`.execute(on)

    const standings = jsonRows(JSON.stringify(ledger.standings()))
    // Relative where it can be: somebody may have set the endpoint active again meanwhile.
    await sql`update webhooks set last_delivery_at = value ->> 'last_delivery_at',
        failure_count = cast(value ->> 'failures' as integer)
          + case when value ->> 'succeeded' = 'yes' then 0 else failure_count end,
        failing_since = case when value ->> 'succeeded' = 'yes' then value ->> 'failing_since'
          else coalesce(failing_since, value ->> 'failing_since') end
      from ${standings} where webhooks.id = cast(value ->> 'id' as bigint)`.execute(on)
    await disable(on, ledger.disabled())
    return recorded
  }

  /** Makes void what a process that is gone had under lease. Only right where no other process delivers. */
  async voidLeases(): Promise<void> {
    await this.#store.db
      .updateTable('deliveries')
      .set({ leased_until: null })
      .where('due_at', 'is not', null)
      .where('leased_until', 'is not', null)
      .execute()
  }
}

/** Given the dialect, holds the rows as well. */
async function readWebhooks(
  on: Kysely<Database>,
  ids: readonly number[],
  holding?: Dialect,
): Promise<ReadonlyMap<number, WebhookRow>> {
  if (ids.length === 0) return new Map()
  const query = on
    .selectFrom('webhooks')
    .selectAll()
    .where('id', 'in', [...new Set(ids)])
    .orderBy('id')
  const rows = await (holding?.held(query) ?? query).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Switches endpoints off; what waited for them is over. */
async function disable(on: Kysely<Database>, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const time = now()
  await on
    .updateTable('webhooks')
    .set({ status: 'disabled', disabled_at: time, updated_at: time })
    .where('id', 'in', ids)
    .execute()
  await on
    .updateTable('deliveries')
    .set({ status: 'discarded', due_at: null, leased_until: null, error: 'endpoint disabled' })
    .where('webhook_id', 'in', ids)
    .where('due_at', 'is not', null)
    .where('is_test', '=', 0)
    .execute()
}

const entryOf = ({ delivery, attempted }: Finished) => ({
  webhook: delivery.webhook_id,
  isTest: delivery.is_test === 1,
  attempt: delivery.attempts + 1,
  attempted,
})

function asAttempt({ delivery, attempted }: Finished) {
  return {
    delivery: delivery.id,
    number: delivery.attempts + 1,
    started_at: timestamp(attempted.startedAt),
    // JSON within JSON: what PostgreSQL reads as an object comes back in another order.
    request_headers: JSON.stringify(attempted.requestHeaders),
    response_headers: attempted.responseHeaders && JSON.stringify(attempted.responseHeaders),
    ...replyOf(attempted),
  }
}

function asDelivery({ delivery, attempted, decision }: Recorded) {
  const endedAt = timestamp(attempted.startedAt + attempted.durationMs)
  const isDelivered = decision.kind === 'delivered'
  return {
    id: delivery.id,
    status: isDelivered ? 'delivered' : decision.kind === 'retry' ? 'pending' : 'failed',
    attempts: delivery.attempts + 1,
    due_at: decision.kind === 'retry' ? timestamp(decision.at) : null,
    delivered_at: isDelivered ? endedAt : null,
    ...replyOf(attempted),
  }
}

const replyOf = ({ outcome, durationMs, responseBody }: Attempted) => ({
  duration_ms: durationMs,
  response_status: outcome.kind === 'answered' ? outcome.status : null,
  response_body: responseBody,
  error: outcome.kind === 'failed' ? outcome.error : null,
})
