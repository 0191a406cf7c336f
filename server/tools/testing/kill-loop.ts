import { setTimeout } from 'node:timers'
import { setTimeout as delay } from 'node:timers/promises'

import type { CustomerLoad } from './customer-load.ts'
import type { Receiver } from './receiver.ts'
import { customerOf, makeScenario } from './scenario.ts'

/** The result of a number of kills under load. */
export interface KillTally {
  readonly rounds: number
  /** Customers whose 201 was read. */
  readonly acknowledged: number
  /** Of those, the events that never came. */
  readonly lost: number
  /** Requests the receiver had, and how many of them repeated a `webhook-id`. */
  readonly received: number
  readonly duplicates: number
  /** Requests for events whose delivery was on record before the process started that sent them again. */
  readonly resentAfterRecord: number
  /** Repeated ids whose bytes were not the same. */
  readonly different: number
  /** From a start to the first delivery of what an earlier process left, at most. */
  readonly resumedWithinMs: number
}

/** What was there when a process started: how many requests had arrived, and the events on record. */
interface Start {
  readonly requests: number
  readonly recorded: ReadonlySet<string>
}

const clients = 4
const settleWithinMs = 60_000

/** Kills the service at random moments under load, `rounds` times, and counts lost and repeated events. */
export async function killLoop(rounds: number): Promise<KillTally> {
  const { receiver, service, load, recorded, close } = await makeScenario(['customer.created'])
  // Slow enough that some are always under way.
  receiver.answer = (response) => {
    setTimeout(() => response.writeHead(204).end(), Math.random() * 40)
  }
  const over = new AbortController()
  const running = Array.from({ length: clients }, () => load.run(over.signal))
  let resumedWithinMs = 0
  const starts: Start[] = []
  try {
    for (let round = 0; round < rounds; round++) {
      const before = new Set(idsOf(receiver))
      const waiting = [...load.acknowledged.keys()].filter((id) => !before.has(id))
      starts.push({ requests: receiver.received.length, recorded: await recorded() })
      await service.start()
      const started = performance.now()
      await delay(200 + Math.random() * 800)
      await service.end('SIGKILL')
      const first = receiver.received.find(({ body }) => waiting.includes(customerOf(body)))
      if (first) resumedWithinMs = Math.max(resumedWithinMs, Math.round(first.at - started))
    }
    over.abort()
    await Promise.all(running)
    starts.push({ requests: receiver.received.length, recorded: await recorded() })
    await service.start()
    const latest = Date.now() + settleWithinMs
    while (missing(load, receiver).length > 0 && Date.now() < latest) await delay(50)
    await service.end()
    return {
      ...tally(rounds, load, receiver),
      resentAfterRecord: resentAfterRecord(starts, receiver),
      resumedWithinMs,
    }
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

const resentAfterRecord = (starts: readonly Start[], { received }: Receiver): number =>
  received.filter(({ headers }, index) =>
    starts.some(({ requests, recorded }) => index >= requests && recorded.has(String(headers['webhook-id']))),
  ).length

function tally(rounds: number, load: CustomerLoad, receiver: Receiver) {
  const byId = Map.groupBy(receiver.received, ({ headers }) => headers['webhook-id'])
  return {
    rounds,
    acknowledged: load.acknowledged.size,
    lost: missing(load, receiver).length,
    received: receiver.received.length,
    duplicates: receiver.received.length - byId.size,
    different: [...byId.values()].filter((deliveries) => new Set(deliveries.map(({ body }) => body)).size > 1)
      .length,
  }
}
