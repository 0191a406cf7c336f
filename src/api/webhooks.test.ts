import { MutationObserver, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'

import { makeQueryClient } from './query-client.ts'
import { testWebhook as webhook } from './test-webhook.ts'
import { webhooks } from './webhooks.ts'

const known = { ...webhook, name: null, details: null }
const delivery = {
  id: 1,
  event: 'contact.created',
  event_id: 'evt_1',
  status: 'delivered',
  attempts: 1,
  created_at: '2026-03-01T12:00:00Z',
}

const answers = (status: number, body: unknown) =>
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(body), { status })))

test('a secret is in no cache once it has been read', async () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='
  answers(201, { data: webhook, secret })
  const client = makeQueryClient()
  const creation = new MutationObserver(client, webhooks.create())
  const taken = await creation.mutate({ url: webhook.url, events: webhook.events })
  expect(taken.secret).toBe(secret)
  creation.reset()
  await vi.waitFor(() => expect(client.getMutationCache().getAll()).toEqual([]))
  expect(
    JSON.stringify(
      client
        .getQueryCache()
        .getAll()
        .map(({ state }) => state),
    ),
  ).not.toContain(secret)
})

test.each([
  ['beside it', { data: webhook, deliveries: [delivery] }],
  ['inside it', { data: { ...webhook, deliveries: [delivery] } }],
  ['under their other name', { data: webhook, recent_deliveries: [delivery] }],
  ['in an envelope of their own', { data: webhook, latest_deliveries: { data: [delivery] } }],
  ['beside an endpoint without an envelope', { ...webhook, deliveries: [delivery] }],
])('an endpoint’s latest deliveries are found %s', async (_where, body) => {
  answers(200, body)
  const found = await makeQueryClient().fetchQuery(webhooks.one(7))
  expect(found.webhook).toEqual(known)
  expect(found.recent).toMatchObject([delivery])
})

test('a pause shows immediately and is reverted if the service rejects it', async () => {
  const client = makeQueryClient()
  client.setQueryData(webhooks.one(7).queryKey, { webhook: known, recent: [] })
  client.setQueryData(webhooks.list({ page: 1, size: 25 }).queryKey, {
    rows: [known],
    total: 1,
    counts: null,
  })
  const shown = () => [
    client.getQueryData(webhooks.one(7).queryKey)?.webhook.status,
    client.getQueryData(webhooks.list({ page: 1, size: 25 }).queryKey)?.rows[0]?.status,
  ]
  const refused = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => refused.promise)
  const pausing = new MutationObserver(client, webhooks.setStatus()).mutate({ id: 7, status: 'paused' })
  await vi.waitFor(() => expect(shown()).toEqual(['paused', 'paused']))
  refused.resolve(new Response('{"message":"Too many requests"}', { status: 429 }))
  await expect(pausing).rejects.toMatchObject({ kind: 'rate-limited' })
  expect(shown()).toEqual(['active', 'active'])
})

test('of two quick changes, the last one wins on the service and on screen', async () => {
  const client = makeQueryClient()
  const { queryKey } = webhooks.one(7)
  client.setQueryData(queryKey, { webhook: known, recent: [] })
  let status = 'active'
  const waiting: (() => void)[] = []
  vi.stubGlobal('fetch', async (_address: string, { method, body }: { method: string; body?: string }) => {
    if (method !== 'GET') {
      await new Promise<void>((go) => waiting.push(go))
      status = (JSON.parse(body ?? '') as { status: string }).status
    }
    return new Response(JSON.stringify({ data: { ...webhook, status } }))
  })
  const shown: (string | undefined)[] = []
  const stop = new QueryObserver(client, { ...webhooks.one(7), refetchInterval: false }).subscribe(
    ({ data }) => shown.push(data?.webhook.status),
  )
  const wish = (status: 'active' | 'paused') =>
    new MutationObserver(client, webhooks.setStatus()).mutate({ id: 7, status })
  const pausing = wish('paused')
  const resuming = wish('active')
  await vi.waitFor(() => expect(waiting).toHaveLength(1))
  // Were both under way, the second could be done first.
  waiting.pop()?.()
  await pausing
  await vi.waitFor(() => expect(waiting).toHaveLength(1))
  expect(client.getQueryData(queryKey)?.webhook.status).toBe('active')
  waiting.pop()?.()
  await resuming
  expect(status).toBe('active')
  expect(shown.at(-1)).toBe('active')
  stop()
})
