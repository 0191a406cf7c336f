import type { Generated } from 'kysely'

import type { Flag } from './flag.ts'

/** Saved views of lists. */
export interface SavedViewTable {
  id: Generated<number>
  account_id: number
  /** The person, also after they have left the account. */
  creator_id: number
  /** Where the list is, such as `/invoices`. */
  list: string
  name: string
  /** By which a person’s views of a list are told apart. */
  folded_name: string
  /** The query of the list’s URL. */
  search: string
  /** JSON: which columns show. Null where the list has no choice. */
  columns: string | null
  is_shared: Flag
  version: Generated<number>
  created_at: string
  updated_at: string
}

/** Views that a person has pinned or made the default. */
export interface SavedViewMarkTable {
  id: Generated<number>
  account_id: number
  view_id: number
  user_id: number
  is_pinned: Flag
  is_default: Flag
}
