import type { Generated } from 'kysely'

/** How many rows of a table an account has, and how often they changed; kept by triggers. The sum of its entries counts. */
export interface RowCountTable {
  id: Generated<number>
  account_id: number
  table_name: string
  total: number
  changes: number
}

/** Counts and sums that triggers keep; see `server/platform/db/tallies.ts`. */
export interface TallyTable {
  account_id: number
  name: string
  bucket: string
  status: string
  currency: string
  entries: number
  amount: number
  /** How often this one changed; for the count of a table's rows, how often any of them did. */
  changes: number
}
