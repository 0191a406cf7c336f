import type { Generated } from 'kysely'

/** Who did what. Triggers refuse to change a row, and to delete one before its retention is over. */
export interface AuditLogTable {
  id: Generated<number>
  account_id: number
  at: string
  /** `staff`, `token`, `key`, `command`, `system` or `anonymous`. */
  actor_kind: string
  actor_id: number | null
  actor_name: string
  action: string
  action_group: string
  target_kind: string | null
  target_id: number | null
  target_name: string | null
  address: string | null
  request_id: string | null
  /** JSON: values before and after by field. */
  changes: string | null
}

/** How long an account keeps its audit log; a year without a row. */
export interface AuditSettingsTable {
  id: Generated<number>
  account_id: number
  /** Null for good. */
  keep_days: number | null
}
