import type { Webhook } from '#contract/webhooks/webhooks.ts'

/** A webhook for tests. */
export const testWebhook = {
  id: 7,
  url: 'https://hooks.example.com/in',
  events: ['contact.created'],
  config: null,
  status: 'active',
  failure_count: 0,
  last_delivery_at: null,
  disabled_at: null,
  created_at: '2026-03-01T12:00:00Z',
  updated_at: '2026-03-01T12:00:00Z',
} as const satisfies Webhook
