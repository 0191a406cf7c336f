import type { ExistingChoice, ImportField, ImportKind as KindName } from '#contract/imports.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { Actor } from '#server/platform/audit/activity.ts'

/** A field that a column can be imported as, with the names of columns that are likely to be it. */
export interface Field extends ImportField {
  /** Folded, without punctuation. */
  readonly names: readonly string[]
}

/** Something wrong with a row: `field` is the key of a field, null if it is about the whole row. */
export interface RowProblem {
  readonly field: string | null
  readonly message: string
}

/** The cells of a row by the key of their field; those of a repeatable field by `KEY:NAME OF THE COLUMN`. */
export type RowValues = ReadonlyMap<string, string>

/** The plan of a row. `write` is for the kind alone. */
export interface RowPlan<Write = unknown> {
  readonly outcome: 'created' | 'updated' | 'skipped' | 'failed'
  /** The label of the row. */
  readonly label: string
  /** The record that exists. */
  readonly recordId: number | null
  /** Keys that no other row of the file may have: two rows about one record contradict each other. */
  readonly keys: readonly { readonly key: string; readonly field: string; readonly words: string }[]
  readonly problems: readonly RowProblem[]
  readonly write?: Write
}

/** Context for planning and writing rows. */
export interface ImportOptions {
  readonly existing: ExistingChoice
  readonly actor: Actor
  readonly publicUrl: string
}

/** Plans and writes the rows of one import. Made anew for each batch, so that it goes by what is true then. */
export interface RowImporter<Write = unknown> {
  /** Returns a plan for each row; writes nothing. */
  plan(tenant: Tenant, rows: readonly RowValues[]): Promise<RowPlan<Write>[]>
  /**
   * Writes rows that are to be created or updated; returns the ids of the records. Call it in the transaction that planned them,
   * or under the lock of an atomic kind whose revision is still the one they were planned at.
   */
  write(trx: Tenant, plans: readonly RowPlan<Write>[]): Promise<number[]>
}

/** A kind of import. */
export interface ImportKind {
  readonly name: KindName
  /** Set where all rows are imported or none. */
  readonly atomic?: {
    /** Keeps others from adding, changing and deleting such records until the transaction ends. */
    lock(trx: Tenant): Promise<void>
    /** Returns a number that differs whenever one of these records was added, changed or deleted. */
    revision(tenant: Tenant): Promise<number>
  }
  fields(tenant: Tenant): Promise<Field[]>
  /** What every row gets, unless somebody says otherwise, in fields that the file has no column for. */
  sameValues?(tenant: Tenant): Promise<Readonly<Record<string, string>>>
  open(tenant: Tenant, options: ImportOptions): Promise<RowImporter>
}

/** A row that fails. */
export const failing = (label: string, problems: readonly RowProblem[]): RowPlan<never> => ({
  outcome: 'failed',
  label,
  recordId: null,
  keys: [],
  problems,
})

/**
 * Returns the ids of the records that have each of these keys. `read` finds records in the order of key and id: an index has that
 * order, and for the order of ids alone the database might look at every record.
 */
export async function idsByKey(
  keys: readonly string[],
  read: (distinct: readonly string[]) => Promise<readonly { readonly id: number; readonly key: string }[]>,
): Promise<Map<string, number[]>> {
  const distinct = [...new Set(keys.filter((key) => key !== ''))]
  if (distinct.length === 0) return new Map()
  const byKey = Map.groupBy(await read(distinct), ({ key }) => key)
  return new Map([...byKey].map(([key, found]) => [key, found.map(({ id }) => id)]))
}
