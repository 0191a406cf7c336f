import { createHash, randomBytes } from 'node:crypto'

import { dayMs, hourMs, minuteMs } from '#contract/values/durations.ts'
import type { WebhookConfig } from '#contract/webhooks/config.ts'
import type { EventPayload, EventType } from '#contract/webhooks/events.ts'
import { hourOf } from '#server/outgoing/delivery/hours.ts'
import { isSuccessful, recentAttemptsText } from '#server/outgoing/delivery/recent-attempts.ts'
import { sampleOf } from '#server/outgoing/delivery/samples.ts'
import { newSecret } from '#server/outgoing/webhooks/rows.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { timestamp } from '#server/platform/lib/clock.ts'
import type { SealKey } from '#server/platform/lib/seal.ts'

interface Reply {
  readonly status: number | null
  readonly body: string | null
  readonly ms: number
}

const taken: Reply = { status: 200, body: '{"received":true}', ms: 184 }
const away: Reply = {
  status: 503,
  body: '<html><head><title>503 Service Unavailable</title></head><body><h1>Down for maintenance</h1></body></html>',
  ms: 96,
}
const silent: Reply = { status: null, body: null, ms: 15_000 }

interface DemoWebhook {
  readonly name: string
  readonly url: string
  readonly events: readonly EventType[]
  readonly config: WebhookConfig | null
  readonly status: 'active' | 'paused'
  /** Hours since its first and its last event, and how many there were. */
  readonly history: { readonly first: number; readonly last: number; readonly count: number }
  /** The replies to the attempts of one delivery; anything but a 2xx at the end is a failure. */
  readonly replies: (index: number) => readonly Reply[]
}

// Names under .example belong to nobody: nothing sent there ever arrives anywhere.
const demoWebhooks: readonly DemoWebhook[] = [
  {
    name: 'Ledgerline bookkeeping',
    url: 'https://hooks.ledgerline.example/bureau/events',
    events: ['customer.created', 'contact.created', 'invoice.paid'],
    config: { headers: { 'X-Workspace': 'harbor-finch' }, timeout: 10 },
    status: 'active',
    history: { first: 12 * 24, last: 0.5, count: 156 },
    replies: (index) => (index % 11 === 8 ? [away, taken] : [{ ...taken, ms: 120 + ((index * 37) % 160) }]),
  },
  {
    name: 'New contact automation',
    url: 'https://automation.example/catch/48213/harbor-finch-new-contacts',
    events: ['contact.created', 'contact.updated'],
    config: { payload_format: 'form', conditions: [{ field: 'data.email', operator: 'exists' }] },
    status: 'paused',
    history: { first: 20 * 24, last: 6 * 24, count: 9 },
    replies: (index) => [{ ...taken, status: 202, body: 'queued', ms: 310 + index * 9 }],
  },
  {
    name: 'Old Mill CRM',
    url: 'https://crm.old-mill.example/api/v2/incoming/bureau',
    events: ['customer.created', 'customer.deleted', 'document.sent'],
    config: { max_retries: 3 },
    status: 'active',
    history: { first: 5 * 24, last: 2, count: 21 },
    replies: (index) =>
      index < 6 ? [taken] : index % 3 === 0 ? [silent, away, away, silent] : [away, away, away, away],
  },
]

const waitsMs = [0, 5_000, 5 * minuteMs, 30 * minuteMs]

/** Three endpoints with a history: one healthy, one paused, one whose receiver has been failing. Nothing is due. */
export async function addWebhooks(tenant: Tenant, sealKey: SealKey): Promise<void> {
  const start = Date.now()
  const past = []
  for (const webhook of demoWebhooks) {
    const deliveries = Array.from({ length: webhook.history.count }, (_, index) =>
      deliver(webhook, index, start),
    )
    const webhook_id = await tenant.insertOne('webhooks', rowOf(webhook, deliveries, sealKey))
    past.push(...deliveries.map((delivery) => ({ ...delivery, webhook_id })))
  }
  // In the order of time, as ids always are.
  past.sort((a, b) => a.created - b.created)
  const events = await tenant.insert(
    'event_log',
    past.map(({ event }) => event),
  )
  const ids = await tenant.insert(
    'deliveries',
    past.map(({ webhook_id, row }, index) => ({ ...row, webhook_id, event_log_id: events[index] as number })), // an id a row
  )
  const attempts = past.flatMap(({ webhook_id, row, attempts: some }, index) =>
    some.map((attempt) => ({ ...attempt, webhook_id, event: row.event, delivery_id: ids[index] as number })),
  ) // an id a row
  await tenant.insert(
    'delivery_attempts',
    attempts.map(({ webhook_id: _webhook, event: _event, ...attempt }) => attempt),
  )
  await summarize(tenant, attempts)
}

interface DemoAttempt {
  readonly webhook_id: number
  readonly event: string
  readonly delivery_id: number
  readonly number: number
  readonly response_status: number | null
  readonly started_at: string
}

/** Writes what the dispatcher would have kept of these attempts beside their rows. */
async function summarize(tenant: Tenant, attempts: readonly DemoAttempt[]): Promise<void> {
  for (const [id, some] of Map.groupBy(attempts, ({ webhook_id }) => webhook_id)) {
    const recent = some.slice(-10).map(({ delivery_id, number, event, response_status, started_at }) => ({
      delivery_id,
      attempt: number,
      event,
      response_status,
      at: started_at,
    }))
    await tenant
      .update('webhooks')
      .set({ recent_attempts: recentAttemptsText(recent) })
      .where('id', '=', id)
      .execute()
    const since = hourOf(Date.now() - 2 * dayMs)
    const hours = Map.groupBy(some, ({ started_at }) => hourOf(Date.parse(started_at)))
    await tenant.insert(
      'webhook_hours',
      [...hours]
        .filter(([hour]) => hour >= since)
        .map(([hour, ended]) => {
          const delivered = ended.filter(({ response_status }) => isSuccessful(response_status)).length
          return { webhook_id: id, hour, delivered, failed: ended.length - delivered }
        }),
    )
  }
}

type Delivered = ReturnType<typeof deliver>

function rowOf(
  { name, url, events, config, status, history }: DemoWebhook,
  past: readonly Delivered[],
  key: SealKey,
) {
  const failing = past.slice(past.findLastIndex(({ row }) => row.status === 'delivered') + 1)
  const created_at = timestamp(Date.now() - history.first * hourMs - dayMs)
  return {
    name,
    url,
    events: JSON.stringify(events),
    config: config && JSON.stringify(config),
    status,
    failure_count: failing.reduce((sum, { attempts }) => sum + attempts.length, 0),
    failing_since: failing[0]?.attempts[0]?.started_at ?? null,
    last_delivery_at: past.at(-1)?.attempts.at(-1)?.started_at ?? null,
    disabled_at: null,
    ...newSecret(key).columns,
    previous_secret_sealed: null,
    previous_secret_until: null,
    created_at,
    updated_at: created_at,
  }
}

/** One delivery of the past, with all its attempts. */
function deliver(
  { url, events, history: { first, last, count }, replies }: DemoWebhook,
  index: number,
  start: number,
) {
  const created = start - (first - ((first - last) * index) / (count - 1)) * hourMs
  const type = events[index % events.length] as EventType // within bounds by the remainder
  const payload: EventPayload = { type, timestamp: timestamp(created), data: sampleOf(type) }
  const event_id = `evt_${createHash('sha256').update(`${url} ${index}`).digest('hex').slice(0, 32)}`
  let time = created
  const attempts = replies(index).map(({ status, body, ms }, number) => {
    time += (waitsMs[number] ?? 0) + 400
    const started = time
    time += ms
    return {
      number: number + 1,
      started_at: timestamp(started),
      duration_ms: ms,
      request_headers: JSON.stringify({
        host: new URL(url).host,
        'user-agent': 'Bureau-Webhooks/1',
        'webhook-id': event_id,
        'webhook-timestamp': String(Math.floor(started / 1000)),
        'webhook-signature': `v1,${randomBytes(32).toString('base64')}`,
      }),
      response_status: status,
      response_headers:
        status === null ? null : JSON.stringify({ server: 'nginx', date: new Date(time).toUTCString() }),
      response_body: body,
      error: status === null ? 'timed out after 15 s' : null,
    }
  })
  const final = attempts.at(-1)
  const isDelivered = final?.response_status !== null && Number(final?.response_status) < 300
  const row = {
    event: type,
    event_id,
    is_test: 0,
    status: isDelivered ? ('delivered' as const) : ('failed' as const),
    attempts: attempts.length,
    due_at: null,
    leased_until: null,
    response_status: final?.response_status ?? null,
    response_body: final?.response_body ?? null,
    error: final?.error ?? null,
    duration_ms: final?.duration_ms ?? null,
    created_at: timestamp(created),
    delivered_at: isDelivered ? timestamp(time) : null,
  }
  const event = { event_id, type, body: JSON.stringify(payload), created_at: timestamp(created) }
  return { created, event, row, attempts }
}
