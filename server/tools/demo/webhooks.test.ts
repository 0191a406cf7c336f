import { afterAll, beforeAll, expect, test } from 'vitest'

import { listWebhookDetails, showWebhookActivity } from '#contract/webhooks/details.ts'
import { Tenant } from '#server/platform/access/tenant.ts'
import { type TestService, startService } from '#server/tools/testing/service.ts'

import { addWebhooks } from './webhooks.ts'

let service: TestService

beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

test('the demo has a healthy, a paused and a failing webhook with names, and nothing is due', async () => {
  const { id, key } = await service.account('Studio')
  const { store, sealKey } = service.context
  await addWebhooks(new Tenant(store.db, store.dialect, id, 'Test'), sealKey)
  const get = async (url: string) =>
    (await service.app.inject({ url, headers: { authorization: `Bearer ${key}` } })).json()

  const { data, meta } = listWebhookDetails.response.parse(await get('/api/x/webhooks'))
  expect(meta.counts).toEqual({ all: 3, failing: 1, paused: 1 })
  expect(data.map(({ name, status, is_failing }) => [name, status, is_failing])).toEqual([
    ['Old Mill CRM', 'active', true],
    ['Ledgerline bookkeeping', 'active', false],
    ['New contact automation', 'paused', false],
  ])
  const [failing, healthy, paused] = data
  expect(data.every(({ waiting }) => waiting === 0)).toBe(true)
  expect(failing?.recent_attempts.every(({ status }) => status === 'failed')).toBe(true)
  expect(failing?.failure_count).toBeGreaterThan(0)
  expect(healthy?.recent_attempts[0]?.status).toBe('delivered')
  expect(paused?.recent_attempts).toHaveLength(9)

  const { hours } = showWebhookActivity.response.parse(
    await get(`/api/x/webhooks/${healthy?.id}/activity`),
  ).data
  expect(hours.filter(({ delivered }) => delivered > 0).length).toBeGreaterThan(5)
})
