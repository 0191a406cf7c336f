import { setImmediate as letOthersRun } from 'node:timers/promises'

import type { Selectable } from 'kysely'

import type { LiveChange } from '#contract/wire/live.ts'
import { Tenant } from '#server/platform/access/tenant.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Store } from '#server/platform/db/store.ts'
import { ActiveJobs } from '#server/platform/lib/active-jobs.ts'
import { now, timestamp } from '#server/platform/lib/clock.ts'
import type { Failures } from '#server/platform/lib/failures.ts'
import type { LiveBus } from '#server/platform/live/bus.ts'

import type { Report } from './leave-out-failing.ts'

/** One transaction is about so many customers. Between two of them, everybody else may write. */
export const customersAtOnce = 50
const batchesPerInsert = 200
/** Open screens read again this often while a job runs. */
const publishEveryMs = 2_000
/** A running job that rests for so long has lost its process. */
const abandonedAfterMs = 30_000

type JobTable = 'customer_deletions' | 'customer_changes' | 'custom_field_renames'

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
  readonly table: JobTable
  /** Topics they change besides customers and contacts. */
  readonly topic?: LiveChange['topic']
  /** Carries out the next part of one in a transaction. Returns whether it has finished. */
  readonly next: (trx: Tenant, id: number, report: Report) => Promise<boolean>
}

interface Running {
  readonly id: number
  readonly account_id: number
  readonly caused_by: string
}

/**
 * Carries out jobs in the background, one small transaction after the other. What a stop or a crash interrupts is
 * continued: by this process when it starts again, or by another one within two minutes. Two that work on the same
 * job take turns.
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
      (error, { id }) => this.report(error, id),
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

  /** Logs and counts customers for whom a job failed. */
  report(failures: unknown, job?: number): void {
    this.#needs.failures.report(this.#jobs.part, failures, { job })
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
    let publishedAtMs = Date.now()
    try {
      while (!this.#active.isStopping) {
        if (
          await tenant.transaction((trx) => this.#jobs.next(trx, id, (failures) => this.report(failures, id)))
        )
          return
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

/** Inserts ids as batches: each is the JSON of what one transaction is about. */
export async function insertBatches(
  ids: readonly number[],
  insert: (batches: readonly string[]) => Promise<unknown>,
): Promise<void> {
  const batches = Array.from({ length: Math.ceil(ids.length / customersAtOnce) }, (_, index) =>
    JSON.stringify(ids.slice(index * customersAtOnce, (index + 1) * customersAtOnce)),
  )
  for (let index = 0; index < batches.length; index += batchesPerInsert)
    await insert(batches.slice(index, index + batchesPerInsert))
}

/** Returns the job, locked until the end of the transaction; undefined if it has ended or doesn't exist. */
export async function lockRunning<Table extends JobTable>(
  trx: Tenant,
  table: Table,
  id: number,
): Promise<Selectable<Database[Table]> | undefined> {
  const running = trx
    .select(table as 'customer_deletions')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'running')
  return (await trx.dialect.forNoKeyUpdate(running).executeTakeFirst()) as
    | Selectable<Database[Table]>
    | undefined
}

export async function finishJob(
  trx: Tenant,
  table: JobTable,
  id: number,
  state: 'completed' | 'canceled',
): Promise<void> {
  const finished_at = now()
  await trx
    .update(table as 'customer_deletions')
    .set({ state, finished_at, updated_at: finished_at })
    .where('id', '=', id)
    .execute()
}
