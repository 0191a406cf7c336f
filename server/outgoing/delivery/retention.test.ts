import { afterAll, beforeEach, beforeAll, expect, test } from 'vitest'

import { Tenant } from '#server/platform/access/tenant.ts'
import { timestamp } from '#server/platform/lib/clock.ts'
import { addDelivery } from '#server/tools/testing/delivery.ts'
import { addEndpoint } from '#server/tools/testing/receiver.ts'
import { type TestService, startService } from '#server/tools/testing/service.ts'

import { sweepDeliveries } from './retention.ts'

const minute = 60_000
const day = 24 * 60 * minute
const now = Date.parse('2026-06-01T12:00:00Z')

let service: TestService
let tenant: Tenant
let webhook: number
beforeAll(async () => {
  service = await startService()
})
beforeEach(async () => {
  const { store } = service.context
  const { id } = await service.account(`Account ${Math.random()}`)
  tenant = new Tenant(store.db, store.dialect, id, 'a test')
  for (const table of ['deliveries', 'event_log', 'settings'] as const)
    await store.db.deleteFrom(table).execute()
  webhook = (await addEndpoint(service.context, id, { url: 'https://hooks.example/' })).id
})
afterAll(() => service.close())

const sweep = (ms: number) => sweepDeliveries(service.context.store, ms)
const add = (daysAgo: number) =>
  addDelivery(tenant, webhook, { status: 'delivered', created_at: timestamp(now - daysAgo * day) })
const left = async () => {
  const [deliveries, events] = await Promise.all([
    tenant.select('deliveries').select('created_at').orderBy('id').execute(),
    tenant.select('event_log').select('created_at').orderBy('id').execute(),
  ])
  expect(deliveries).toEqual(events)
  return deliveries.map(({ created_at }) => (now - Date.parse(created_at)) / day)
}

test('deliveries and their events are kept for thirty days', async () => {
  await sweep(now - day)
  for (const daysAgo of [30.01, 30.001, 29.99, 0]) await add(daysAgo)
  for (let at = 0; at < 24 * 6; at++) await sweep(now)
  expect(await left()).toEqual([29.99, 0])
})

test('rows written while the clock was ahead don’t keep older ones alive', async () => {
  for (let at = 0; at < 3; at++) await add(-40)
  for (const daysAgo of [31, 30.5, 1]) await add(daysAgo)
  for (let at = 0; at < 24 * 6; at++) await sweep(now)
  expect(await left()).toEqual([-40, -40, -40, 1])
})

test('a clock that jumps a month ahead costs minutes of history until it is set right', async () => {
  await sweep(now)
  for (const daysAgo of [29.9999, 29.9, 20, 10, 0]) await add(daysAgo)
  await sweep(now + minute)
  for (let at = 1; at <= 10; at++) await sweep(now + 31 * day + at * minute)
  expect(await left()).toEqual([29.9, 20, 10, 0])
  await sweep(now + 12 * minute)
  expect(await left()).toEqual([29.9, 20, 10, 0])
})

test('after a long pause the service catches up', async () => {
  for (const daysAgo of [45, 44, 0]) await add(daysAgo)
  // Ten times as fast as time itself: a day and a half for two weeks.
  for (let at = 0; at < 15 * 24 * 6; at++) await sweep(now)
  expect(await left()).toEqual([0])
})
