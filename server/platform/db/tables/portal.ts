import type { Generated } from 'kysely'

import type { LinkedKind } from '#contract/documents/linked-kinds.ts'

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

/**
 * Links in emails to one document, by the SHA-256 of their secret. They work again and again, but to answer takes a code that goes to
 * where the link went.
 */
export interface DocumentLinkTable {
  id: Generated<number>
  account_id: number
  about: LinkedKind
  about_id: number
  token_hash: string
  /** JSON: the addresses that it was emailed to, or of the customer; codes go there. */
  recipients: string
  /** The person that it was shown to instead of being emailed. */
  shown_to: Generated<string | null>
  created_at: string
  revoked_at: Generated<string | null>
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
  /** The link in an email that it began with: it sees that document alone. */
  document_link_id: Generated<number | null>
  /** When the code that was emailed was entered: with a link in an email, nothing is answered without. */
  confirmed_at: Generated<string | null>
  /** The HMAC of the last code, when it was emailed, and how often one was entered since. */
  code_hash: Generated<string | null>
  code_sent_at: Generated<string | null>
  code_tries: Generated<number | null>
  /** JSON: the link that it began with, as `AnswerLink`; null of sessions from before that was kept, and of persons. */
  link: string | null
}
