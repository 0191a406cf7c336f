import { createHash } from 'node:crypto'

import { fold } from '#contract/folding.ts'
import { type ImportKind as KindName, type ImportMapping, addedColumns } from '#contract/imports.ts'
import type { Tenant } from '#server/access/tenant.ts'
import { invalidInput } from '#server/http/errors.ts'

import type { Field } from './kind.ts'

/** Words as names of columns are compared. */
const plain = (name: string): string =>
  fold(name)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Returns the field that each column seems to be, by its name. */
export function guessColumns(header: readonly string[], fields: readonly Field[]): (string | null)[] {
  const taken = new Set<string>()
  return header.map((name) => {
    const words = plain(name)
    const field = fields.find(
      ({ key, label, names }) =>
        !taken.has(key) && (plain(key) === words || plain(label) === words || names.includes(words)),
    )
    if (!field || words === '' || isAdded(name)) return null
    if (!field.is_repeatable) taken.add(field.key)
    return field.key
  })
}

const isAdded = (name: string) => (addedColumns as readonly string[]).includes(name)

/** The order of columns doesn't matter, nor do those that the file of failed rows adds. */
const headerKey = (header: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify(header.filter((name) => !isAdded(name)).toSorted()))
    .digest('hex')

/** Returns how columns with these names were mapped last; undefined if they never were. */
export async function recallColumns(
  tenant: Tenant,
  kind: KindName,
  header: readonly string[],
  fields: readonly Field[],
): Promise<(string | null)[] | undefined> {
  const row = await tenant
    .select('import_mappings')
    .select('columns')
    .where('kind', '=', kind)
    .where('header_key', '=', headerKey(header))
    .executeTakeFirst()
  if (!row) return undefined
  const known = new Set(fields.map(({ key }) => key))
  const pairs = JSON.parse(row.columns) as [name: string, field: string | null][]
  return header.map((name) => {
    const index = pairs.findIndex(([remembered]) => remembered === name)
    const [pair] = index === -1 ? [] : pairs.splice(index, 1)
    const field = pair?.[1] ?? null
    // A custom field may have been deleted since.
    return field !== null && known.has(field) ? field : null
  })
}

/** Remembers the mapping for the next file with the same header. */
export async function rememberColumns(
  trx: Tenant,
  kind: KindName,
  header: readonly string[],
  columns: readonly (string | null)[],
): Promise<void> {
  await trx.lock('import mappings')
  const header_key = headerKey(header)
  await trx.delete('import_mappings').where('kind', '=', kind).where('header_key', '=', header_key).execute()
  const pairs = header.map((name, index) => [name, columns[index] ?? null])
  await trx.insert('import_mappings', [{ kind, header_key, columns: JSON.stringify(pairs) }])
}

/** Throws 422 unless the mapping fits the header and maps what is required. */
export function checkMapping(
  { columns, existing }: ImportMapping,
  header: readonly string[],
  fields: readonly Field[],
): void {
  const problem = problemOf()
  if (problem !== undefined) throw invalidInput('VALIDATION_FAILED', new Map([['columns', [problem]]]))

  function problemOf(): string | undefined {
    if (columns.length !== header.length)
      return `columns must have ${header.length} entries, one for each column`
    const byKey = new Map(fields.map((field) => [field.key, field]))
    const given = new Set<string>()
    for (const key of columns) {
      if (key === null) continue
      const field = byKey.get(key)
      if (!field) return `${key} isn’t a field that can be imported`
      if (given.has(key) && !field.is_repeatable) return `Only one column can be imported as ${field.label}`
      given.add(key)
    }
    // Records that are only updated keep what no column is mapped to.
    const missing = fields.filter(
      ({ key, required }) =>
        !given.has(key) && (required === 'always' || (required === 'new' && existing === 'skip')),
    )
    if (missing.length === 0) return undefined
    return `Choose a column for ${missing.map(({ label }) => label).join(', ')}`
  }
}
