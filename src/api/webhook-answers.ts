import { Webhook } from '#contract/webhooks/webhooks.ts'

import { readRepaired } from './read-repaired.ts'

/** A delivery as far as the service tells; of its fields the specification shows none. */
export interface RecentDelivery {
  readonly id: number
  readonly event: string
  readonly event_id: string
  readonly status: string
  readonly attempts: number | null
  readonly response_status?: number | null | undefined
  readonly response_body?: string | null | undefined
  readonly error?: string | null | undefined
  readonly next_attempt_at?: string | null | undefined
  readonly created_at: string | null
  readonly is_test?: unknown
}

/**
 * The webhook of a response: under `data`, under a name of its own, or the body itself; undefined where there is none.
 */
export async function webhookIn(body: unknown): Promise<Webhook | undefined> {
  const data = partOf(body, 'data')
  const places = [data, partOf(data, 'webhook'), partOf(body, 'webhook'), body]
  for (const place of places) {
    const found = isObject(place) ? await readRepaired(Webhook, place) : undefined
    if (found) return withoutLists(found)
  }
  return undefined
}

/** The latest deliveries of a response, wherever and in whatever shape they are. */
export function deliveriesIn(body: unknown): readonly RecentDelivery[] {
  const data = partOf(body, 'data')
  const places = [body, data, partOf(data, 'webhook'), partOf(body, 'webhook')]
  for (const place of places) {
    if (!isObject(place)) continue
    for (const [name, value] of Object.entries(place)) {
      const list = partOf(value, 'data') ?? value
      if (/deliver(y|ies)/i.test(name) && Array.isArray(list)) return list.map(readDelivery)
    }
  }
  return []
}

/** The endpoint itself, without the deliveries that came with it. */
function withoutLists(webhook: Webhook): Webhook {
  const own = Object.entries(webhook).filter(([name]) => !/deliveries$/i.test(name))
  return Object.fromEntries(own) as Webhook
}

function readDelivery(sent: unknown, index: number): RecentDelivery {
  const delivery = isObject(sent) ? sent : {}
  const text = textIn(delivery)
  const number = numberIn(delivery)
  const code = number('response_status', 'response_code', 'status_code', 'http_status', 'http_code')
  const event = text('event', 'event_name', 'event_type', 'type', 'name')
  return {
    ...delivery,
    // Negative, so that it can’t be the id of another delivery.
    id: number('id') ?? -1 - index,
    event: event ?? (isObject(sent) ? 'Unknown event' : 'Couldn’t be read'),
    event_id: text('event_id', 'uuid', 'message_id', 'id') ?? '',
    status: text('status', 'state', 'result') ?? statusOf(delivery['success'] ?? delivery['delivered'], code),
    attempts: number('attempts', 'attempt_count', 'attempt', 'tries'),
    response_status: code,
    response_body: text('response_body', 'body', 'response'),
    error: text('error', 'error_message', 'message'),
    next_attempt_at: text('next_attempt_at', 'next_retry_at'),
    created_at: text('created_at', 'sent_at', 'timestamp', 'attempted_at', 'delivered_at'),
  }
}

function statusOf(success: unknown, code: number | null): string {
  if (typeof success === 'boolean') return success ? 'delivered' : 'failed'
  if (code === null) return 'unknown'
  return code >= 200 && code <= 299 ? 'delivered' : 'failed'
}

const textIn =
  (sent: Record<string, unknown>) =>
  (...names: readonly string[]): string | null => {
    for (const name of names) {
      const value = sent[name]
      if (typeof value === 'string' && value !== '') return value
    }
    return null
  }

const numberIn =
  (sent: Record<string, unknown>) =>
  (...names: readonly string[]): number | null => {
    for (const name of names) {
      const value = sent[name]
      const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
      if (typeof number === 'number' && Number.isSafeInteger(number)) return number
    }
    return null
  }

const partOf = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
