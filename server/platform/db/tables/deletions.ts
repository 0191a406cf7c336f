import type { Generated } from 'kysely'

import type { CustomerDeletion } from '#contract/customers/deletions.ts'

/** A deletion of all customers that matched a filter. */
export interface CustomerDeletionTable {
  id: Generated<number>
  account_id: number
  state: CustomerDeletion['state']
  total: number
  deleted: number
  missing: number
  failed: Generated<number>
  caused_by: string
  /** The person; null for integrations. */
  actor_id: Generated<number | null>
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

/** A deleted customer that can be restored, with what the list of them shows. */
export interface DeletedCustomerTable {
  /** The customer's. */
  id: number
  account_id: number
  name: string
  last_name: string
  email: string
  company_name: string | null
  /** Folded, as of customers. */
  search_text: string
  /** JSON: all that was deleted with the customer; see `server/records/customers/trash/put.ts`. */
  contents: string
  deleted_at: string
  deleted_by: string
}

/** A file of a deleted customer: it stays on disk, and nobody is served it. */
export interface DeletedFileTable {
  id: Generated<number>
  account_id: number
  customer_id: number
  token: string
}
