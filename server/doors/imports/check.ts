import { setImmediate as letOthersRun } from 'node:timers/promises'

import type { Tenant } from '#server/platform/access/tenant.ts'
import { storedActor } from '#server/platform/audit/activity.ts'
import { now } from '#server/platform/lib/clock.ts'
import { type ImportKind, type RowPlan, failing } from '#server/platform/lists/import-kind.ts'

import type { Mapping, SameValues } from './mapping.ts'
import { type SourceRow, sourcesOf } from './parse.ts'
import { type RowOutcome, resultRows, valuesOf } from './results.ts'
import { type StoredImport, addCounts, noCounts, planColumns, planOf } from './rows.ts'

/** How many batches a check reads at a time. */
const batchesAtOnce = 10

/** Arguments of planning a batch. */
export interface Planning {
  readonly kind: ImportKind
  readonly row: StoredImport
  readonly publicUrl: string
}

/** Returns what plans and writes rows of the file. */
export async function openRows(tenant: Tenant, { kind, row, publicUrl }: Planning) {
  const header = JSON.parse(row.header) as string[]
  const mapping: Mapping = {
    columns: JSON.parse(row.columns) as (string | null)[],
    sameValues: JSON.parse(row.same_values) as SameValues,
  }
  const fields = await kind.fields(tenant)
  const repeatable = new Set(fields.filter((field) => field.is_repeatable).map(({ key }) => key))
  const importer = await kind.open(tenant, {
    existing: row.existing,
    publicUrl,
    actor: storedActor(row.actor_id),
  })
  return {
    plan: async (sources: readonly SourceRow[]): Promise<RowPlan[]> => {
      const plans = await importer.plan(
        tenant,
        sources.map((source) => valuesOf(source, header, mapping, repeatable)),
      )
      return plans.map((plan, index) => {
        const more = sources[index]?.cells.slice(header.length) ?? []
        if (more.every((cell) => cell.trim() === '')) return plan
        const message = `This row has more values than the header has columns (${header.length})`
        return failing(plan.label, [{ field: null, message }])
      })
    },
    /** Needs the tenant of a transaction. */
    write: (plans: readonly RowPlan[]): Promise<number[]> => importer.write(tenant, plans),
  }
}

/** Begins a check from the first row; another one that is under way ends. */
export async function beginCheck(trx: Tenant, id: number, worker: string | null): Promise<void> {
  await trx.delete('import_results').where('import_id', '=', id).execute()
  await trx
    .update('imports')
    .set({ worker, checked_through: 0, ...planColumns(noCounts), updated_at: now() })
    .where('id', '=', id)
    .execute()
}

/** Checks the rows of one import from the first to the last, in one process: it remembers what it has seen. */
export class Check {
  readonly #kind: ImportKind
  readonly #id: number
  readonly #worker: string
  readonly #publicUrl: string
  /** The row of each key: as many as a file may have rows. */
  readonly #seen = new Map<string, number>()

  constructor(kind: ImportKind, id: number, worker: string, publicUrl: string) {
    this.#kind = kind
    this.#id = id
    this.#worker = worker
    this.#publicUrl = publicUrl
  }

  /** Checks the next rows. Returns whether it has ended. */
  async next(tenant: Tenant): Promise<boolean> {
    const row = await this.#own(tenant).executeTakeFirst()
    if (!row) return true
    const batches = await tenant
      .select('import_batches')
      .select(['id', 'rows'])
      .where('import_id', '=', this.#id)
      .where('id', '>', row.checked_through)
      .orderBy('id')
      .limit(batchesAtOnce)
      .execute()
    const outcomes: RowOutcome[] = []
    const rows = await openRows(tenant, { kind: this.#kind, row, publicUrl: this.#publicUrl })
    for (const batch of batches) {
      const sources = sourcesOf(row, batch.rows)
      const plans = await rows.plan(sources)
      await letOthersRun()
      plans.forEach((plan, index) => {
        const source = sources[index] as SourceRow // a plan for each
        outcomes.push({ source, plan: this.#unique(source.row, plan), recordId: null })
      })
    }
    const last = batches.at(-1)?.id
    return tenant.transaction(async (trx) => {
      if (!(await trx.dialect.forNoKeyUpdate(this.#own(trx)).executeTakeFirst())) return true
      const failed = outcomes.filter(({ plan }) => plan.outcome === 'failed')
      await trx.insert('import_results', resultRows(row, failed))
      const plan = addCounts(
        planOf(row),
        outcomes.map((outcome) => outcome.plan),
      )
      await trx
        .update('imports')
        .set({
          ...planColumns(plan),
          ...(last === undefined ? { state: 'checked' as const, worker: null } : { checked_through: last }),
          updated_at: now(),
        })
        .where('id', '=', this.#id)
        .execute()
      return last === undefined
    })
  }

  /** The import, as long as it is this check's turn. */
  #own(tenant: Tenant) {
    return tenant
      .select('imports')
      .selectAll()
      .where('id', '=', this.#id)
      .where('state', '=', 'checking')
      .where('worker', '=', this.#worker)
  }

  /** Returns the plan, or a failing one where an earlier row of the file is about the same. */
  #unique(row: number, plan: RowPlan): RowPlan {
    if (plan.outcome === 'failed') return plan
    for (const { key, field, words } of plan.keys) {
      const before = this.#seen.get(key)
      if (before !== undefined)
        return failing(plan.label, [{ field, message: `Row ${before} has the same ${words}` }])
    }
    for (const { key } of plan.keys) this.#seen.set(key, row)
    return plan
  }
}
