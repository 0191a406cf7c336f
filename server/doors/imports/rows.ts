import type { Selectable } from 'kysely'

import type { Import, ImportCounts, ImportKind as KindName, ImportSummary } from '#contract/imports.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { ImportTable } from '#server/platform/db/tables/imports.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'
import type { Field, ImportKind } from '#server/platform/lists/import-kind.ts'

/** An import as it is stored. */
export type StoredImport = Selectable<ImportTable>

/** Throws 404 if the account has no such import of that kind. */
export async function readImport(tenant: Tenant, kind: KindName, id: number): Promise<StoredImport> {
  return found(await select(tenant, kind, id).executeTakeFirst())
}

/** The same, locked until the transaction ends. */
export async function lockImport(trx: Tenant, kind: KindName, id: number): Promise<StoredImport> {
  return found(await trx.dialect.forNoKeyUpdate(select(trx, kind, id)).executeTakeFirst())
}

const select = (tenant: Tenant, kind: KindName, id: number) =>
  tenant
    .select('imports')
    .selectAll()
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where('state', '!=', 'receiving')

function found(row: StoredImport | undefined): StoredImport {
  if (!row) throw new HttpError('NOT_FOUND')
  return row
}

/** Returns an import with what mapping its columns takes. */
export async function showImport(tenant: Tenant, kind: ImportKind, row: StoredImport): Promise<Import> {
  const header = JSON.parse(row.header) as string[]
  const samples = JSON.parse(row.samples) as string[][]
  const columns = JSON.parse(row.columns) as (string | null)[]
  return {
    ...summaryOf(row),
    columns: header.map((name, index) => ({
      name,
      samples: samples[index] ?? [],
      field: columns[index] ?? null,
    })),
    is_remembered: row.is_remembered === 1,
    fields: (await kind.fields(tenant)).map(withoutNames),
    existing: row.existing,
    same_values: JSON.parse(row.same_values) as Record<string, string>,
    checks: row.checks,
  }
}

const withoutNames = ({ names: _names, ...field }: Field) => field

/** Returns an import and how far it is. */
export const summaryOf = (row: StoredImport): ImportSummary => ({
  id: row.id,
  // Not read while the file is being received.
  state: row.state as ImportSummary['state'],
  file_name: row.file_name,
  rows: row.rows,
  plan: planOf(row),
  result: { created: row.created, updated: row.updated, skipped: row.skipped, failed: row.failed },
  caused_by: row.caused_by,
  created_at: row.created_at,
  finished_at: row.finished_at,
})

/** Counts of the last check so far. */
export const planOf = (row: StoredImport): ImportCounts => ({
  created: row.plan_created,
  updated: row.plan_updated,
  skipped: row.plan_skipped,
  failed: row.plan_failed,
})

/** No rows yet. */
export const noCounts: ImportCounts = { created: 0, updated: 0, skipped: 0, failed: 0 }

/** The columns of a plan. */
export const planColumns = ({ created, updated, skipped, failed }: ImportCounts) => ({
  plan_created: created,
  plan_updated: updated,
  plan_skipped: skipped,
  plan_failed: failed,
})

/** Returns how many there are of each outcome, added to what there was. */
export function addCounts(
  counts: ImportCounts,
  outcomes: readonly { readonly outcome: keyof ImportCounts }[],
): ImportCounts {
  const sum = { ...counts }
  for (const { outcome } of outcomes) sum[outcome] += 1
  return sum
}
