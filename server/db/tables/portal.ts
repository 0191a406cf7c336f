import type { Generated } from 'kysely'

/** Links that let a customer into the portal once, by the SHA-256 of their secret. CHOICE 0183. */
export interface PortalLinkTable {
  id: Generated<number>
  account_id: number
  customer_id: number
  token_hash: string
  status: 'pending' | 'used' | 'replaced'
  expires_at: string
}

/** Who is in the portal, by the SHA-256 of their cookie. */
export interface PortalSessionTable {
  id: Generated<number>
  account_id: number
  customer_id: number
  token_hash: string
  created_at: string
  expires_at: string
  /** The session of the person who sees the portal as the customer, with their role and name then; null for the customer. */
  staff_session_id: number | null
  staff_role: string | null
  viewed_by: string | null
}
