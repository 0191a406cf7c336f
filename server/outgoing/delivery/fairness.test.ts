import { expect, vi } from 'vitest'

import { Tenant } from '#server/platform/access/tenant.ts'
import { test, within } from '#server/tools/testing/dispatch.ts'
import { addEndpoint } from '#server/tools/testing/receiver.ts'

import { emit } from './emit.ts'

test('one dead endpoint with a thousand deliveries delays none of fifty healthy ones', async ({
  dispatch,
}) => {
  const { receiver, endpoint, happenOften, arrived, count } = dispatch
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

test('an endpoint that keeps failing gets one attempt at a time, and full speed again after a success', async ({
  dispatch,
}) => {
  const { receiver, endpoint, happenOften, count } = dispatch
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

test('an account whose hundred endpoints hang leaves room for the others', async ({ dispatch }) => {
  const { service, receiver, endpoint, happenOften, arrived, count } = dispatch
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
