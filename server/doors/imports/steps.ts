import type { ImportKind as KindName, ImportMapping } from '#contract/imports.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { now } from '#server/platform/lib/clock.ts'
import { HttpError, invalidInput } from '#server/platform/lib/http-error.ts'
import type { ImportKind, ImportOptions } from '#server/platform/lists/import-kind.ts'

import { beginCheck } from './check.ts'
import { type SameValues, checkMapping, checkSameValues, rememberMapping } from './mapping.ts'
import { type StoredImport, lockImport, noCounts, readImport } from './rows.ts'
import { cancel } from './run.ts'

const listed = 20

/** The newest first, without those that were canceled before they imported anything. */
export const listImports = (tenant: Tenant, kind: KindName): Promise<StoredImport[]> =>
  tenant
    .select('imports')
    .selectAll()
    .where('kind', '=', kind)
    .where('state', '!=', 'receiving')
    .where((eb) => eb.or([eb('state', '!=', 'canceled'), eb('created', '>', 0), eb('updated', '>', 0)]))
    .orderBy('id', 'desc')
    .limit(listed)
    .execute()

/** Maps the columns and begins to check every row. Throws 422 for a mapping that doesn't fit, 409 once it was started. */
export async function requestCheck(
  trx: Tenant,
  kind: ImportKind,
  id: number,
  mapping: ImportMapping,
  planning: Pick<ImportOptions, 'actor' | 'publicUrl'>,
): Promise<StoredImport> {
  const row = await lockImport(trx, kind.name, id)
  if (!['ready', 'checking', 'checked'].includes(row.state))
    throw new HttpError('CONFLICT', 'This import has already been started')
  checkMapping(mapping, JSON.parse(row.header) as string[], await kind.fields(trx))
  const { columns, existing, same_values: sameValues = {} } = mapping
  await checkSameValues(trx, await kind.open(trx, { ...planning, existing }), sameValues)
  await trx
    .update('imports')
    .set({
      state: 'checking',
      columns: JSON.stringify(columns),
      same_values: JSON.stringify(sameValues),
      existing,
      checks: row.checks + 1,
    })
    .where('id', '=', id)
    .execute()
  await beginCheck(trx, id, null)
  return readImport(trx, kind.name, id)
}

/**
 * Starts what a check has found, or continues what was stopped; a repeat changes nothing. Throws 412 after another check,
 * 409 before it has ended, and 422 where all rows have to be good and some aren't.
 */
export async function startImport(
  trx: Tenant,
  kind: ImportKind,
  id: number,
  checks: number,
): Promise<StoredImport> {
  const row = await lockImport(trx, kind.name, id)
  if (row.checks !== checks) throw new HttpError('PRECONDITION_FAILED')
  const { state } = row
  if (state === 'running' || state === 'completed') return row
  if (state === 'stopped') {
    await update(trx, id, { state: 'running' })
  } else if (state === 'checked') {
    if (kind.atomic && row.plan_failed > 0)
      throw invalidInput(
        'VALIDATION_FAILED',
        new Map([['file', ['Every row has to be valid. Fix the file and upload it again.']]]),
      )
    const columns = JSON.parse(row.columns) as (string | null)[]
    const sameValues = JSON.parse(row.same_values) as SameValues
    await rememberMapping(trx, kind.name, JSON.parse(row.header) as string[], { columns, sameValues })
    await update(trx, id, { state: 'running', ...noCounts, failed: row.plan_failed })
  } else {
    const reason = state === 'canceled' ? 'This import was canceled' : 'The rows haven’t been checked yet'
    throw new HttpError('CONFLICT', reason)
  }
  return readImport(trx, kind.name, id)
}

/** Imports no more rows until it is started again; what doesn't run stays as it is. */
export async function stopImport(trx: Tenant, kind: KindName, id: number): Promise<StoredImport> {
  const row = await lockImport(trx, kind, id)
  if (row.state === 'running') await update(trx, id, { state: 'stopped' })
  return readImport(trx, kind, id)
}

/** Deletes the rows that are left. One that has finished stays as it is. */
export async function cancelImport(trx: Tenant, kind: KindName, id: number): Promise<StoredImport> {
  const row = await lockImport(trx, kind, id)
  if (row.state !== 'completed' && row.state !== 'canceled') await cancel(trx, row)
  return readImport(trx, kind, id)
}

const update = (trx: Tenant, id: number, set: Partial<StoredImport>) =>
  trx
    .update('imports')
    .set({ ...set, updated_at: now() })
    .where('id', '=', id)
    .execute()
