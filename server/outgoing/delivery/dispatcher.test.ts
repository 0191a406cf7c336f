import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, vi } from 'vitest'

import { timestamp } from '#server/platform/lib/clock.ts'
import { sealSecret } from '#server/platform/lib/seal.ts'
import { onPostgres } from '#server/tools/testing/data-dir.ts'
import { test, verified, within } from '#server/tools/testing/dispatch.ts'
import { type Received, addEndpoint } from '#server/tools/testing/receiver.ts'

import { emit, emitTest } from './emit.ts'

test('an event arrives with a signature that the reference library verifies', async ({ dispatch }) => {
  const { receiver, endpoint, happen, delivery, webhook, ended } = dispatch
  const { id, secret } = await endpoint()
  await happen()
  await ended('delivered')
  const [request] = receiver.received as [Received]
  expect(verified(secret, request)).toMatchObject({
    type: 'contact.created',
    data: { id: 7, email: 'ada@example.com' },
  })
  expect(request.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'accept-encoding': 'identity',
    'webhook-id': (await delivery())?.event_id,
  })
  expect(await webhook(id)).toMatchObject({ failure_count: 0, last_delivery_at: expect.any(String) })
  expect(await delivery()).toMatchObject({ attempts: 1, response_status: 204, error: null, due_at: null })
})

test('a failed delivery is retried with the same id and bytes and a fresh signature', async ({
  dispatch,
}) => {
  const { tenant, receiver, endpoint, happen, webhook, ended } = dispatch
  const { id, secret } = await endpoint()
  const answers = [503, 302, 200]
  receiver.answer = (response) => response.writeHead(answers.shift() ?? 200).end('busy')
  await happen()
  await ended('delivered', 15_000)
  expect(receiver.received).toHaveLength(3)
  expect(new Set(receiver.received.map(({ headers, body }) => `${headers['webhook-id']} ${body}`)).size).toBe(
    1,
  )
  for (const request of receiver.received) verified(secret, request)
  const times = receiver.received.map(({ headers }) => Number(headers['webhook-timestamp']))
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  // In whole seconds: a wait of one varies by a tenth and may begin and end within the same.
  expect(times[2]).toBeGreaterThan(times[0] ?? Infinity)
  const attempts = await tenant.select('delivery_attempts').selectAll().orderBy('number').execute()
  expect(attempts.map(({ number, response_status }) => [number, response_status])).toEqual([
    [1, 503],
    [2, 302],
    [3, 200],
  ])
  expect(attempts[0]).toMatchObject({ response_body: 'busy', error: null })
  expect(JSON.parse(attempts[0]?.request_headers ?? '')).toMatchObject({ 'webhook-id': expect.any(String) })
  expect(await webhook(id)).toMatchObject({ failure_count: 0, failing_since: null })
})

test('a delivery fails when its retries are used up, and the failures are counted', async ({ dispatch }) => {
  const { receiver, endpoint, happen, delivery, webhook, ended } = dispatch
  const { id } = await endpoint({ max_retries: 1 })
  receiver.answer = (response) => response.writeHead(500).end()
  await happen()
  await ended('failed', 10_000)
  expect(receiver.received).toHaveLength(2)
  expect(await delivery()).toMatchObject({ attempts: 2, response_status: 500, due_at: null })
  expect(await webhook(id)).toMatchObject({
    failure_count: 2,
    failing_since: expect.any(String),
    status: 'active',
  })
})

test('an event is sent to active endpoints that subscribe and whose conditions match, and to no others', async ({
  dispatch,
}) => {
  const { service, account, tenant, receiver, endpoint, happen, deliveries, arrived } = dispatch
  await endpoint(undefined, '/plain')
  await endpoint({ conditions: [{ field: 'data.email', operator: 'contains', value: '@example' }] }, '/meets')
  await endpoint({ conditions: [{ field: 'data.id', operator: 'greater_than', value: 7 }] }, '/misses')
  const paused = await endpoint(undefined, '/paused')
  await tenant.update('webhooks').set({ status: 'paused' }).where('id', '=', paused.id).execute()
  await addEndpoint(service.context, account.id, {
    url: receiver.url('/other'),
    events: ['invoice.paid', 'contact.updated'],
  })
  const { id: stranger } = await service.account('Theirs')
  await addEndpoint(service.context, stranger, { url: receiver.url('/theirs') })
  await happen()
  await arrived(2)
  expect(receiver.received.map(({ path }) => path).toSorted()).toEqual(['/meets', '/plain'])
  expect(await deliveries()).toHaveLength(2)
})

test('an event that is rolled back is never sent', async ({ dispatch }) => {
  const { tenant, receiver, endpoint, happen, arrived } = dispatch
  await endpoint()
  await tenant
    .transaction(async (trx) => {
      await emit(trx, [{ type: 'contact.created', data: { id: 1 } }])
      throw new Error('changed my mind')
    })
    .catch(() => undefined)
  await happen({ id: 2 })
  await arrived(1)
  expect(JSON.parse(receiver.received[0]?.body ?? '').data).toEqual({ id: 2 })
})

test('a test is sent once, marked as a test, even to a paused endpoint that doesn’t subscribe', async ({
  dispatch,
}) => {
  const { tenant, receiver, endpoint, webhook, ended } = dispatch
  const { id, secret } = await endpoint()
  await tenant.update('webhooks').set({ status: 'paused' }).where('id', '=', id).execute()
  receiver.answer = (response) => response.writeHead(500).end()
  await tenant.transaction((trx) => emitTest(trx, id, { type: 'invoice.paid', data: { number: 'A-1' } }))
  await ended('failed')
  const [request] = receiver.received as [Received]
  expect(verified(secret, request)).toMatchObject({
    type: 'invoice.paid',
    data: { number: 'A-1', test: true },
  })
  expect(request.headers['webhook-test']).toBe('true')
  expect(await webhook(id)).toMatchObject({ failure_count: 0, status: 'paused' })
})

test('410 disables the endpoint and discards what is queued for it', async ({ dispatch }) => {
  const { receiver, endpoint, happen, happenOften, deliveries, webhook } = dispatch
  const { id } = await endpoint()
  receiver.answer = (response) => response.writeHead(410).end()
  await happenOften(40)
  await vi.waitFor(async () => expect((await webhook(id)).status).toBe('disabled'), within(30_000))
  expect((await webhook(id)).disabled_at).not.toBeNull()
  await vi.waitFor(
    async () => expect((await deliveries()).filter(({ status }) => status === 'pending')).toEqual([]),
    within(30_000),
  )
  // At most two were in flight.
  expect(receiver.received.length).toBeLessThanOrEqual(2)
  expect((await deliveries()).filter(({ status }) => status === 'discarded').length).toBeGreaterThanOrEqual(
    38,
  )
  await happen()
  expect(await deliveries()).toHaveLength(40)
})

test('five days of failures only disable an endpoint, even across a restart', async ({ dispatch }) => {
  const { service, tenant, receiver, endpoint, happen, afterRestart, delivery, webhook } = dispatch
  const { id } = await endpoint()
  receiver.answer = (response) => response.writeHead(500).end()
  await happen()
  await vi.waitFor(async () => expect((await webhook(id)).failure_count).toBe(1), within(30_000))
  await service.context.dispatcher.stop()
  const ago = (hours: number) => timestamp(Date.now() - hours * 60 * 60_000)
  const recent_failures = JSON.stringify([10, 9, 8, 7, 6, 5, 4, 3, 2, 1].map(ago))
  await tenant
    .update('webhooks')
    .set({ failing_since: ago(5 * 24), recent_failures })
    .where('id', '=', id)
    .execute()
  await afterRestart(() =>
    vi.waitFor(async () => expect((await webhook(id)).status).toBe('disabled'), within(60_000)),
  )
  expect((await delivery())?.status).toBe('failed')
})

test('both secrets sign for a day after a rotation, then only the new one', async ({ dispatch }) => {
  const { service, tenant, receiver, endpoint, happen, webhook, arrived } = dispatch
  const { id, secret: old } = await endpoint()
  const fresh = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const rotated = await webhook(id)
  const until = (ms: number) =>
    tenant
      .update('webhooks')
      .set({
        secret_sealed: sealSecret(service.context.sealKey, fresh),
        previous_secret_sealed: rotated.secret_sealed,
        previous_secret_until: timestamp(Date.now() + ms),
      })
      .where('id', '=', id)
      .execute()
  await until(60_000)
  await happen()
  await arrived(1)
  const [during] = receiver.received as [Received]
  for (const secret of [old, fresh]) verified(secret, during)
  await until(-1000)
  await happen()
  await arrived(2)
  const [, after] = receiver.received as [Received, Received]
  verified(fresh, after)
  expect(() => verified(old, after)).toThrow(/signature/)
})

test('an event is stored once, however many endpoints receive it, and all get the same bytes', async ({
  dispatch,
}) => {
  const { tenant, receiver, endpoint, happen, arrived } = dispatch
  for (let at = 0; at < 5; at++) await endpoint(undefined, `/${at}`)
  await happen()
  await arrived(5)
  const events = await tenant.select('event_log').select(['event_id', 'body']).execute()
  expect(events).toEqual([
    { event_id: receiver.received[0]?.headers['webhook-id'], body: receiver.received[0]?.body },
  ])
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
})

test('open screens are notified of the endpoint that had a delivery', async ({ dispatch }) => {
  const { service, account, endpoint, happen } = dispatch
  const heard: unknown[] = []
  service.context.live.subscribe(account.id, (change) => heard.push(change))
  const { id } = await endpoint()
  await happen()
  await vi.waitFor(() => expect(heard).toContainEqual({ topic: 'deliveries', id }), within(30_000))
})

test('the database contains no secret, not even in its write-ahead log', async ({ dispatch, skip }) => {
  const { service, endpoint, happen, ended } = dispatch
  skip(onPostgres, 'PostgreSQL keeps its files elsewhere')
  const { secret } = await endpoint()
  await happen()
  await ended('delivered')
  for (const name of await readdir(service.dataDir)) {
    if (!name.startsWith('bureau.sqlite')) continue
    const bytes = await readFile(join(service.dataDir, name))
    expect([name, bytes.includes(secret.slice('whsec_'.length))]).toEqual([name, false])
  }
})

test('deliveries older than thirty days are deleted, unless they are still queued', async ({ dispatch }) => {
  const { service, tenant, endpoint, happen, deliveries, ended } = dispatch
  await endpoint()
  await happen()
  await ended('delivered')
  await service.context.dispatcher.stop()
  await happen()
  const created_at = timestamp(Date.now() - 31 * 24 * 60 * 60_000)
  await tenant.update('deliveries').set({ created_at }).execute()
  await tenant.update('event_log').set({ created_at }).execute()
  await happen()
  await service.context.dispatcher.sweep()
  expect((await deliveries()).map(({ status }) => status)).toEqual(['pending', 'pending'])
  expect(await tenant.select('delivery_attempts').selectAll().execute()).toEqual([])
  // The one that waits needs its event.
  expect(await tenant.select('event_log').selectAll().execute()).toHaveLength(2)
})
