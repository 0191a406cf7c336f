import type { Generated } from 'kysely'

/** One email to one recipient, kept for a day to limit how many are sent. */
export interface EmailCountTable {
  id: Generated<number>
  account_id: number
  /** The key of its limit besides the account: its recipient, invitation or meeting. */
  subject: string
  at: string
}
