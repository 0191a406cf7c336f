import type { Generated } from 'kysely'

import type { MeetingAnswer } from '#contract/meetings/answers.ts'
import type { MeetingStatus } from '#contract/meetings/summary.ts'

/** Meetings with customers and others. */
export interface MeetingTable {
  id: Generated<number>
  account_id: number
  /** The UID in calendars, for as long as it exists. */
  uid: string
  status: MeetingStatus
  title: string
  customer_id: number | null
  customer_name: string | null
  starts_at: string
  ends_at: string
  /** An IANA name. */
  time_zone: string
  place: string
  /** Empty, or an address with https. */
  link: string
  notes: string
  /** JSON: `Invitee`s as they were when it was saved, the customer first. */
  attendees: string
  attendee_count: number
  /** JSON: addresses whose invitation hasn't been taken back. */
  invited: string
  /** The person who made it; null where a customer or an integration did. */
  organizer_name: string | null
  organizer_email: string | null
  /** 1: its customer made it, in the portal. */
  made_by_customer: number
  created_by: string
  /** Title and customer name, folded. */
  search_text: string
  canceled_at: Generated<string | null>
  created_at: string
  updated_at: string
  /** Counts the changes; the ETag that an update must name, and what calendars tell an older invitation by. */
  version: Generated<number>
}

/** Of somebody who is invited to a meeting: the link with which they can answer, and what they did. */
export interface MeetingAnswerTable {
  id: Generated<number>
  account_id: number
  meeting_id: number
  /** Their email address in lower case. */
  address: string
  /** Null for a customer who answers in the portal and was sent no link. */
  token_hash: string | null
  answer: MeetingAnswer | null
  note: Generated<string>
  answered_at: Generated<string | null>
}

/** When customers of an account can make meetings; without a row, at any time. */
export interface BookingTimesTable {
  id: Generated<number>
  account_id: number
  /** JSON: `BookingTimes`. */
  times: string
  version: number
}
