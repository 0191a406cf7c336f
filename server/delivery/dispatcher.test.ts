import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

import { sql } from 'kysely'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import type { WebhookConfig } from '#contract/webhook-config.ts'
import { Tenant } from '#server/access/tenant.ts'
import { createContext } from '#server/context.ts'
import { timestamp } from '#server/lib/clock.ts'
import { makeCertificate } from '#server/testing/certificate.ts'
import { onPostgres } from '#server/testing/data-dir.ts'
import { type Received, Receiver, addEndpoint } from '#server/testing/receiver.ts'
import { type TestAccount, type TestService, startService } from '#server/testing/service.ts'

import { emit, emitTest } from './emit.ts'
import { sealSecret } from './seal.ts'

const certificate = await makeCertificate()
const allowed = { WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8', WEBHOOK_RETRY_SCHEDULE: '1s,1s' }

let service: TestService
let account: TestAccount
let tenant: Tenant
let receiver: Receiver

beforeAll(() => setDefaultCACertificates([...getCACertificates('default'), certificate.cert]))
beforeEach(async () => {
  service = await startService(allowed)
  account = await service.account('Ours')
  const { db, dialect } = service.context.store
  tenant = new Tenant(db, dialect, account.id, 'a test')
  receiver = await new Receiver(certificate).listen()
  await service.context.dispatcher.start()
})
afterEach(async () => {
  await service.close()
  await receiver.close()
})

const endpoint = (config?: WebhookConfig, path = '/hook') =>
  addEndpoint(service.context, account.id, { url: receiver.url(path), ...(config && { config }) })
const happen = (data: unknown = { id: 7, email: 'ada@example.com' }) =>
  tenant.transaction((trx) => emit(trx, [{ type: 'contact.created', data }]))
const happenOften = (times: number) =>
  tenant.transaction((trx) =>
    emit(
      trx,
      Array.from({ length: times }, (_, data) => ({ type: 'contact.created', data }) as const),
    ),
  )
/** Lets every request wait until it is answered by hand. */
const holdAnswers = () => {
  const held: (() => void)[] = []
  receiver.answer = (response) => held.push(() => response.writeHead(204).end())
  return held
}
/** What is true once another process has taken over. */
const afterRestart = async (check: () => Promise<void>) => {
  const next = await createContext(service.context.config)
  await next.dispatcher.start()
  await check()
  await next.dispatcher.stop()
  await next.store.close()
}
const verified = (secret: string, { headers, body }: Received) =>
  new Verifier(secret).verify(body, headers as Record<string, string>)
const deliveries = () => tenant.select('deliveries').selectAll().orderBy('id').execute()
const delivery = async () => (await deliveries()).at(-1)
const webhook = (id: number) =>
  tenant.select('webhooks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const within = (ms: number) => ({ timeout: ms, interval: 20 })
const arrived = (requests: number, ms = 5000) =>
  vi.waitFor(() => expect(receiver.received).toHaveLength(requests), within(ms))
const ended = (status: 'delivered' | 'failed', ms = 5000) =>
  vi.waitFor(async () => expect((await delivery())?.status).toBe(status), within(ms))

test('an event arrives with a signature that the reference library verifies', async () => {
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

test('a failed delivery is retried with the same id and bytes and a fresh signature', async () => {
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

test('a delivery fails when its retries are used up, and the failures are counted', async () => {
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

test('an event is sent to active endpoints that subscribe and whose conditions match, and to no others', async () => {
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

test('an event that is rolled back is never sent', async () => {
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

test('a test is sent once, marked as a test, even to a paused endpoint that doesn’t subscribe', async () => {
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

test('410 disables the endpoint and discards what is queued for it', async () => {
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

test('five days of failures only disable an endpoint, even across a restart', async () => {
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

test('both secrets sign for a day after a rotation, then only the new one', async () => {
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

test('an attempt in flight when its endpoint is paused is recorded; what is queued is sent after resuming', async () => {
  const { id } = await endpoint()
  const held = holdAnswers()
  await happenOften(30)
  await vi.waitFor(() => expect(held).toHaveLength(2), within(30_000))
  const set = (status: 'active' | 'paused') =>
    tenant.transaction((trx) => trx.update('webhooks').set({ status }).where('id', '=', id).execute())
  await set('paused')
  await happen({ dropped: true })
  await vi.waitFor(async () => expect(await leased()).toBe(2), within(30_000))
  for (const answer of held) answer()
  receiver.answer = (response) => response.writeHead(204).end()
  await vi.waitFor(async () => expect(await count('delivered')).toBe(2), within(30_000))
  expect(receiver.received).toHaveLength(2)
  await set('active')
  await vi.waitFor(async () => expect(await count('delivered')).toBe(30), within(60_000))
  expect(receiver.received).toHaveLength(30)
  expect(receiver.received.some(({ body }) => body.includes('dropped'))).toBe(false)
})

test('deleting an endpoint cancels a thousand queued deliveries, and attempts in flight end without errors', async () => {
  const { id } = await endpoint()
  const held = holdAnswers()
  await happenOften(1000)
  await vi.waitFor(() => expect(held).toHaveLength(2), within(30_000))
  await tenant.transaction((trx) => trx.delete('webhooks').where('id', '=', id).execute())
  expect(await deliveries()).toEqual([])
  // Another endpoint's delivery shows that a whole turn has passed since.
  await endpoint(undefined, '/other')
  const paths = () => receiver.received.map(({ path }) => path)
  receiver.answer = (response) => response.writeHead(204).end()
  await happen()
  await vi.waitFor(() => expect(paths()).toContain('/other'), within(30_000))
  for (const answer of held) answer()
  await ended('delivered')
  expect(paths().filter((path) => path === '/hook')).toHaveLength(2)
})

test('one dead endpoint with a thousand deliveries delays none of fifty healthy ones', async () => {
  await endpoint({ timeout: 30 }, '/dead')
  const held: (() => void)[] = []
  receiver.answer = (response, { path }) => {
    const answer = () => response.writeHead(204).end()
    if (path === '/dead') held.push(answer)
    else answer()
  }
  await happenOften(1000)
  await arrived(2)
  for (let at = 0; at < 50; at++) await endpoint(undefined, `/healthy/${at}`)
  await happenOften(10)
  await vi.waitFor(async () => expect(await count('delivered')).toBe(500), within(60_000))
  expect(receiver.received.filter(({ path }) => path === '/dead')).toHaveLength(2)
  for (const answer of held) answer()
})

test('an attempt cut off by a stop isn’t a failure: the next start sends it', async () => {
  const { id } = await endpoint({ timeout: 30 })
  receiver.answer = () => undefined
  await happen()
  await arrived(1)
  await service.context.dispatcher.stop()
  expect(await delivery()).toMatchObject({ status: 'pending', attempts: 0, leased_until: expect.any(String) })
  expect(await webhook(id)).toMatchObject({ failure_count: 0 })
})

test('an endpoint that keeps failing gets one attempt at a time, and full speed again after a success', async () => {
  await endpoint({ max_retries: 0 })
  let under = 0
  let most = 0
  let isDown = true
  receiver.answer = (response) => {
    under += 1
    most = Math.max(most, under)
    setTimeout(() => {
      under -= 1
      response.writeHead(isDown ? 500 : 204).end()
    }, 30)
  }
  await happenOften(60)
  await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThanOrEqual(7), within(60_000))
  expect(most).toBe(2)
  most = 0
  await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThanOrEqual(9), within(60_000))
  expect(most).toBe(1)
  isDown = false
  await vi.waitFor(async () => expect(await count('pending')).toBe(0), within(60_000))
  expect(receiver.received).toHaveLength(60)
  expect(most).toBe(2)
})

test('what a killed process had leased is sent within two seconds of the next start', async () => {
  await service.context.dispatcher.stop()
  await endpoint()
  await happen()
  await tenant
    .update('deliveries')
    .set({ leased_by: 1, leased_until: timestamp(Date.now() + 60_000) })
    .execute()
  await afterRestart(() => vi.waitFor(() => expect(receiver.received).toHaveLength(1), within(2000)))
})

test('stopping waits for attempts in flight and releases the rest', async () => {
  await endpoint()
  const held = holdAnswers()
  await happenOften(10)
  await vi.waitFor(() => expect(held).toHaveLength(2), within(30_000))
  const stopped = service.context.dispatcher.stop()
  for (const answer of held) answer()
  await stopped
  expect([await count('delivered'), await count('pending'), await leased()]).toEqual([2, 8, 0])
  expect(receiver.received).toHaveLength(2)
})

test('open screens are notified of the endpoint that had a delivery', async () => {
  const heard: unknown[] = []
  service.context.live.subscribe(account.id, (change) => heard.push(change))
  const { id } = await endpoint()
  await happen()
  await vi.waitFor(() => expect(heard).toContainEqual({ topic: 'deliveries', id }), within(30_000))
})

test('the database contains no secret, not even in its write-ahead log', async ({ skip }) => {
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

test('what is older than thirty days is deleted, but never what is still queued', async () => {
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

const count = async (status: 'pending' | 'delivered') => {
  const rows = await tenant.select('deliveries').select('id').where('status', '=', status).execute()
  return rows.length
}
const leased = async () => {
  const rows = await tenant.select('deliveries').select('id').where('leased_until', 'is not', null).execute()
  return rows.length
}

test('an endpoint can be deleted at the moment an attempt at it is recorded', async () => {
  const { id } = await endpoint()
  const held = holdAnswers()
  await happen()
  await vi.waitFor(() => expect(held).toHaveLength(1))
  await tenant.transaction(async (trx) => {
    await trx.update('webhooks').set({ last_delivery_at: null }).where('id', '=', id).execute()
    for (const answer of held) answer()
    // The record waits for the endpoint now, and PostgreSQL has looked for a deadlock once.
    await wait(1_500)
    await trx.delete('webhooks').where('id', '=', id).execute()
  })
  expect(await deliveries()).toEqual([])
})

test('an event is stored once, however many endpoints receive it, and all get the same bytes', async () => {
  for (let at = 0; at < 5; at++) await endpoint(undefined, `/${at}`)
  await happen()
  await arrived(5)
  const events = await tenant.select('event_log').select(['event_id', 'body']).execute()
  expect(events).toEqual([
    { event_id: receiver.received[0]?.headers['webhook-id'], body: receiver.received[0]?.body },
  ])
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
})

describe('damage in the database', () => {
  const damage = (
    id: number,
    columns: { config?: string; events?: string; secret_sealed?: string; url?: string },
  ) => tenant.update('webhooks').set(columns).where('id', '=', id).execute()

  test.each([
    ['its settings', { config: '{damaged' }],
    ['its settings, though they are JSON,', { config: '{"conditions":{}}' }],
    ['its events', { events: '{damaged' }],
  ])('while %s can’t be read, an endpoint gets nothing, and everything else works', async (_, columns) => {
    const { id } = await endpoint(undefined, '/damaged')
    await endpoint(undefined, '/fine')
    await damage(id, columns)
    await happen()
    await arrived(1)
    expect(receiver.received.map(({ path }) => path)).toEqual(['/fine'])
    const answer = await service.app.inject({
      url: '/api/v1/webhooks',
      headers: { authorization: `Bearer ${account.token}` },
    })
    expect([answer.statusCode, answer.json().data.length]).toEqual([200, 2])
  })

  test.each([
    ['config', { config: '{damaged' }],
    ['signing secret', { secret_sealed: 'sealed under another key' }],
    ['url', { url: 'damaged' }],
  ])(
    'an unreadable %s keeps its deliveries queued, and isn’t a failure of the endpoint',
    async (_, columns) => {
      const { id } = await endpoint(undefined, '/damaged')
      const others = await service.account('Theirs')
      await addEndpoint(service.context, others.id, { url: receiver.url('/theirs') })
      const { db, dialect } = service.context.store
      const theirs = new Tenant(db, dialect, others.id, 'a test')
      await tenant.transaction(async (trx) => {
        await emit(trx, [{ type: 'contact.created', data: { id: 7 } }])
        await trx.update('webhooks').set(columns).where('id', '=', id).execute()
      })
      await theirs.transaction((trx) => emit(trx, [{ type: 'contact.created', data: { id: 8 } }]))
      await arrived(1)
      await vi.waitFor(async () => expect(await leased()).toBe(0), within(30_000))
      expect(receiver.received[0]?.path).toBe('/theirs')
      expect(await delivery()).toMatchObject({ status: 'pending', attempts: 0 })
      expect(await webhook(id)).toMatchObject({ failure_count: 0, failing_since: null, status: 'active' })
    },
  )

  test('a test of an endpoint whose secret can’t be read fails and says why', async () => {
    const { id } = await endpoint()
    await damage(id, { secret_sealed: 'sealed under another key' })
    await tenant.transaction((trx) => emitTest(trx, id, { type: 'invoice.paid', data: {} }))
    await ended('failed')
    expect(await delivery()).toMatchObject({ error: 'the settings of this webhook can’t be read' })
  })

  test('a delivery whose event is lost is abandoned, and the endpoint’s others arrive', async () => {
    await endpoint()
    await tenant.transaction(async (trx) => {
      await emit(trx, [{ type: 'contact.created', data: { id: 1 } }])
      await trx.update('deliveries').set({ event_log_id: null }).execute()
      await emit(trx, [{ type: 'contact.created', data: { id: 2 } }])
    })
    await vi.waitFor(
      async () =>
        expect((await deliveries()).map(({ status, error }) => [status, error])).toEqual([
          ['failed', 'the event of this delivery is lost'],
          ['delivered', null],
        ]),
      within(30_000),
    )
  })

  test('a result that can’t be stored costs its own delivery and no other', async () => {
    await endpoint({ max_retries: 0 })
    // Stands for anything that makes one row impossible to write.
    await refuseAttempts('unstorable')
    receiver.answer = (response, { body }) =>
      response.writeHead(200).end(body.includes('<13>') ? 'unstorable' : 'ok')
    await tenant.transaction((trx) =>
      emit(
        trx,
        Array.from(
          { length: 30 },
          (_, id) => ({ type: 'contact.created', data: { id: `<${id}>` } }) as const,
        ),
      ),
    )
    await vi.waitFor(
      async () => {
        const rows = await deliveries()
        expect(rows.filter(({ status }) => status === 'delivered')).toHaveLength(29)
        expect(rows.filter(({ status }) => status === 'failed')).toMatchObject([
          { error: 'the result could not be stored', due_at: null },
        ])
      },
      { timeout: 30_000, interval: 100 },
    )
  }, 300_000)
})

async function refuseAttempts(reply: string) {
  const { db } = service.context.store
  const isIt = sql`new.response_body = ${sql.lit(reply)}`
  if (!onPostgres) {
    await sql`create trigger refuse before insert on delivery_attempts when ${isIt}
      begin select raise(abort, 'refused'); end`.execute(db)
    return
  }
  await sql`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'refused'; end $$`.execute(db)
  await sql`create trigger refuse before insert on delivery_attempts
    for each row when (${isIt}) execute function refuse()`.execute(db)
}

describe('a clock that is set', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  test('back an hour still retries within seconds', async () => {
    await endpoint()
    const answers = [500, 200]
    receiver.answer = (response) => response.writeHead(answers.shift() ?? 200).end()
    await happen()
    await vi.waitFor(async () => expect((await delivery())?.attempts).toBe(1), within(30_000))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 60 * 60_000, shouldAdvanceTime: true })
    await ended('delivered', 15_000)
  })

  test('back while the service is off leaves what is queued due at once', async () => {
    await endpoint()
    await service.context.dispatcher.stop()
    await happen()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 24 * 60 * 60_000, shouldAdvanceTime: true })
    await afterRestart(() => arrived(1, 10_000))
    expect(receiver.received).toHaveLength(1)
  })

  test('ahead a month sends nothing twice that is in flight', async () => {
    await endpoint({ timeout: 30 })
    const held = holdAnswers()
    await happenOften(10)
    await vi.waitFor(() => expect(held).toHaveLength(2), within(30_000))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30 * 24 * 60 * 60_000, shouldAdvanceTime: true })
    // Several looks pass.
    await wait(2_000)
    expect(receiver.received).toHaveLength(2)
    receiver.answer = (response) => response.writeHead(204).end()
    for (const answer of held) answer()
    await vi.waitFor(async () => expect(await count('delivered')).toBe(10), within(60_000))
    expect(receiver.received).toHaveLength(10)
  })
})

test('an account whose hundred endpoints hang leaves room for the others', async () => {
  const held: (() => void)[] = []
  receiver.answer = (response, { path }) => {
    const answer = () => response.writeHead(204).end()
    if (path === '/theirs') answer()
    else held.push(answer)
  }
  for (let at = 0; at < 70; at++) await endpoint({ timeout: 30 }, `/hangs/${at}`)
  await happenOften(20)
  await arrived(100, 60_000)
  const others = await service.account('Theirs')
  await addEndpoint(service.context, others.id, { url: receiver.url('/theirs') })
  const { db, dialect } = service.context.store
  await new Tenant(db, dialect, others.id, 'a test').transaction((trx) =>
    emit(trx, [{ type: 'contact.created', data: {} }]),
  )
  await vi.waitFor(
    () => expect(receiver.received.filter(({ path }) => path === '/theirs')).toHaveLength(1),
    within(60_000),
  )
  expect(held).toHaveLength(100)
  receiver.answer = (response) => response.writeHead(204).end()
  for (const answer of held) answer()
  await vi.waitFor(async () => expect(await count('delivered')).toBe(1400), within(120_000))
}, 300_000)

describe('a header that holds a credential', () => {
  const value = 'Bearer s3cr3t'
  const attemptsText = async () =>
    JSON.stringify(await tenant.select('delivery_attempts').selectAll().execute())
  const make = async () => {
    const answer = await service.app.inject({
      method: 'POST',
      url: '/api/v1/webhooks',
      headers: { authorization: `Bearer ${account.token}` },
      payload: {
        url: receiver.url(),
        events: ['contact.created'],
        config: { headers: { Authorization: value, 'X-Team': 'billing' } },
      },
    })
    return (answer.json() as { data: { id: number } }).data.id
  }

  test('arrives in full, and is hidden in the history', async () => {
    await make()
    await happen()
    await ended('delivered')
    expect(receiver.received[0]?.headers).toMatchObject({ authorization: value, 'x-team': 'billing' })
    expect(await attemptsText()).not.toContain('s3cr3t')
    expect(await attemptsText()).toContain('billing')
  })

  test('stored in the clear by an earlier version is encrypted by the next start and still arrives', async () => {
    const id = await make()
    await happen()
    await ended('delivered')
    const headers = JSON.stringify({ authorization: value, 'x-team': 'billing' })
    await tenant.update('delivery_attempts').set({ request_headers: headers }).execute()
    const config = JSON.stringify({ headers: { Authorization: value, 'X-Team': 'billing' } })
    await tenant.update('webhooks').set({ config, headers_sealed: null }).where('id', '=', id).execute()
    await service.context.dispatcher.stop()
    await happen()
    await afterRestart(async () => {
      await arrived(2)
      expect(receiver.received[1]?.headers).toMatchObject({ authorization: value, 'x-team': 'billing' })
    })
    expect(JSON.stringify(await webhook(id))).not.toContain('s3cr3t')
    expect(await attemptsText()).not.toContain('s3cr3t')
  })
})
