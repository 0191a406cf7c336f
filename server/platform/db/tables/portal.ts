import type { Generated } from 'kysely'

/** Links that let a customer into the portal once, by the SHA-256 of their secret. */
export interface PortalLinkTable {
  id: Generated<number>
  account_id: number
  customer_id: number
  token_hash: string
  status: 'pending' | 'used' | 'replaced'
  expires_at: string
  /** How it was made known, and to whom: by email to an address, or on the screen of a person. Null of those from before that was kept. */
  delivery: 'emailed' | 'shown' | null
  delivered_to: string | null
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
  /** JSON: the link that it began with, as `AnswerLink`; null of sessions from before that was kept, and of persons. */
  link: string | null
}
