import { setImmediate as letOthersRun } from 'node:timers/promises'

import type { LiveChange } from '#contract/live.ts'
import { Tenant } from '#server/platform/access/tenant.ts'
import type { Store } from '#server/platform/db/store.ts'
import { ActiveJobs } from '#server/platform/lib/active-jobs.ts'
import { timestamp } from '#server/platform/lib/clock.ts'
import type { Failures } from '#server/platform/lib/failures.ts'
import type { LiveBus } from '#server/platform/live/bus.ts'

/** One transaction is about so many customers. Between two of them, everybody else may write. */
export const customersAtOnce = 50
/** Open screens read again this often while a job runs. */
const publishEveryMs = 2_000
/** A running job that rests for so long has lost its process. */
const abandonedAfterMs = 30_000

interface Needs {
  readonly store: Store
  readonly live: LiveBus
  readonly failures: Failures
}

/** A kind of work on many customers. */
interface Jobs {
  /** The part of the service that failures are reported of. */
  readonly part: string
  /** Where they are stored. */
  readonly table: 'customer_deletions' | 'customer_changes' | 'custom_field_renames'
  /** Topics they change besides customers and contacts. */
  readonly topic?: LiveChange['topic']
  /** Carries out the next part of one, for at most so many customers, in a transaction. Returns whether it has finished. */
  readonly next: (trx: Tenant, id: number, most: number) => Promise<boolean>
  /** Counts the customer whose turn it is as failed, and leaves them as they are. */
  readonly skip: (trx: Tenant, id: number) => Promise<void>
}

interface Running {
  readonly id: number
  readonly account_id: number
  readonly caused_by: string
}

/**
 * Carries out jobs in the background, one small transaction after the other. What a stop or a crash interrupts is
 * continued: by this process when it starts again, or by another one within two minutes. Two that work on the same
 * job take turns. A customer for whom it fails doesn't stop the others: after a failure they are taken one by one, and
 * the one who fails again is skipped.
 */
export class JobRunner {
  readonly #needs: Needs
  readonly #jobs: Jobs
  readonly #active: ActiveJobs<Running>

  constructor(needs: Needs, jobs: Jobs) {
    this.#needs = needs
    this.#jobs = jobs
    this.#active = new ActiveJobs(
      (job) => this.#work(job),
      (error, { id }) => needs.failures.report(jobs.part, error, { job: id }),
    )
  }

  get part(): string {
    return this.#jobs.part
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
  run(job: Running): void {
    this.#active.run(job)
  }

  /** Resolves once nothing is being carried out any more. */
  stop(): Promise<void> {
    return this.#active.stop()
  }

  /** Resolves once this process has nothing left to do. */
  settled(): Promise<void> {
    return this.#active.settled()
  }

  async #resume(restedSince: string): Promise<void> {
    const rows = await this.#needs.store.db
      .selectFrom(this.#jobs.table as 'customer_deletions')
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
    const { part, next, skip } = this.#jobs
    let publishedAtMs = Date.now()
    let oneByOne = 0
    try {
      while (!this.#active.isStopping) {
        const most = oneByOne > 0 ? 1 : customersAtOnce
        try {
          if (await tenant.transaction((trx) => next(trx, id, most))) return
          oneByOne = Math.max(0, oneByOne - 1)
        } catch (error) {
          if (oneByOne > 0) {
            await tenant.transaction((trx) => skip(trx, id))
            this.#needs.failures.report(part, error, { job: id })
          } else oneByOne = customersAtOnce
        }
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
    const { topic } = this.#jobs
    if (topic) this.#needs.live.publish(account, { topic, id: null })
  }
}
