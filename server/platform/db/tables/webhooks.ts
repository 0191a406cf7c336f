import type { Generated } from 'kysely'

import type { Flag } from './flag.ts'

/** The event log, written in the same transaction as the change. Deliveries refer to it. */
export interface EventLogTable {
  id: Generated<number>
  account_id: number
  event_id: string
  type: string
  /** The payload as JSON text; the bytes of every attempt are made from it alone. */
  body: string
  created_at: string
}

/** Processes that deliver from this database. Each holds a lock that ends with it; see `Peers`. */
export interface DelivererTable {
  id: number
  joined_at: string
}

/** Webhooks and how their deliveries are doing. */
export interface WebhookTable {
  id: Generated<number>
  account_id: number
  /** Its name; null shows host and path. */
  name: string | null
  url: string
  /** JSON array of event names. */
  events: string
  /** JSON object, or null when unset. */
  config: string | null
  status: 'active' | 'paused' | 'disabled'
  /** Failed attempts in a row. */
  failure_count: Generated<number>
  /** The first failure of the present streak; see `server/outgoing/delivery/decide.ts`. */
  failing_since: string | null
  /** JSON array of times: the last failures of that streak, some minutes apart. */
  recent_failures: string | null
  /** JSON array of the last ten attempts, oldest first; see `server/outgoing/delivery/recent-attempts.ts`. */
  recent_attempts: string | null
  last_delivery_at: string | null
  disabled_at: string | null
  /** AES-256-GCM under SECRET_KEY; see `server/outgoing/delivery/seal.ts`. */
  secret_sealed: string
  /** JSON object of the secret values in `config.headers`, sealed in the same way. */
  headers_sealed: string | null
  secret_fingerprint: string
  previous_secret_sealed: string | null
  previous_secret_until: string | null
  created_at: string
  updated_at: string
}

/** How many attempts at an endpoint succeeded and failed in an hour; tests don't count. Kept for two days. */
export interface WebhookHourTable {
  id: Generated<number>
  account_id: number
  webhook_id: number
  /** The start of its time in UTC, such as `2026-01-31T09`. */
  hour: string
  delivered: number
  failed: number
}

/** One event for one webhook. */
export interface DeliveryTable {
  id: Generated<number>
  account_id: number
  webhook_id: number
  event: string
  /** The `webhook-id` header of every attempt. */
  event_id: string
  is_test: Flag
  /** The event's payload. Null only where the row was damaged. */
  event_log_id: number | null
  status: 'pending' | 'delivered' | 'failed' | 'discarded'
  attempts: Generated<number>
  /** When the next attempt is due; null once it is over. */
  due_at: string | null
  /** When that was decided. Later than now only where the clock was set back. */
  scheduled_at: string | null
  /** The process that has it, in `deliverers`. As long as that lives, no other process takes it. */
  leased_by: number | null
  /** When that process takes it again itself, if it has lost sight of it. */
  leased_until: string | null
  response_status: number | null
  response_body: string | null
  error: string | null
  duration_ms: number | null
  created_at: string
  delivered_at: string | null
}

/** Each time a delivery was sent, with the response. */
export interface AttemptTable {
  id: Generated<number>
  account_id: number
  delivery_id: number
  number: number
  started_at: string
  duration_ms: number
  /** JSON object, like `response_headers`. */
  request_headers: string
  response_status: number | null
  response_headers: string | null
  response_body: string | null
  error: string | null
}
