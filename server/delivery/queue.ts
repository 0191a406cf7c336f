import { type Kysely, type Selectable, sql } from 'kysely'

import type { Database } from '#server/db/database.ts'
import type { DbDialect, DueDeliveries } from '#server/db/dialects.ts'
import type { Store } from '#server/db/open.ts'
import type { DeliveryTable, WebhookTable } from '#server/db/tables/webhooks.ts'
import { now, timestamp } from '#server/lib/clock.ts'
import { hourOf } from '#server/webhooks/hours.ts'
import { recentAttemptsText } from '#server/webhooks/recent-attempts.ts'

import type { Attempted } from './attempt.ts'
import { type Decision, isSuccess } from './decide.ts'
import { Ledger, type Standing } from './ledger.ts'
import { streakColumns } from './streak.ts'

const claimedColumns = [
  'id',
  'account_id',
  'webhook_id',
  'event',
  'event_id',
  'is_test',
  'event_log_id',
  'attempts',
] as const

type ClaimedRow = Pick<Selectable<DeliveryTable>, (typeof claimedColumns)[number]>

/** A delivery under lease. */
export interface Claimed extends Omit<ClaimedRow, 'event_log_id'> {
  /** The payload as JSON text; undefined where it is lost. */
  readonly body: string | undefined
}
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

export interface GivenUp {
  readonly id: number
  readonly error: string
}

export interface Turn {
  readonly finished: readonly Finished[]
  /** Deliveries whose lease is given back unused. */
  readonly released: readonly number[]
  /** Deliveries that will never be sent, and why. */
  readonly givenUp: readonly GivenUp[]
  /** Endpoints whose rows the dispatcher wants to see beside those of what it claims. */
  readonly watched: readonly number[]
  /** Undefined where nothing new is wanted. */
  readonly claim: (Omit<DueDeliveries, 'by'> & { readonly leasedUntil: string }) | undefined
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
    if (turn.finished.length + turn.released.length + turn.givenUp.length === 0)
      return this.#turn(this.#store.db, turn)
    return this.#store.db.transaction().execute((on) => {
      inTransaction()
      return this.#turn(on, turn)
    })
  }

  async #turn(on: Kysely<Database>, { finished, released, givenUp, watched, claim }: Turn): Promise<Turned> {
    const recorded = await this.#record(on, finished)
    if (released.length > 0) {
      await on
        .updateTable('deliveries')
        .set(unleased)
        .where('id', 'in', released)
        .where('leased_by', '=', this.#store.peers.id)
        .execute()
    }
    await this.#giveUp(on, givenUp)
    const claimed = claim ? await this.#claim(on, claim) : []
    const webhooks = await readWebhooks(on, [...watched, ...claimed.map(({ webhook_id }) => webhook_id)])
    return { recorded, claimed, webhooks }
  }

  async #claim(on: Kysely<Database>, claim: NonNullable<Turn['claim']>): Promise<Claimed[]> {
    const by = this.#store.peers.id
    const rows = await on
      .updateTable('deliveries')
      .set({ leased_by: by, leased_until: claim.leasedUntil })
      .where('id', 'in', this.#store.dialect.dueDeliveries({ ...claim, by }))
      .returning(claimedColumns)
      .execute()
    const events = new Set(rows.map(({ event_log_id }) => event_log_id))
    const bodies =
      events.size === 0
        ? []
        : await on
            .selectFrom('event_log')
            .select(['id', 'body'])
            .where('id', 'in', [...events])
            .execute()
    const bodyOf = new Map<number | null, string>(bodies.map(({ id, body }) => [id, body]))
    return rows.map(({ event_log_id, ...row }) => ({ ...row, body: bodyOf.get(event_log_id) }))
  }

  async #giveUp(on: Kysely<Database>, givenUp: readonly GivenUp[]): Promise<void> {
    for (const { id, error } of givenUp) {
      await on
        .updateTable('deliveries')
        .set({ status: 'failed', due_at: null, error, ...unleased })
        .where('id', '=', id)
        .execute()
    }
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
        due_at = value ->> 'due_at', scheduled_at = value ->> 'scheduled_at',
        leased_by = null, leased_until = null,
        response_status = cast(value ->> 'response_status' as integer),
        response_body = value ->> 'response_body', error = value ->> 'error',
        duration_ms = cast(value ->> 'duration_ms' as integer), delivered_at = value ->> 'delivered_at'
      from ${rows} where deliveries.id = cast(value ->> 'id' as bigint)`.execute(on)

    const standings = jsonRows(JSON.stringify(ledger.standings().map(asStanding)))
    await sql`update webhooks set last_delivery_at = value ->> 'last_delivery_at',
        failure_count = cast(value ->> 'failures' as integer), failing_since = value ->> 'failing_since',
        recent_failures = value ->> 'recent_failures', recent_attempts = value ->> 'recent_attempts'
      from ${standings} where webhooks.id = cast(value ->> 'id' as bigint)`.execute(on)
    await this.#countByHour(on, recorded)
    await disable(on, ledger.disabled())
    return recorded
  }

  async #countByHour(on: Kysely<Database>, recorded: readonly Recorded[]): Promise<void> {
    const hours = hoursOf(recorded)
    if (hours.length === 0) return
    // Joined, because an endpoint may have been deleted meanwhile. SQLite needs a condition before "on conflict".
    await sql`insert into webhook_hours (account_id, webhook_id, hour, delivered, failed)
      select webhooks.account_id, webhooks.id, value ->> 'hour', cast(value ->> 'delivered' as integer),
        cast(value ->> 'failed' as integer)
      from ${this.#store.dialect.jsonRows(JSON.stringify(hours))}
      join webhooks on webhooks.id = cast(value ->> 'webhook' as bigint) where true
      on conflict (webhook_id, hour) do update set delivered = webhook_hours.delivered + excluded.delivered,
        failed = webhook_hours.failed + excluded.failed`.execute(on)
  }

  /** Makes due again what processes that no longer run had under lease. Returns whether there were any. */
  async takeOverDead(): Promise<boolean> {
    const { db, peers } = this.#store
    const registered = await peers.registered(db)
    if (registered.every((id) => id === peers.id)) return false
    return db.transaction().execute(async (on) => {
      const dead = await peers.removeDead(on)
      if (dead.length === 0) return false
      await on
        .updateTable('deliveries')
        .set(unleased)
        .where('due_at', 'is not', null)
        .where('leased_by', 'in', dead)
        .execute()
      return true
    })
  }

  /** Makes due again what is leased to no registered process. Reads the whole queue. */
  async voidStrayLeases({ isStart }: { readonly isStart: boolean }): Promise<void> {
    const { db, peers } = this.#store
    const registered = await peers.registered(db)
    // Where only one process can run, it is the one that runs now.
    if (registered.length === 0 && !isStart) return
    const leased = db
      .updateTable('deliveries')
      .set(unleased)
      .where('due_at', 'is not', null)
      .where('leased_until', 'is not', null)
    // There, every lease is left over at a start. A lease without owner, of an older version, runs out.
    await (registered.length === 0 ? leased : leased.where('leased_by', 'not in', registered)).execute()
  }

  /** After the clock was set back: what was scheduled in its future is due after the same wait from now. CHOICE 0049. */
  async bringForward(): Promise<void> {
    const { db, dialect } = this.#store
    for (;;) {
      const nowMs = Date.now()
      const ahead = await db
        .selectFrom('deliveries')
        .select(['id', 'due_at', 'scheduled_at'])
        .where('due_at', 'is not', null)
        .where('scheduled_at', '>', timestamp(nowMs + clockSkewMs))
        .limit(broughtForwardAtOnce)
        .execute()
      if (ahead.length === 0) return
      const rows = ahead.map(({ id, due_at, scheduled_at }) => {
        const waitMs = Math.max(0, Date.parse(due_at ?? '') - Date.parse(scheduled_at ?? ''))
        return { id, old: due_at, due_at: timestamp(nowMs + waitMs), scheduled_at: timestamp(nowMs) }
      })
      await sql`update deliveries set due_at = value ->> 'due_at', scheduled_at = value ->> 'scheduled_at'
        from ${dialect.jsonRows(JSON.stringify(rows))}
        where deliveries.id = cast(value ->> 'id' as bigint) and deliveries.due_at = value ->> 'old'`.execute(
        db,
      )
    }
  }
}

const unleased = { leased_by: null, leased_until: null } as const
/** Clocks of several machines differ by less. */
const clockSkewMs = 5_000
const broughtForwardAtOnce = 500

/** Given the dialect, holds the rows as well. */
async function readWebhooks(
  on: Kysely<Database>,
  ids: readonly number[],
  holding?: DbDialect,
): Promise<ReadonlyMap<number, WebhookRow>> {
  if (ids.length === 0) return new Map()
  const query = on
    .selectFrom('webhooks')
    .selectAll()
    .where('id', 'in', [...new Set(ids)])
    .orderBy('id')
  const rows = await (holding?.forNoKeyUpdate(query) ?? query).execute()
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
    .set({ status: 'discarded', due_at: null, ...unleased, error: 'endpoint disabled' })
    .where('webhook_id', 'in', ids)
    .where('due_at', 'is not', null)
    .where('is_test', '=', 0)
    .execute()
}

/** How many attempts ended well and badly, by endpoint and hour. Tests don't count. */
function hoursOf(recorded: readonly Recorded[]) {
  const counted = recorded
    .filter(({ delivery }) => delivery.is_test === 0)
    .map(({ delivery, attempted: { outcome, startedAt } }) => ({
      webhook: delivery.webhook_id,
      hour: hourOf(startedAt),
      isDelivered: isSuccess(outcome),
    }))
  return [...Map.groupBy(counted, ({ webhook, hour }) => `${webhook} ${hour}`).values()].map((attempts) => {
    const delivered = attempts.filter(({ isDelivered }) => isDelivered).length
    return { ...attempts[0], delivered, failed: attempts.length - delivered }
  })
}

const entryOf = ({ delivery, attempted }: Finished) => ({
  webhook: delivery.webhook_id,
  delivery: delivery.id,
  event: delivery.event,
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
  const endedMs = attempted.startedAt + attempted.durationMs
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
    ...replyOf(attempted),
  }
}

const asStanding = ({ streak, recent, ...standing }: Standing) => ({
  ...standing,
  ...streakColumns(streak),
  recent_attempts: recentAttemptsText(recent),
})

const replyOf = ({ outcome, durationMs, responseBody }: Attempted) => ({
  duration_ms: durationMs,
  response_status: outcome.kind === 'answered' ? outcome.status : null,
  response_body: responseBody,
  error: outcome.kind === 'failed' ? outcome.error : null,
})
