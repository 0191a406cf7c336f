import type { Kysely, Selectable } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect, DueDeliveries } from '#server/platform/db/dialects.ts'
import type { DeliveryTable, WebhookTable } from '#server/platform/db/tables/webhooks.ts'

import type { Decision } from './decide.ts'
import type { AttemptResult } from './sender.ts'

/** A webhook as it is stored. */
export type WebhookRow = Selectable<WebhookTable>

/** A leased delivery as the dispatcher reads it. */
export const leasedColumns = [
  'id',
  'account_id',
  'webhook_id',
  'event',
  'event_id',
  'is_test',
  'event_log_id',
  'attempts',
] as const

/** Those columns of one delivery. */
export type LeasedRow = Pick<Selectable<DeliveryTable>, (typeof leasedColumns)[number]>

/** A delivery that this process has leased. */
export interface LeasedDelivery extends Omit<LeasedRow, 'event_log_id'> {
  /** The payload as JSON text; undefined if it is lost. */
  readonly body: string | undefined
}

/** An attempt that has ended but isn't recorded yet. */
export interface CompletedAttempt {
  readonly delivery: LeasedDelivery
  readonly result: AttemptResult
}

/** A recorded attempt, with what was decided about its delivery. */
export interface RecordedAttempt extends CompletedAttempt {
  readonly decision: Decision
}

/** A delivery that will never be sent, and why. */
export interface AbandonedDelivery {
  readonly id: number
  readonly error: string
}

/** The writes of a batch. */
export interface BatchWrites {
  readonly completed: readonly CompletedAttempt[]
  /** Deliveries whose lease is returned unused. */
  readonly released: readonly number[]
  readonly abandoned: readonly AbandonedDelivery[]
}

/** The deliveries to lease for this process. `leasedUntil` is a wire datetime. */
export type Claim = Omit<DueDeliveries, 'by'> & { readonly leasedUntil: string }

/** A request of the dispatcher to the database. */
export interface Batch extends BatchWrites {
  /** Endpoints whose rows the dispatcher needs besides those of what it claims. */
  readonly watched: readonly number[]
  /** Undefined when nothing is to be claimed. */
  readonly claim: Claim | undefined
}

/** The result of a batch: recorded and leased deliveries, and their webhooks by id. */
export interface BatchResult {
  readonly recorded: readonly RecordedAttempt[]
  readonly claimed: readonly LeasedDelivery[]
  readonly webhooks: ReadonlyMap<number, WebhookRow>
}

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
