import type { Generated } from 'kysely'

import type { CustomerDeletion } from '#contract/customer-deletions.ts'

/** A deletion of all customers that matched a filter. */
export interface CustomerDeletionTable {
  id: Generated<number>
  account_id: number
  state: CustomerDeletion['state']
  total: number
  deleted: number
  missing: number
  caused_by: string
  created_at: string
  /** When its last batch was deleted: one that rests for long has lost its process. */
  updated_at: string
  finished_at: string | null
}

/** The next customers of a deletion; the row goes in the transaction that deletes them. */
export interface CustomerDeletionBatchTable {
  id: Generated<number>
  account_id: number
  deletion_id: number
  /** JSON: ids, ascending. */
  customers: string
}
