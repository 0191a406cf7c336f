import { afterAll, beforeAll, expect, test } from 'vitest'

import { listWebhookHealth } from '#contract/deliveries.ts'
import { Tenant } from '#server/access/tenant.ts'
import { type TestService, startService } from '#server/testing/service.ts'

import { addWebhooks } from './webhooks.ts'

let service: TestService

beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

test('the demo has a healthy, a paused and a failing webhook, and nothing of them is due', async () => {
  const { id, key, token } = await service.account('Studio')
  const { store, sealKey } = service.context
  await addWebhooks(new Tenant(store.db, store.dialect, id, 'Test'), sealKey)

  const get = async (url: string, credential: string) =>
    (await service.app.inject({ url, headers: { authorization: `Bearer ${credential}` } })).json()
  const { data: webhooks } = await get('/api/v1/webhooks', token)
  const ids = webhooks.map((webhook: { id: number }) => webhook.id).join(',')
  const { data } = listWebhookHealth.response.parse(await get(`/api/x/webhook-health?ids=${ids}`, key))
  const [failing, paused, healthy] = data
  expect(data.every(({ waiting }) => waiting === 0)).toBe(true)
  expect(healthy?.recent_attempts[0]?.status).toBe('delivered')
  expect(paused?.recent_attempts).toHaveLength(9)
  expect(failing?.recent_attempts[0]?.status).toBe('failed')
  expect(webhooks.map((webhook: { status: string }) => webhook.status)).toEqual([
    'active',
    'paused',
    'active',
  ])
  expect(webhooks[0].failure_count).toBeGreaterThan(0)
})
