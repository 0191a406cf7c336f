import { setTimeout } from 'node:timers'
import { setTimeout as delay } from 'node:timers/promises'

import type { CustomerLoad } from './customer-load.ts'
import type { Receiver } from './receiver.ts'
import { customerOf, makeScenario } from './scenario.ts'

export interface KillTally {
  readonly rounds: number
  /** Customers whose 201 was read. */
  readonly acknowledged: number
  /** Of those, the events that never came. */
  readonly lost: number
  /** Requests the receiver had, and how many of them repeated a `webhook-id`. */
  readonly received: number
  readonly duplicates: number
  /** Repeated ids whose bytes were not the same. */
  readonly different: number
  /** From a start to the first delivery of what an earlier process left, at most. */
  readonly resumedWithinMs: number
}

const clients = 4
const settleWithinMs = 60_000

/** Kills the service at random moments under load, `rounds` times, and counts lost and repeated events. */
export async function killLoop(rounds: number): Promise<KillTally> {
  const { receiver, service, load, close } = await makeScenario(['customer.created'])
  // Slow enough that some are always under way.
  receiver.answer = (response) => {
    setTimeout(() => response.writeHead(204).end(), Math.random() * 40)
  }
  const over = new AbortController()
  const running = Array.from({ length: clients }, () => load.run(over.signal))
  let resumedWithinMs = 0
  try {
    for (let round = 0; round < rounds; round++) {
      const before = new Set(idsOf(receiver))
      const waiting = [...load.acknowledged.keys()].filter((id) => !before.has(id))
      await service.start()
      const started = performance.now()
      await delay(200 + Math.random() * 800)
      await service.end('SIGKILL')
      const first = receiver.received.find(({ body }) => waiting.includes(customerOf(body)))
      if (first) resumedWithinMs = Math.max(resumedWithinMs, Math.round(first.at - started))
    }
    over.abort()
    await Promise.all(running)
    await service.start()
    const latest = Date.now() + settleWithinMs
    while (missing(load, receiver).length > 0 && Date.now() < latest) await delay(50)
    await service.end()
    return tally(rounds, load, receiver, resumedWithinMs)
  } finally {
    over.abort()
    await close()
  }
}

const idsOf = ({ received }: Receiver): number[] => received.map(({ body }) => customerOf(body))

function missing(load: CustomerLoad, receiver: Receiver): number[] {
  const arrived = new Set(idsOf(receiver))
  return [...load.acknowledged.keys()].filter((id) => !arrived.has(id))
}

function tally(rounds: number, load: CustomerLoad, receiver: Receiver, resumedWithinMs: number): KillTally {
  const byId = Map.groupBy(receiver.received, ({ headers }) => headers['webhook-id'])
  return {
    rounds,
    acknowledged: load.acknowledged.size,
    lost: missing(load, receiver).length,
    received: receiver.received.length,
    duplicates: receiver.received.length - byId.size,
    different: [...byId.values()].filter((deliveries) => new Set(deliveries.map(({ body }) => body)).size > 1)
      .length,
    resumedWithinMs,
  }
}
