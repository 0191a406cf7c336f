import type { Generated } from 'kysely'

import type { CustomerChange } from '#contract/customers/changes.ts'

/** A change to several customers. */
export interface CustomerChangeTable {
  id: Generated<number>
  account_id: number
  state: CustomerChange['state']
  /** JSON: what becomes of each customer; see `server/records/customers/changes/apply.ts`. */
  change: string
  total: number
  changed: number
  unchanged: number
  missing: number
  failed: Generated<number>
  caused_by: string
  /** The person; null for integrations. */
  actor_id: number | null
  created_at: string
  /** When its last batch was changed: one that rests for long has lost its process. */
  updated_at: string
  finished_at: string | null
}

/** Where a merged customer went. */
export interface CustomerMergeTable {
  /** The merged customer's. */
  id: number
  account_id: number
  survivor_id: number
  created_at: string
}

/** Some customers of a change. */
export interface CustomerChangeBatchTable {
  id: Generated<number>
  account_id: number
  change_id: number
  /** JSON: ids, ascending. */
  customers: string
  /** JSON: ids of those that it changed, so that it can be undone. Null until it is its turn. */
  changed: Generated<string | null>
}
