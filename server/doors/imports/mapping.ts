import { createHash } from 'node:crypto'

import { type ImportKind as KindName, type ImportMapping, addedColumns } from '#contract/imports.ts'
import { fold } from '#contract/values/folding.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { invalidInput } from '#server/platform/lib/http-error.ts'
import type { Field, RowImporter } from '#server/platform/lists/import-kind.ts'

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

/** The value of every row by the key of its field. */
export type SameValues = Readonly<Record<string, string>>

/** How the cells of a file are mapped. */
export interface Mapping {
  /** The key of a field for each column, null for one that isn't imported. */
  readonly columns: readonly (string | null)[]
  readonly sameValues: SameValues
}

/** Returns how columns with these names were mapped last; undefined if they never were. */
export async function recallMapping(
  tenant: Tenant,
  kind: KindName,
  header: readonly string[],
  fields: readonly Field[],
): Promise<Mapping | undefined> {
  const row = await tenant
    .select('import_mappings')
    .select(['columns', 'same_values'])
    .where('kind', '=', kind)
    .where('header_key', '=', headerKey(header))
    .executeTakeFirst()
  if (!row) return undefined
  const known = new Set(fields.map(({ key }) => key))
  const pairs = JSON.parse(row.columns) as [name: string, field: string | null][]
  const columns = header.map((name) => {
    const index = pairs.findIndex(([remembered]) => remembered === name)
    const [pair] = index === -1 ? [] : pairs.splice(index, 1)
    const field = pair?.[1] ?? null
    // A custom field may have been deleted since.
    return field !== null && known.has(field) ? field : null
  })
  const same = Object.entries(JSON.parse(row.same_values) as SameValues)
  return { columns, sameValues: Object.fromEntries(same.filter(([key]) => known.has(key))) }
}

/** Remembers the mapping for the next file with the same header. */
export async function rememberMapping(
  trx: Tenant,
  kind: KindName,
  header: readonly string[],
  { columns, sameValues }: Mapping,
): Promise<void> {
  await trx.lock('import mappings')
  const header_key = headerKey(header)
  await trx.delete('import_mappings').where('kind', '=', kind).where('header_key', '=', header_key).execute()
  const pairs = header.map((name, index) => [name, columns[index] ?? null])
  const same_values = JSON.stringify(sameValues)
  await trx.insert('import_mappings', [{ kind, header_key, columns: JSON.stringify(pairs), same_values }])
}

/** Throws 422 unless the mapping fits the header and maps what is required. */
export function checkMapping(
  { columns, existing, same_values: sameValues = {} }: ImportMapping,
  header: readonly string[],
  fields: readonly Field[],
): void {
  const byKey = new Map(fields.map((field) => [field.key, field]))
  const problem = problemOf()
  const problems = new Map(problem === undefined ? [] : [['columns', [problem]]])
  for (const [key, value] of Object.entries(sameValues)) {
    const of = sameValueProblem(key, value)
    if (of !== undefined) problems.set(sameValuePath(key), [of])
  }
  if (problems.size > 0) throw invalidInput('VALIDATION_FAILED', problems)

  function sameValueProblem(key: string, value: string): string | undefined {
    const field = byKey.get(key)
    if (!field) return `${key} isn’t a field that can be imported`
    if (!field.can_be_same) return `${field.label} can’t be the same in every row`
    if (columns.includes(key)) return `${field.label} is imported from a column`
    return value.trim() === '' ? `Enter a value for ${field.label}` : undefined
  }

  function problemOf(): string | undefined {
    if (columns.length !== header.length)
      return `columns must have ${header.length} entries, one for each column`
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
        !given.has(key) &&
        !Object.hasOwn(sameValues, key) &&
        (required === 'always' || (required === 'new' && existing === 'skip')),
    )
    if (missing.length === 0) return undefined
    return `Choose a column for ${missing.map(({ label }) => label).join(', ')}`
  }
}

/** Throws 422 for a value that no row could have. */
export async function checkSameValues(
  tenant: Tenant,
  importer: RowImporter,
  sameValues: SameValues,
): Promise<void> {
  const [plan] = await importer.plan(tenant, [new Map(Object.entries(sameValues))])
  const problems = new Map<string, string[]>()
  for (const { field, message } of plan?.problems ?? [])
    // The rest is missing, and comes from the columns of each row.
    if (field !== null && Object.hasOwn(sameValues, field)) problems.set(sameValuePath(field), [message])
  if (problems.size > 0) throw invalidInput('VALIDATION_FAILED', problems)
}

const sameValuePath = (key: string) => `same_values.${key}`
