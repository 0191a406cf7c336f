import type { ImportOutcome, ImportRow } from '#contract/imports.ts'
import { addedColumns } from '#contract/imports.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { RowPlan, RowValues } from '#server/platform/lists/import-kind.ts'

import type { Mapping } from './mapping.ts'
import type { SourceRow } from './parse.ts'
import type { StoredImport } from './rows.ts'

const rowsAtOnce = 500

/** Values of a row by field, after the mapping. */
export function valuesOf(
  { cells }: SourceRow,
  header: readonly string[],
  { columns, sameValues }: Mapping,
  repeatable: ReadonlySet<string>,
): RowValues {
  const values = new Map(Object.entries(sameValues))
  columns.forEach((field, index) => {
    if (field === null) return
    values.set(repeatable.has(field) ? `${field}:${header[index]}` : field, cells[index] ?? '')
  })
  return values
}

/** A row with what becomes of it. */
export interface RowOutcome {
  readonly source: SourceRow
  readonly plan: RowPlan
  readonly recordId: number | null
}

/** Returns the outcomes of the rows of the file. */
export function resultRows(
  { id, header, columns }: Pick<StoredImport, 'id' | 'header' | 'columns'>,
  outcomes: readonly RowOutcome[],
) {
  const names = JSON.parse(header) as string[]
  const fields = JSON.parse(columns) as (string | null)[]
  const columnOf = (field: string | null): number =>
    field === null
      ? -1
      : fields.findIndex((of, index) => of !== null && (of === field || `${of}:${names[index]}` === field))
  return outcomes.map(({ source, plan, recordId }) => ({
    import_id: id,
    row: source.row,
    outcome: plan.outcome,
    record_id: recordId,
    label: plan.label,
    problems: JSON.stringify(
      plan.problems.map(({ field, message }) => {
        const index = columnOf(field)
        return {
          column: names[index] ?? null,
          index: index === -1 ? null : index,
          value: source.cells[index] ?? '',
          message,
        }
      }),
    ),
    cells: plan.outcome === 'failed' ? JSON.stringify(source.cells) : null,
  }))
}

/** Returns a page of the rows with an outcome, in the order of the file. */
export async function readResults(
  tenant: Tenant,
  importId: number,
  { outcome, page, limit }: { readonly outcome: ImportOutcome | undefined; page: number; limit: number },
): Promise<ImportRow[]> {
  let query = tenant
    .select('import_results')
    .select(['row', 'record_id', 'label', 'problems'])
    .where('import_id', '=', importId)
  if (outcome !== undefined) query = query.where('outcome', '=', outcome)
  const rows = await query
    .orderBy('row')
    .offset((page - 1) * limit)
    .limit(limit)
    .execute()
  return rows.map(({ problems, ...row }) => ({
    ...row,
    // A check from before values could be fixed names no index.
    problems: (JSON.parse(problems) as ImportRow['problems']).map((one) => ({
      ...one,
      index: one.index ?? null,
    })),
  }))
}

/** Returns the header of the file of failed rows. */
export const failedHeader = (row: StoredImport): string[] => [
  ...ownNames(row).map(({ name }) => name),
  ...addedColumns,
]

const ownNames = ({ header }: StoredImport) =>
  (JSON.parse(header) as string[])
    .map((name, index) => ({ name, index }))
    .filter(({ name }) => !(addedColumns as readonly string[]).includes(name))

/** Yields the rows that failed, as the file has them, with their number and what is wrong. */
export async function* readFailed(tenant: Tenant, row: StoredImport): AsyncGenerator<string[][]> {
  const own = ownNames(row)
  for (let after = 0; ;) {
    const rows = await tenant
      .select('import_results')
      .select(['row', 'problems', 'cells'])
      .where('import_id', '=', row.id)
      .where('outcome', '=', 'failed')
      .where('row', '>', after)
      .orderBy('row')
      .limit(rowsAtOnce)
      .execute()
    yield rows.map(({ row: number, problems, cells }) => {
      const values = JSON.parse(cells ?? '[]') as string[]
      const texts = (JSON.parse(problems) as ImportRow['problems']).map(({ column, message }) =>
        column === null ? message : `${column}: ${message}`,
      )
      return [...own.map(({ index }) => values[index] ?? ''), String(number), texts.join('; ')]
    })
    after = rows.at(-1)?.row ?? after
    if (rows.length < rowsAtOnce) return
  }
}
