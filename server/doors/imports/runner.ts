import { randomUUID } from 'node:crypto'
import { setImmediate as letOthersRun } from 'node:timers/promises'

import type { ImportKind as KindName } from '#contract/imports.ts'
import { dayMs, hourMs } from '#contract/values/durations.ts'
import { Tenant } from '#server/platform/access/tenant.ts'
import type { Store } from '#server/platform/db/store.ts'
import { AccountTurns } from '#server/platform/lib/account-turns.ts'
import { ActiveJobs } from '#server/platform/lib/active-jobs.ts'
import { timestamp } from '#server/platform/lib/clock.ts'
import { forEach } from '#server/platform/lib/each.ts'
import type { Failures } from '#server/platform/lib/failures.ts'
import type { ImportKind } from '#server/platform/lists/import-kind.ts'
import type { LiveBus } from '#server/platform/live/bus.ts'

import { importAtOnce } from './at-once.ts'
import { Check, beginCheck } from './check.ts'
import { cancel, importNextBatch } from './run.ts'

/** Open screens read again this often while an import runs. */
const publishEveryMs = 1_000
/** An import that rests for so long has lost its process. */
const abandonedAfterMs = 30_000

interface Needs {
  readonly store: Store
  readonly live: LiveBus
  readonly failures: Failures
  readonly publicUrl: () => string
  readonly kinds: readonly ImportKind[]
}

interface AtWork {
  readonly id: number
  readonly account_id: number
  readonly kind: KindName
  readonly caused_by: string
}

/**
 * Checks and imports rows in the background, in small transactions. What a stop or a crash interrupts is continued: by this
 * process when it starts again, or by another one within two minutes.
 */
export class ImportRunner {
  /** Reads a file, or checks its next rows: one at a time in each account, so that memory and processor are shared. */
  readonly turns = new AccountTurns()
  readonly #needs: Needs
  readonly #jobs: ActiveJobs<AtWork>

  constructor(needs: Needs) {
    this.#needs = needs
    this.#jobs = new ActiveJobs(
      (job) => this.#work(job),
      (error, { id }) => needs.failures.report('imports', error, { import: id }),
    )
  }

  /** Continues all that are at work. */
  async start(): Promise<void> {
    await this.#resume(timestamp(Date.now()))
  }

  /** Continues those that nobody works on any more, and deletes what has expired. */
  async sweep(): Promise<void> {
    await this.#resume(timestamp(Date.now() - abandonedAfterMs))
    await deleteExpired(this.#needs.store, Date.now())
  }

  /** Begins to work on it, unless this process already does. */
  run(job: AtWork): void {
    this.#jobs.run(job)
  }

  /** Resolves once nothing is being imported any more. */
  stop(): Promise<void> {
    return this.#jobs.stop()
  }

  /** Resolves once this process has nothing left to do. */
  settled(): Promise<void> {
    return this.#jobs.settled()
  }

  async #resume(restedSince: string): Promise<void> {
    const rows = await this.#needs.store.db
      .selectFrom('imports')
      .select(['id', 'account_id', 'kind', 'caused_by'])
      .where('state', 'in', ['checking', 'running'])
      .where('updated_at', '<=', restedSince)
      .orderBy('id')
      .execute()
    for (const row of rows) this.run(row)
  }

  async #work({ id, account_id, kind: name, caused_by }: AtWork): Promise<void> {
    const { store, kinds } = this.#needs
    const kind = kinds.find((one) => one.name === name)
    if (!kind) return
    const tenant = new Tenant(store.db, store.dialect, account_id, caused_by)
    while (!this.#jobs.isStopping) {
      const row = await tenant.select('imports').select('state').where('id', '=', id).executeTakeFirst()
      if (row?.state === 'checking') await this.#check(tenant, kind, id)
      else if (row?.state === 'running') await this.#import(tenant, kind, id)
      else return
    }
  }

  async #check(tenant: Tenant, kind: ImportKind, id: number): Promise<void> {
    const worker = randomUUID()
    await tenant.transaction((trx) => beginCheck(trx, id, worker))
    const check = new Check(kind, id, worker, this.#needs.publicUrl())
    await this.#repeat(tenant, id, ['imports'], () =>
      this.turns.run(tenant.account, () => check.next(tenant)),
    )
  }

  async #import(tenant: Tenant, kind: ImportKind, id: number): Promise<void> {
    const options = { kind, publicUrl: this.#needs.publicUrl() }
    await this.#repeat(tenant, id, topicsOf[kind.name], async () => {
      if (!kind.atomic) return tenant.transaction((trx) => importNextBatch(trx, id, options))
      await importAtOnce(tenant, id, options)
      return true
    })
  }

  /** Works step by step until one returns that it was the last. */
  async #repeat(
    tenant: Tenant,
    id: number,
    topics: readonly ('imports' | 'customers' | 'contacts' | 'services')[],
    step: () => Promise<boolean>,
  ): Promise<void> {
    const publish = () => {
      for (const topic of topics)
        this.#needs.live.publish(tenant.account, { topic, id: topic === 'imports' ? id : null })
    }
    let publishedAtMs = Date.now()
    try {
      while (!this.#jobs.isStopping) {
        if (await step()) return
        if (Date.now() - publishedAtMs >= publishEveryMs) {
          publish()
          publishedAtMs = Date.now()
        }
        await letOthersRun()
      }
    } finally {
      publish()
    }
  }
}

const topicsOf = {
  customers: ['imports', 'customers', 'contacts'],
  services: ['imports', 'services'],
} as const

/** A file whose upload broke off. */
const receivingForMs = hourMs
/** Rows that nobody imports. */
const unfinishedForMs = dayMs
/** The outcomes of rows, with those that failed. */
const finishedForMs = 7 * dayMs
const importsAtOnce = 50
const resultsAtOnce = 1_000

/** Deletes the rows of imports that nobody has finished within a day, and imports that ended a week ago. */
async function deleteExpired({ db, dialect }: Store, nowMs: number): Promise<void> {
  const before = (ms: number) => timestamp(nowMs - ms)
  const due = await db
    .selectFrom('imports')
    .select(['id', 'account_id', 'state'])
    .where('updated_at', '<', before(receivingForMs))
    .where((eb) =>
      eb.or([
        eb('state', '=', 'receiving'),
        eb.and([
          eb('state', 'in', ['ready', 'checked', 'stopped']),
          eb('updated_at', '<', before(unfinishedForMs)),
        ]),
        eb.and([eb('state', 'in', ['completed', 'canceled']), eb('updated_at', '<', before(finishedForMs))]),
      ]),
    )
    .orderBy('updated_at')
    .limit(importsAtOnce)
    .execute()
  await forEach(
    due,
    ({ id, account_id }) => ({ account: account_id, import: id }),
    async ({ id, account_id, state }) => {
      const tenant = new Tenant(db, dialect, account_id, 'Bureau')
      if (state === 'ready' || state === 'checked' || state === 'stopped')
        await tenant.transaction((trx) => cancel(trx, { id, state }))
      else await deleteImport(tenant, id)
    },
  )
}

async function deleteImport(tenant: Tenant, id: number): Promise<void> {
  for (;;) {
    const rows = await tenant
      .select('import_results')
      .select('id')
      .where('import_id', '=', id)
      .limit(resultsAtOnce)
      .execute()
    if (rows.length === 0) break
    await tenant
      .delete('import_results')
      .where(
        'id',
        'in',
        rows.map((row) => row.id),
      )
      .execute()
    await letOthersRun()
  }
  await tenant.delete('imports').where('id', '=', id).execute()
}
