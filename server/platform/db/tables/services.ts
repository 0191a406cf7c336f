import type { Generated } from 'kysely'

import type { Flag } from './flag.ts'

/** Columns that services are filtered by, shared by all with the same values. `services` has its id only. */
export interface ServiceKindTable {
  id: Generated<number>
  account_id: number
  type: string
  category: string
  is_active: Flag
  /** JSON list in the order of code points. */
  tags: string
  /** How many services are of this kind; kept by `countInKinds`. */
  services: number
}

/** The tags of each kind, one a row, to find kinds by tag. */
export interface ServiceKindTagTable {
  id: Generated<number>
  account_id: number
  kind_id: number
  tag: string
}

/** Amounts are whole minor units of `currency`. */
export interface ServiceTable {
  id: Generated<number>
  account_id: number
  kind_id: number
  name: string
  description: string
  price: number
  currency: string
  billing_type: string
  /** Thousandths of a percent. */
  tax_rate: number
  unit: string
  /** JSON, as on the wire. */
  custom_fields: string
  /** Name and description, folded. */
  search_text: string
  /** Columns that services are sorted by: the folded name, and the price as a decimal. */
  name_key: string
  price_key: number
  created_at: string
  updated_at: string
  /** Counts the changes; the ETag that an update must name. */
  version: Generated<number>
}
