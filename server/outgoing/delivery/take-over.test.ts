import { setTimeout as wait } from 'node:timers/promises'

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { onPostgres } from '#server/tools/testing/data-dir.ts'
import { type Scenario, customerOf, makeScenario } from '#server/tools/testing/scenario.ts'

let scenario: Scenario
beforeEach(async () => {
  scenario = await makeScenario(['customer.created'])
}, 300_000)
afterEach(() => scenario.close())

const customers = 12
const arrived = () => new Set(scenario.receiver.received.map(({ body }) => customerOf(body)))
const createSome = async () => {
  for (let at = 0; at < customers; at++) await scenario.load.create()
}

describe.runIf(onPostgres)('several processes on one database', () => {
  test('another process sends what a killed one had leased within seconds', async () => {
    const { receiver, service, load } = scenario
    await service.start()
    // The first process has leased them all: two wait for their response, the others for those two.
    receiver.answer = () => undefined
    await createSome()
    await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThanOrEqual(2), { timeout: 60_000 })
    const other = scenario.another()
    await other.start()
    receiver.answer = (response) => response.writeHead(204).end()
    await service.end('SIGKILL')
    // A lease lasts a minute; a slow machine takes its time, but not that long.
    await vi.waitFor(
      () => expect([...load.acknowledged.keys()].every((id) => arrived().has(id))).toBe(true),
      {
        timeout: 60_000,
        interval: 50,
      },
    )
  }, 300_000)

  test('another process sends what one that doesn’t respond had leased within 10 s, and that one does nothing with it later', async () => {
    const { receiver, service, load } = scenario
    const unanswered: (() => void)[] = []
    await service.start()
    receiver.answer = (response) => unanswered.push(() => response.writeHead(204).end())
    await createSome()
    await vi.waitFor(() => expect(unanswered).toHaveLength(2), { timeout: 60_000 })
    // As when its machine or its network is gone: its connections stay open, and nothing comes from them.
    process.kill(service.pid, 'SIGSTOP')
    receiver.answer = (response) => response.writeHead(204).end()
    receiver.received.length = 0
    const other = scenario.another()
    await other.start()
    const startedAt = performance.now()
    await vi.waitFor(() => expect(arrived().size).toBe(load.acknowledged.size), {
      timeout: 30_000,
      interval: 50,
    })
    expect(performance.now() - startedAt).toBeLessThan(10_000)

    process.kill(service.pid, 'SIGCONT')
    for (const answer of unanswered) answer()
    // Longer than it takes to notice, connect again and claim.
    await wait(5_000)
    expect(receiver.received).toHaveLength(customers)
    await Promise.all([service.end(), other.end()])
    expect(await scenario.attempts()).toEqual(Array(customers).fill(1))
  }, 300_000)

  test('a live process keeps its leases, however many others there are', async () => {
    const { receiver, service, load } = scenario
    const held: (() => void)[] = []
    await service.start()
    receiver.answer = (response) => held.push(() => response.writeHead(204).end())
    await createSome()
    await vi.waitFor(() => expect(held).toHaveLength(2), { timeout: 60_000 })
    const other = scenario.another()
    await other.start()
    // Both have looked for processes that are gone.
    await wait(5_000)
    receiver.answer = (response) => response.writeHead(204).end()
    for (const answer of held) answer()
    await vi.waitFor(() => expect(arrived().size).toBe(load.acknowledged.size), { timeout: 60_000 })
    expect(receiver.received).toHaveLength(customers)
  }, 300_000)
})

test('a killed single process sends its leased deliveries when it restarts', async () => {
  const { receiver, service, load } = scenario
  await service.start()
  receiver.answer = () => undefined
  await createSome()
  await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThanOrEqual(2), { timeout: 60_000 })
  await service.end('SIGKILL')
  receiver.answer = (response) => response.writeHead(204).end()
  await service.start()
  await vi.waitFor(() => expect(arrived().size).toBe(load.acknowledged.size), { timeout: 60_000 })
}, 300_000)
