import type { Kysely } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { Store } from '#server/platform/db/store.ts'

import { type AbandonedDelivery, type Batch, type BatchResult, readWebhooks } from './batch.ts'
import { claimDue, notLeased, releaseLeases } from './leases.ts'
import { recordAttempts } from './recording.ts'

/** The queue of deliveries in the database. What has ended and what is claimed share one commit. */
export class Queue {
  readonly #store: Store
  readonly #scheduleMs: readonly number[]

  constructor(store: Store, scheduleMs: readonly number[]) {
    this.#store = store
    this.#scheduleMs = scheduleMs
  }

  /**
   * Records, releases and claims, in one transaction if there is anything to write besides the claim. Calls
   * `onTransaction` when that begins: the caller ignores the commit it causes itself.
   */
  run(batch: Batch, onTransaction: () => void): Promise<BatchResult> {
    if (batch.completed.length + batch.released.length + batch.abandoned.length === 0)
      return this.#run(this.#store.db, batch)
    return this.#store.db.transaction().execute((trx) => {
      onTransaction()
      return this.#run(trx, batch)
    })
  }

  async #run(
    db: Kysely<Database>,
    { completed, released, abandoned, watched, claim }: Batch,
  ): Promise<BatchResult> {
    const recorded = await recordAttempts(db, this.#store, this.#scheduleMs, completed)
    await releaseLeases(db, this.#store, released)
    await abandon(db, this.#store, abandoned)
    const claimed = claim ? await claimDue(db, this.#store, claim) : []
    const webhooks = await readWebhooks(db, [...watched, ...claimed.map(({ webhook_id }) => webhook_id)])
    return { recorded, claimed, webhooks }
  }
}

async function abandon(
  db: Kysely<Database>,
  { peers }: Store,
  abandoned: readonly AbandonedDelivery[],
): Promise<void> {
  for (const { id, error } of abandoned) {
    await db
      .updateTable('deliveries')
      .set({ status: 'failed', due_at: null, error, ...notLeased })
      .where('id', '=', id)
      .where('leased_by', '=', peers.id)
      .execute()
  }
}
