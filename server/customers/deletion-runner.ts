import { setImmediate as letOthersRun } from 'node:timers/promises'

import type { Logger } from 'pino'

import { Tenant } from '#server/access/tenant.ts'
import type { Store } from '#server/db/store.ts'
import { timestamp } from '#server/lib/clock.ts'
import type { LiveBus } from '#server/live/bus.ts'

import { deleteNextBatch } from './matching-deletion.ts'

/** Open screens read again this often while a deletion runs. */
const publishEveryMs = 2_000
/** A running deletion that rests for so long has lost its process. */
const abandonedAfterMs = 30_000

interface Needs {
  readonly store: Store
  readonly live: LiveBus
  readonly log: Logger
}

interface Running {
  readonly id: number
  readonly account_id: number
  readonly caused_by: string
}

/**
 * Carries out deletions in the background, one small transaction after the other. What a stop or a crash interrupts is
 * continued: by this process when it starts again, or by another one within two minutes. Two that work on the same
 * deletion take turns. CHOICE 0095.
 */
export class DeletionRunner {
  readonly #needs: Needs
  readonly #active = new Map<number, Promise<void>>()
  #isStopping = false

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** Continues all that are running. */
  async start(): Promise<void> {
    await this.#resume(timestamp(Date.now()))
  }

  /** Continues those that nobody works on any more. */
  async sweep(): Promise<void> {
    await this.#resume(timestamp(Date.now() - abandonedAfterMs))
  }

  /** Begins to carry it out, unless this process already does. */
  run(deletion: Running): void {
    if (this.#isStopping || this.#active.has(deletion.id)) return
    const work = this.#work(deletion)
      .catch((error: unknown) => {
        this.#needs.log.error({ err: error, deletion: deletion.id }, 'deletion interrupted')
      })
      .finally(() => this.#active.delete(deletion.id))
    this.#active.set(deletion.id, work)
  }

  /** Resolves once nothing is being deleted any more. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await this.settled()
  }

  /** Resolves once this process has nothing left to do. */
  async settled(): Promise<void> {
    await Promise.all(this.#active.values())
  }

  async #resume(restedSince: string): Promise<void> {
    const rows = await this.#needs.store.db
      .selectFrom('customer_deletions')
      .select(['id', 'account_id', 'caused_by'])
      .where('state', '=', 'running')
      .where('updated_at', '<=', restedSince)
      .orderBy('id')
      .execute()
    for (const row of rows) this.run(row)
  }

  async #work({ id, account_id, caused_by }: Running): Promise<void> {
    const { store } = this.#needs
    const tenant = new Tenant(store.db, store.dialect, account_id, caused_by)
    let publishedAtMs = Date.now()
    try {
      while (!this.#isStopping) {
        if (await tenant.transaction((trx) => deleteNextBatch(trx, id))) return
        if (Date.now() - publishedAtMs >= publishEveryMs) {
          this.#publish(account_id)
          publishedAtMs = Date.now()
        }
        await letOthersRun()
      }
    } finally {
      this.#publish(account_id)
    }
  }

  #publish(account: number) {
    this.#needs.live.publish(account, { topic: 'customers', id: null })
    this.#needs.live.publish(account, { topic: 'contacts', id: null })
  }
}
