import type { Generated } from 'kysely'

import type { Environment } from '#contract/access/connection.ts'

/** Accounts whose records are on another service, and how it is reached. */
export interface ConnectionTable {
  id: Generated<number>
  account_id: number
  environment: Environment
  /** Without a closing slash; `/api/…` follows. */
  base_url: string
  /** The token for Surface V1, sealed under SECRET_KEY. */
  token_sealed: string
  token_last_four: string
  /** The key for Surface B, sealed in the same way. */
  key_sealed: string
  key_last_four: string
  /** Where it was set: by `npm run connect`, by SERVICE_… variables, or in the dashboard. */
  source: 'command' | 'variables' | 'dashboard'
  /** Counts the changes, so that what was opened before is not used any more. */
  version: number
  last_ok_at: string | null
  last_error_at: string | null
  last_error: string | null
  created_at: string
  updated_at: string
}
