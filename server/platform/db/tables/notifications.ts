import type { Generated } from 'kysely'

import type { NotificationKind } from '#contract/account/notification-kinds.ts'
import type { DigestTime, NotifiedCustomers } from '#contract/account/notifications.ts'

import type { Flag } from './flag.ts'

/** Notifications of members. Deleted with the membership, and with their webhook. */
export interface NotificationTable {
  id: Generated<number>
  account_id: number
  member_id: number
  kind: NotificationKind
  /** Subject and start of the occasion: a member is notified of each once. */
  occasion: string
  webhook_id: number | null
  /** JSON: an `OverdueDigest`. */
  digest: string | null
  /** JSON: a `CustomerAct`. */
  customer_act: Generated<string | null>
  /** Whether it is listed, or only emailed. */
  is_shown: Flag
  read_at: string | null
  created_at: string
  /** The part of its email's Message-ID before the @, the same in every attempt. */
  message_id: string
  attempts: Generated<number>
  /** When its email is due; while an attempt runs, when another process may take it over. Null without one. */
  next_attempt_at: string | null
}

/** How a member wants to be notified; without a row, as `usualSettings` says. */
export interface NotificationSettingsTable {
  id: Generated<number>
  account_id: number
  member_id: number
  /** JSON: `Channels` by kind. */
  channels: string
  digest_every: DigestTime['every']
  digest_weekday: number
  digest_hour: number
  /** Whether acts of all customers are told, or of those alone that are assigned to the person. */
  customers: Generated<NotifiedCustomers>
}
