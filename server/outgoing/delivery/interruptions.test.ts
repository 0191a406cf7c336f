import { setTimeout as wait } from 'node:timers/promises'

import { afterEach, describe, expect, vi } from 'vitest'

import { timestamp } from '#server/platform/lib/clock.ts'
import { test, within } from '#server/tools/testing/dispatch.ts'

test('an attempt in flight when its endpoint is paused is recorded; what is queued is sent after resuming', async ({
  dispatch,
}) => {
  const { tenant, receiver, endpoint, happen, happenOften, holdAnswers, count, leased } = dispatch
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

test('deleting an endpoint cancels a thousand queued deliveries, and attempts in flight end without errors', async ({
  dispatch,
}) => {
  const { tenant, receiver, endpoint, happen, happenOften, holdAnswers, deliveries, ended } = dispatch
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

test('an endpoint can be deleted at the moment an attempt at it is recorded', async ({ dispatch }) => {
  const { tenant, endpoint, happen, holdAnswers, deliveries } = dispatch
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

test('an attempt cut off by a stop isn’t a failure: the next start sends it', async ({ dispatch }) => {
  const { service, receiver, endpoint, happen, delivery, webhook, arrived } = dispatch
  const { id } = await endpoint({ timeout: 30 })
  receiver.answer = () => undefined
  await happen()
  await arrived(1)
  await service.context.dispatcher.stop()
  expect(await delivery()).toMatchObject({ status: 'pending', attempts: 0, leased_until: expect.any(String) })
  expect(await webhook(id)).toMatchObject({ failure_count: 0 })
})

test('stopping waits for attempts in flight and releases the rest', async ({ dispatch }) => {
  const { service, receiver, endpoint, happenOften, holdAnswers, count, leased } = dispatch
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

test('deliveries leased by a killed process are sent within two seconds of the next start', async ({
  dispatch,
}) => {
  const { service, tenant, receiver, endpoint, happen, afterRestart } = dispatch
  await service.context.dispatcher.stop()
  await endpoint()
  await happen()
  await tenant
    .update('deliveries')
    .set({ leased_by: 1, leased_until: timestamp(Date.now() + 60_000) })
    .execute()
  await afterRestart(() => vi.waitFor(() => expect(receiver.received).toHaveLength(1), within(2000)))
})

describe('a clock change', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  test('of an hour back still retries within seconds', async ({ dispatch }) => {
    const { receiver, endpoint, happen, delivery, ended } = dispatch
    await endpoint()
    const answers = [500, 200]
    receiver.answer = (response) => response.writeHead(answers.shift() ?? 200).end()
    await happen()
    await vi.waitFor(async () => expect((await delivery())?.attempts).toBe(1), within(30_000))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 60 * 60_000, shouldAdvanceTime: true })
    await ended('delivered', 15_000)
  })

  test('back while the service is off makes queued deliveries due immediately', async ({ dispatch }) => {
    const { service, receiver, endpoint, happen, afterRestart, arrived } = dispatch
    await endpoint()
    await service.context.dispatcher.stop()
    await happen()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 24 * 60 * 60_000, shouldAdvanceTime: true })
    await afterRestart(() => arrived(1, 10_000))
    expect(receiver.received).toHaveLength(1)
  })

  test('a month ahead resends nothing that is in flight', async ({ dispatch }) => {
    const { receiver, endpoint, happenOften, holdAnswers, count } = dispatch
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
