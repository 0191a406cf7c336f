import type { Generated } from 'kysely'

import type { ExistingChoice, ImportKind, ImportState } from '#contract/imports.ts'

/** An import of a CSV file. Counts are rows. */
export interface ImportTable {
  id: Generated<number>
  account_id: number
  kind: ImportKind
  /** `receiving` until the whole file has been read. */
  state: ImportState | 'receiving'
  file_name: string
  /** JSON: the names of the columns. */
  header: string
  /** JSON: a list of values for each column. */
  samples: string
  rows: number
  /** JSON: the key of a field or null for each column. */
  columns: string
  is_remembered: number
  existing: ExistingChoice
  /** JSON: the value of all rows by the key of its field. */
  same_values: Generated<string>
  /** JSON: values in place of those of the file, by row and column; see `fixes.ts`. */
  fixes: Generated<string>
  checks: number
  /** The check that is under way; another one that starts takes over. */
  worker: string | null
  /** The last batch that was checked. */
  checked_through: number
  plan_created: number
  plan_updated: number
  plan_skipped: number
  plan_failed: number
  created: number
  updated: number
  skipped: number
  failed: number
  caused_by: string
  /** The person's; null for a key. */
  actor_id: number | null
  created_at: string
  updated_at: string
  finished_at: string | null
}

/** The next rows of an import; they go in the transaction that imports them. */
export interface ImportBatchTable {
  id: Generated<number>
  account_id: number
  import_id: number
  /** JSON; see `SourceRow`. */
  rows: string
}

/** The outcome of a row, or why it fails. */
export interface ImportResultTable {
  id: Generated<number>
  account_id: number
  import_id: number
  row: number
  outcome: 'created' | 'updated' | 'skipped' | 'failed'
  record_id: number | null
  label: string
  /** JSON; see `ImportRow`. */
  problems: string
  /** JSON: what the file has, for a row that failed. */
  cells: string | null
}

/** How the columns of a header were mapped last. */
export interface ImportMappingTable {
  id: Generated<number>
  account_id: number
  kind: ImportKind
  /** SHA-256 of the names in the header, sorted. */
  header_key: string
  /** JSON: pairs of a name and the key of a field. */
  columns: string
  /** JSON: the value of all rows by the key of its field. */
  same_values: Generated<string>
}
