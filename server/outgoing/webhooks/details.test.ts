import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { retryDelivery, showDelivery } from '#contract/webhooks/deliveries.ts'
import {
  type WebhookDetails,
  listWebhookDetails,
  showWebhookActivity,
  showWebhookDetails,
} from '#contract/webhooks/details.ts'
import { showWebhook } from '#contract/webhooks/webhooks.ts'
import { hourOf } from '#server/outgoing/delivery/hours.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { now } from '#server/platform/lib/clock.ts'
import { addDelivery } from '#server/tools/testing/delivery.ts'
import { type TestAccount, type TestService, startService } from '#server/tools/testing/service.ts'
import { statementsOf } from '#server/tools/testing/statements.ts'

let service: TestService
let account: TestAccount
let tenant: Tenant

beforeAll(async () => {
  service = await startService({ WEBHOOK_RETRY_SCHEDULE: '2s,5s,10s' })
})
beforeEach(async () => {
  account = await service.account(`Ours ${Math.random()}`, { rateLimit: 100_000 })
  tenant = account.tenant
})
afterAll(() => service.close())

const ask = (options: InjectOptions) => {
  const credential = String(options.url).startsWith('/api/v1') ? account.token : account.key
  return service.app.inject({ ...options, headers: { authorization: `Bearer ${credential}` } })
}
const url = 'https://hooks.example.com/in'
const create = async (more: object = {}): Promise<WebhookDetails> => {
  const payload = { url, events: ['contact.created'], ...more }
  const response = await ask({ method: 'POST', url: '/api/x/webhooks', payload })
  expect(response.statusCode).toBe(201)
  return response.json().data
}
const change = async (id: number, payload: object): Promise<WebhookDetails> =>
  (await ask({ method: 'PUT', url: `/api/x/webhooks/${id}`, payload })).json().data
const show = async (id: number) =>
  showWebhookDetails.response.parse((await ask({ url: `/api/x/webhooks/${id}` })).json()).data
const list = async (query = '') =>
  listWebhookDetails.response.parse((await ask({ url: `/api/x/webhooks?${query}` })).json())
const set = (id: number, row: { status?: 'disabled'; failure_count?: number }) =>
  tenant.update('webhooks').set(row).where('id', '=', id).execute()

describe('the name of a webhook', () => {
  test('is set at creation, changed, and cleared by null or an empty string', async () => {
    const { id, name } = await create({ name: '  Bookkeeping ' })
    expect(name).toBe('Bookkeeping')
    expect((await change(id, { name: 'Ledger' })).name).toBe('Ledger')
    expect((await change(id, { events: ['invoice.paid'] })).name).toBe('Ledger')
    expect((await change(id, { name: null })).name).toBeNull()
    expect((await create()).name).toBeNull()
    expect((await create({ name: '' })).name).toBeNull()
  })

  test.each([['x'.repeat(101)], [7], ['two\nlines']])('can’t be %j', async (name) => {
    const payload = { url, events: ['contact.created'], name }
    const response = await ask({ method: 'POST', url: '/api/x/webhooks', payload })
    expect(response.statusCode).toBe(422)
    expect(Object.keys(response.json().error.details)).toEqual(['name'])
  })

  test('is unknown to Surface V1, which neither shows nor loses it', async () => {
    const { id } = await create({ name: 'Bookkeeping' })
    const payload = { url: 'https://hooks.example.com/other', name: 'Ignored' }
    const response = await ask({ method: 'PUT', url: `/api/v1/webhooks/${id}`, payload })
    expect(Object.keys(response.json().data)).toEqual([
      'id',
      'url',
      'events',
      'config',
      'status',
      'failure_count',
      'last_delivery_at',
      'disabled_at',
      'created_at',
      'updated_at',
    ])
    expect((await show(id)).name).toBe('Bookkeeping')
    expect(showWebhook.path).toContain('/v1/')
  })
})

describe('the list', () => {
  test('lists failing webhooks first and counts each state', async () => {
    const { id: active } = await create()
    const { id: paused } = await create()
    const { id: failing } = await create()
    const { id: worse } = await create()
    const { id: disabled } = await create()
    await change(paused, { status: 'paused' })
    await set(paused, { failure_count: 9 })
    await set(failing, { failure_count: 2 })
    await set(active, { failure_count: 1 })
    await set(worse, { failure_count: 5 })
    await set(disabled, { status: 'disabled', failure_count: 1 })
    const counts = { all: 5, failing: 3, paused: 1 }
    const idsOf = async (query: string) => {
      const { data, meta } = await list(query)
      expect(meta.counts).toEqual(counts)
      return [data.map(({ id }) => id), meta.total]
    }
    expect(await idsOf('')).toEqual([[disabled, worse, failing, active, paused], 5])
    expect(await idsOf('state=failing')).toEqual([[disabled, worse, failing], 3])
    expect(await idsOf('state=paused')).toEqual([[paused], 1])
    expect(await idsOf('limit=2&page=2')).toEqual([[failing, active], 5])
    expect((await ask({ url: '/api/x/webhooks?state=active' })).statusCode).toBe(400)
  })

  test('agrees with the details, Surface V1 and the overview', async () => {
    const { id: failing } = await create({ name: 'Failing' })
    const { id: paused } = await create()
    await set(failing, { failure_count: 2 })
    await change(paused, { status: 'paused' })
    await set(paused, { failure_count: 2 })
    const { data, meta } = await list()
    expect(data).toEqual([await show(failing), await show(paused)])
    expect(data.map((one) => one.is_failing)).toEqual([true, false])
    const { data: overview } = (await ask({ url: '/api/x/overview' })).json()
    expect(overview.failing_webhook_count).toBe(meta.counts.failing)
    expect(overview.failing_webhooks).toEqual([
      { id: failing, name: 'Failing', url, status: 'active', failure_count: 2 },
    ])
    const { data: v1 } = (await ask({ url: `/api/v1/webhooks/${failing}` })).json()
    expect(v1.failure_count).toBe(2)
  })

  test('shows queued deliveries, the next attempt and the effective retries', async () => {
    const { id } = await create({ config: { max_retries: 9 } })
    const { id: few } = await create({ config: { max_retries: 1 } })
    const due = ['2099-01-02T00:00:00.000000Z', '2099-01-01T00:00:00.000000Z']
    for (const due_at of due) await addDelivery(tenant, id, { due_at })
    expect(await show(id)).toMatchObject({ waiting: 2, next_attempt_at: due[1], retries: 3 })
    expect(await show(few)).toMatchObject({ waiting: 0, next_attempt_at: null, retries: 1 })
    const schedule = (await ask({ url: '/api/x/retry-schedule' })).json()
    expect(schedule.data).toEqual({ waits_seconds: [2, 5, 10] })
  })

  test('takes two statements, however many webhooks there are', async () => {
    const cost = () => statementsOf(service.context.store, list)
    await create()
    const one = await cost()
    for (let at = 0; at < 5; at += 1) await create()
    expect(await cost()).toBe(one)
  })

  test('never contains another account’s webhooks', async () => {
    const { id } = await create()
    account = await service.account('Theirs')
    expect(await list()).toMatchObject({ data: [], meta: { counts: { all: 0, failing: 0, paused: 0 } } })
    expect((await ask({ url: `/api/x/webhooks/${id}` })).statusCode).toBe(404)
  })
})

describe('the activity of a webhook', () => {
  const activity = async (id: number) =>
    showWebhookActivity.response.parse((await ask({ url: `/api/x/webhooks/${id}/activity` })).json()).data
  const hourMs = 60 * 60_000

  test('is 24 hours of attempts, with the success rate and the median response time', async () => {
    const { id } = await create()
    const now = Date.now()
    const rows = [0, 5, 23, 24].map((hours) => ({
      webhook_id: id,
      hour: hourOf(now - hours * hourMs),
      delivered: 3,
      failed: hours === 5 ? 3 : 0,
    }))
    await tenant.insert('webhook_hours', rows)
    for (const duration_ms of [10, 20, 90]) {
      await addDelivery(tenant, id, { status: 'delivered', response_status: 200, duration_ms })
    }
    await addDelivery(tenant, id, { status: 'failed', error: 'timed out', duration_ms: 15_000 })
    await addDelivery(tenant, id, { status: 'delivered', response_status: 200, duration_ms: 99, is_test: 1 })
    const { hours, success_rate, median_ms, last_delivery_at } = await activity(id)
    expect(hours).toHaveLength(24)
    expect(hours.map(({ delivered, failed }) => delivered + failed)).toEqual([
      3,
      ...Array.from({ length: 17 }, () => 0),
      6,
      ...Array.from({ length: 4 }, () => 0),
      3,
    ])
    expect(hours.at(-1)?.start).toBe(`${hourOf(now)}:00:00.000000Z`)
    expect({ success_rate, median_ms, last_delivery_at }).toEqual({
      success_rate: 9 / 12,
      median_ms: 20,
      last_delivery_at: null,
    })
  })

  test('of a webhook without attempts is empty rather than zero percent', async () => {
    const { id } = await create()
    expect(await activity(id)).toMatchObject({ success_rate: null, median_ms: null, last_delivery_at: null })
  })
})

describe('retry now', () => {
  const later = '2099-01-01T00:00:00.000000Z'
  const retry = async (id: number) => {
    const response = await ask({ method: 'POST', url: `/api/x/deliveries/${id}/retry` })
    return response.statusCode === 202
      ? retryDelivery.response.parse(response.json()).data
      : { status: response.statusCode, message: response.json().error.message }
  }

  test('makes a queued delivery due immediately', async () => {
    const { id } = await create()
    const delivery = await addDelivery(tenant, id, { due_at: later, attempts: 1 })
    const before = now()
    const retried = await retry(delivery)
    expect(retried).toMatchObject({ id: delivery, status: 'pending', attempts: 1 })
    const { next_attempt_at } = showDelivery.response.parse(
      (await ask({ url: `/api/x/deliveries/${delivery}` })).json(),
    ).data
    expect(next_attempt_at && next_attempt_at >= before && next_attempt_at < later).toBe(true)
  })

  test('is a conflict while the delivery is being sent, once it has ended, and while the webhook is paused', async () => {
    const { id } = await create()
    const sending = await addDelivery(tenant, id, { due_at: later, leased_by: 1, leased_until: later })
    const ended = await addDelivery(tenant, id, { status: 'failed' })
    const waiting = await addDelivery(tenant, id, { due_at: later })
    expect(await retry(sending)).toEqual({ status: 409, message: 'This delivery is being sent right now' })
    expect(await retry(ended)).toMatchObject({ status: 409 })
    await change(id, { status: 'paused' })
    expect(await retry(waiting)).toEqual({
      status: 409,
      message: 'This webhook is paused. Resume it to send what is waiting',
    })
    const rows = await tenant
      .select('deliveries')
      .select(['due_at', 'leased_by'])
      .where('id', 'in', [sending, waiting])
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      { due_at: later, leased_by: 1 },
      { due_at: later, leased_by: null },
    ])
  })
})

test('a delivery states its maximum retries; a test has one attempt', async () => {
  const { id } = await create({ config: { max_retries: 2 } })
  const retriesOf = async (delivery: number) =>
    (await ask({ url: `/api/x/deliveries/${delivery}` })).json().data.retries
  expect(await retriesOf(await addDelivery(tenant, id, {}))).toBe(2)
  expect(await retriesOf(await addDelivery(tenant, id, { is_test: 1 }))).toBe(0)
})
