import { type ImportFixes, mostFixedRows } from '#contract/imports.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { HttpError, invalidInput } from '#server/platform/lib/http-error.ts'
import type { ImportKind } from '#server/platform/lists/import-kind.ts'

import { beginCheck } from './check.ts'
import type { Fixes } from './parse.ts'
import { type StoredImport, lockImport, readImport } from './rows.ts'

/** Of all values together, in characters: they are read with each batch of rows. */
const longestFixes = 1_000_000

/**
 * Puts values in place of those of the file, and begins to check every row again: another row may only be good now. Throws 412
 * after another check, 409 unless one has just ended, and 422 for rows that have no problem.
 */
export async function fixRows(
  trx: Tenant,
  kind: ImportKind,
  id: number,
  { checks, values }: ImportFixes,
): Promise<StoredImport> {
  const row = await lockImport(trx, kind.name, id)
  if (row.checks !== checks) throw new HttpError('PRECONDITION_FAILED')
  if (row.state !== 'checked') throw new HttpError('CONFLICT', 'These rows can’t be fixed any more')
  const fixes = added(JSON.parse(row.fixes) as Fixes, values)
  const rows = [...new Set(values.map((one) => one.row))]
  const known = await trx
    .select('import_results')
    .select('row')
    .where('import_id', '=', id)
    .where('row', 'in', rows)
    .execute()
  const failed = new Set(known.map((one) => one.row))
  const columns = (JSON.parse(row.header) as string[]).length
  const problems = values.flatMap(({ row: number, column }, index): [string, string[]][] =>
    failed.has(number)
      ? column < columns
        ? []
        : [[`values.${index}.column`, ['The file has no such column']]]
      : [[`values.${index}.row`, ['This row has no problem']]],
  )
  const stored = JSON.stringify(fixes)
  if (Object.keys(fixes).length > mostFixedRows || stored.length > longestFixes)
    problems.push([
      'values',
      [
        `These are too many. Fix ${mostFixedRows.toLocaleString('en-US')} rows at most here, and the others in your file.`,
      ],
    ])
  if (problems.length > 0) throw invalidInput('VALIDATION_FAILED', new Map(problems))
  await trx
    .update('imports')
    .set({ state: 'checking', fixes: stored, checks: checks + 1 })
    .where('id', '=', id)
    .execute()
  await beginCheck(trx, id, null)
  return readImport(trx, kind.name, id)
}

function added(fixes: Fixes, values: ImportFixes['values']): Fixes {
  const all: Record<string, Readonly<Record<string, string>>> = { ...fixes }
  for (const { row, column, value } of values) all[row] = { ...all[row], [column]: value }
  return all
}
