import { setTimeout as wait } from 'node:timers/promises'

import type { InjectOptions } from 'fastify'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'

import { Customer } from '#contract/customers/customers.ts'
import { listDeliveries, showDelivery } from '#contract/webhooks/deliveries.ts'
import { EventPayload, eventTypes, listEventTypes } from '#contract/webhooks/events.ts'
import { openSecret } from '#server/platform/lib/seal.ts'
import { addDelivery } from '#server/tools/testing/delivery.ts'
import { startWithAccount } from '#server/tools/testing/office.ts'
import { statementsOf } from '#server/tools/testing/statements.ts'

const { service, account } = await startWithAccount({ rateLimit: 100_000 })
const { tenant } = account

const ask = (options: InjectOptions) => {
  const credential = String(options.url).startsWith('/api/v1') ? account.token : account.key
  return service.app.inject({ ...options, headers: { authorization: `Bearer ${credential}` } })
}
const post = (url: string, payload: object = {}) => ask({ method: 'POST', url, payload })

async function webhook(more: object = {}): Promise<{ id: number; secret: string }> {
  const payload = { url: 'https://hooks.example.com/in', events: ['contact.created'], ...more }
  const { data, secret } = (await post('/api/v1/webhooks', payload)).json()
  return { id: data.id, secret }
}

async function delivery(webhook_id: number, more: Parameters<typeof addDelivery>[2] = {}): Promise<number> {
  return addDelivery(tenant, webhook_id, {
    event_id: 'evt_1',
    status: 'delivered',
    attempts: 1,
    response_status: 200,
    response_body: 'ok',
    duration_ms: 12,
    created_at: '2026-03-05T12:00:00.000000Z',
    delivered_at: '2026-03-05T12:00:01.000000Z',
    ...more,
  })
}

const failed = { status: 'failed', response_status: 500, delivered_at: null } as const

describe('the history of a webhook', () => {
  let id: number
  const list = async (query: string) => {
    const answer = await ask({ url: `/api/x/webhooks/${id}/deliveries?${query}` })
    return listDeliveries.response.parse(answer.json())
  }

  beforeAll(async () => {
    id = (await webhook({ status: 'paused' })).id
    const others = (await webhook()).id
    await delivery(others, failed)
    await delivery(id, { event: 'a.one', created_at: '2026-03-04T23:59:59.999999Z' })
    await delivery(id, { event: 'a.two', ...failed, created_at: '2026-03-05T00:00:00.000000Z' })
    await delivery(id, { event: 'a.three', ...failed, response_status: 404 })
    await delivery(id, { event: 'a.four', ...failed, response_status: null, error: 'timeout' })
    await delivery(id, { event: 'a.five', status: 'discarded', response_status: 410 })
    await delivery(id, {
      event: 'a.six',
      status: 'pending',
      due_at: '2099-01-01T00:00:00.000000Z',
      response_status: null,
      created_at: '2026-03-06T00:00:00.000000Z',
    })
  })

  test.each([
    ['', ['six', 'five', 'four', 'three', 'two', 'one']],
    ['limit=2', ['six', 'five']],
    ['limit=2&page=3', ['two', 'one']],
    ['page=9', []],
    ['status=failed', ['four', 'three', 'two']],
    ['status=pending', ['six']],
    ['status=delivered', ['one']],
    ['status=discarded', ['five']],
    ['event=a.three', ['three']],
    ['code=404', ['three']],
    ['code=4xx', ['five', 'three']],
    ['code=5xx&status=failed', ['two']],
    ['code=2xx', ['one']],
    ['from=2026-03-05&to=2026-03-05', ['five', 'four', 'three', 'two']],
    ['from=2026-03-06', ['six']],
    ['to=2026-03-04', ['one']],
  ])('with %j contains %j', async (query, expected) => {
    const { data } = await list(query)
    expect(data.map(({ event }) => event.slice(2))).toEqual(expected)
    expect(data.every(({ webhook_id }) => webhook_id === id)).toBe(true)
  })

  test('counts all matches of the filter, not only the page', async () => {
    expect((await list('status=failed&limit=1')).meta).toEqual({ total: 3, page: 1, limit: 1 })
  })

  test('takes the same number of statements whatever the page size', async () => {
    const cost = (query: string) => statementsOf(service.context.store, () => list(query))
    expect(await cost('limit=100')).toBe(await cost('limit=1'))
  })

  test.each([
    'status=lost',
    'event=Nope',
    'code=4x',
    'code=600',
    'from=yesterday',
    'to=2026-02-30',
    'limit=0',
  ])('rejects %s by name', async (query) => {
    const answer = await ask({ url: `/api/x/webhooks/${id}/deliveries?${query}` })
    expect(answer.statusCode).toBe(400)
    expect(Object.keys(answer.json().error.details)).toEqual([query.split('=', 1)[0]])
  })
})

test('a delivery’s details have its request and its attempts, newest first', async () => {
  const { id } = await webhook({ config: { method: 'PUT', payload_format: 'form' } })
  const one = await delivery(id, failed)
  await tenant.insert(
    'delivery_attempts',
    Array.from({ length: 25 }, (_, at) => ({
      delivery_id: one,
      number: at + 1,
      started_at: '2026-03-05T12:00:00.000000Z',
      duration_ms: 7,
      request_headers: '{"webhook-id":"evt_1"}',
      response_status: at === 24 ? null : 500,
      response_headers: at === 24 ? null : '{"server":"x"}',
      response_body: at === 24 ? null : 'sorry',
      error: at === 24 ? 'timeout' : null,
    })),
  )
  const { data } = showDelivery.response.parse((await ask({ url: `/api/x/deliveries/${one}` })).json())
  expect(data).toMatchObject({ id: one, webhook_id: id, event_id: 'evt_1', status: 'failed', is_test: false })
  expect(data.request).toEqual({
    method: 'PUT',
    url: 'https://hooks.example.com/in',
    body: 'payload=%7B%22type%22%3A%22contact.created%22%7D',
  })
  expect(data.attempt_log.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, at) => 25 - at))
  expect(data.attempt_log[0]).toMatchObject({
    error: 'timeout',
    response_status: null,
    response_headers: null,
  })
  expect(data.attempt_log[1]).toMatchObject({ response_headers: { server: 'x' }, response_body: 'sorry' })
})

describe('a test', () => {
  test('queues a sample for this endpoint only, even while it is paused', async () => {
    const { id } = await webhook()
    await ask({ method: 'PUT', url: `/api/v1/webhooks/${id}`, payload: { status: 'paused' } })
    const answer = await post(`/api/x/webhooks/${id}/test`, { event: 'invoice.paid' })
    expect(answer.statusCode).toBe(202)
    expect(answer.json().data).toMatchObject({
      webhook_id: id,
      event: 'invoice.paid',
      is_test: true,
      attempts: 0,
    })
    const all = await tenant.select('deliveries').select('webhook_id').where('is_test', '=', 1).execute()
    expect(all).toEqual([{ webhook_id: id }])
  })

  test.each([{}, { event: 5 }, { event: 'Nope' }])('with %j is rejected', async (payload) => {
    const { id } = await webhook()
    const answer = await post(`/api/x/webhooks/${id}/test`, payload)
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json().error.details)).toEqual(['event'])
  })
})

describe('a new secret', () => {
  test('is shown once, and the previous one stays valid for a day', async () => {
    const { id, secret } = await webhook()
    const answer = await post(`/api/x/webhooks/${id}/rotate-secret`)
    expect(answer.statusCode).toBe(200)
    const { secret: fresh, data } = answer.json()
    expect(fresh).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(fresh).not.toBe(secret)
    const hours = (Date.parse(data.previous_secret_until) - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(23.9)
    expect(hours).toBeLessThanOrEqual(24)

    const row = await tenant.select('webhooks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const { sealKey } = service.context
    expect(openSecret(sealKey, row.secret_sealed)).toBe(fresh)
    expect(openSecret(sealKey, String(row.previous_secret_sealed))).toBe(secret)
    const shown = await ask({ url: `/api/x/webhooks/${id}` })
    expect(shown.json().data).toMatchObject(data)
  })

  test('needs no body, whatever content type a client sends', async () => {
    const { id } = await webhook()
    const headers = { authorization: `Bearer ${account.key}`, 'content-type': 'application/json' }
    const url = `/api/x/webhooks/${id}/rotate-secret`
    expect((await service.app.inject({ method: 'POST', url, headers })).statusCode).toBe(200)
  })
})

describe('redelivery', () => {
  test('queues a delivery again with the same id and body, and its attempts continue to count', async () => {
    const { id } = await webhook()
    const one = await delivery(id, { ...failed, attempts: 4 })
    const answer = await post(`/api/x/deliveries/${one}/redeliver`)
    expect(answer.statusCode).toBe(202)
    expect(answer.json().data).toMatchObject({ id: one, event_id: 'evt_1', status: 'pending', attempts: 4 })
    expect(Date.parse(answer.json().data.next_attempt_at)).toBeLessThanOrEqual(Date.now())
  })

  test('of a pending delivery is a conflict', async () => {
    const { id } = await webhook()
    const one = await delivery(id, { status: 'pending', due_at: '2099-01-01T00:00:00.000000Z' })
    const answer = await post(`/api/x/deliveries/${one}/redeliver`)
    expect(answer.statusCode).toBe(409)
    const row = await tenant.select('deliveries').select('due_at').where('id', '=', one).executeTakeFirst()
    expect(row?.due_at).toBe('2099-01-01T00:00:00.000000Z')
  })

  test('of all failed deliveries that match a filter counts first and then redelivers exactly those', async () => {
    const { id } = await webhook()
    const other = await webhook()
    await delivery(other.id, failed)
    await delivery(id)
    for (const response_status of [500, 503, 404]) await delivery(id, { ...failed, response_status })
    const run = async (body: object) =>
      (await post(`/api/x/webhooks/${id}/redeliver`, body)).json().data.count
    expect(await run({ dry_run: true })).toBe(3)
    expect(await run({ dry_run: true, code: '5xx' })).toBe(2)
    expect(await run({ dry_run: true, event: 'no.such' })).toBe(0)
    expect(await run({ dry_run: false, code: '5xx' })).toBe(2)
    expect(await run({ dry_run: true })).toBe(1)
    const waiting = await tenant
      .select('deliveries')
      .select(['webhook_id', 'response_status'])
      .where('status', '=', 'pending')
      .where('webhook_id', 'in', [id, other.id])
      .execute()
    expect(waiting).toHaveLength(2)
    expect(waiting.every((row) => row.webhook_id === id && Number(row.response_status) >= 500)).toBe(true)
  })

  test('does nothing without dry_run', async () => {
    const { id } = await webhook()
    const answer = await post(`/api/x/webhooks/${id}/redeliver`, { from: 'x' })
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json().error.details)).toEqual(['dry_run', 'from'])
  })
})

describe('the list of events', () => {
  test('has a sample of each', async () => {
    const { data } = listEventTypes.response.parse((await ask({ url: '/api/x/event-types' })).json())
    expect(data.map(({ name }) => name)).toEqual(eventTypes)
    for (const { name, sample } of data) expect(EventPayload.parse(sample).type).toBe(name)
  })

  test('has samples shaped like real payloads', async () => {
    const { id } = await webhook({ events: [...eventTypes] })
    const photo = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    const form = new FormData()
    for (const name of ['name', 'last_name', 'phone', 'business_information[company_name]'])
      form.append(name, 'x')
    form.append('email', 'x@example.com')
    form.append('profile_photo_path', new File([photo], 'x.png'))
    const request = new Request('http://x/', { method: 'POST', body: form })
    const headers = {
      authorization: `Bearer ${account.key}`,
      'content-type': String(request.headers.get('content-type')),
    }
    const payload = Buffer.from(await request.arrayBuffer())
    const made = await service.app.inject({ method: 'POST', url: '/api/customers', headers, payload })
    await ask({ method: 'DELETE', url: '/api/customers', payload: { customers: [made.json().data.id] } })

    const { data: known } = listEventTypes.response.parse((await ask({ url: '/api/x/event-types' })).json())
    const sent = await tenant
      .select('deliveries')
      .innerJoin('event_log', 'event_log.id', 'deliveries.event_log_id')
      .select(['event', 'body'])
      .where('webhook_id', '=', id)
      .execute()
    expect(sent.map(({ event }) => event).toSorted()).toEqual(
      ['contact.created', 'contact.deleted', 'customer.created', 'customer.deleted'].toSorted(),
    )
    for (const { event, body } of sent) {
      const sample = known.find(({ name }) => name === event)?.sample
      const keys = (value: unknown) => Object.keys(value as object).toSorted()
      const { data } = EventPayload.parse(JSON.parse(body))
      expect(keys(data)).toEqual(keys(sample?.data))
      // What is deleted can't be asked for anymore, so its event identifies it completely.
      expect(data).toMatchObject({ id: expect.any(Number), name: 'x', email: 'x@example.com' })
    }
    expect(
      Customer.safeParse(known.find(({ name }) => name === 'customer.created')?.sample.data).success,
    ).toBe(true)
  })
})

describe('a webhook deleted at the same moment', () => {
  test('can’t be tested anymore', async () => {
    const { id } = await webhook()
    let asked: ReturnType<typeof post> | undefined
    await tenant.transaction(async (trx) => {
      await trx.delete('webhooks').where('id', '=', id).execute()
      asked = post(`/api/x/webhooks/${id}/test`, { event: 'contact.created' })
      void asked.then(() => undefined)
      await wait(300)
    })
    expect((await asked)?.statusCode).toBe(404)
  })
})
