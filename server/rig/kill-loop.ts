import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { readConfig } from '../config.ts'
import { issueCredential } from '../credentials.ts'
import { swatch } from '../demo/pictures.ts'
import { makeServices } from '../services.ts'
import { ensureAccount } from '../staff/accounts.ts'
import { makeCertificate } from './certificate.ts'
import { CustomerLoad } from './customer-load.ts'
import { Receiver, addEndpoint } from './receiver.ts'
import { ServiceProcess } from './service-process.ts'

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

/** Kills the real service at random moments under load, so many times, and counts what became of every event. */
export async function killLoop(rounds: number): Promise<KillTally> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bureau-kill-'))
  const certificate = makeCertificate()
  const authority = join(dataDir, 'authority.pem')
  await writeFile(authority, certificate.cert)
  const env = {
    DATA_DIR: dataDir,
    DEMO: '0',
    LOG_LEVEL: 'error',
    WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
    WEBHOOK_RETRY_SCHEDULE: Array(50).fill('1s').join(','),
    NODE_EXTRA_CA_CERTS: authority,
    NODE_NO_WARNINGS: '1',
  }
  const receiver = await new Receiver(certificate).listen()
  // Slow enough that some are always under way.
  receiver.answer = (response) => {
    setTimeout(() => response.writeHead(204).end(), Math.random() * 40)
  }
  const key = await prepare(env, receiver.url())
  const service = new ServiceProcess(await freePort(), env)
  const load = new CustomerLoad(service.origin, key, await swatch(1))
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
      await service.kill()
      const first = receiver.received.find(({ body }) => waiting.includes(customerOf(body)))
      if (first) resumedWithinMs = Math.max(resumedWithinMs, Math.round(first.at - started))
    }
    over.abort()
    await Promise.all(running)
    await service.start()
    const latest = Date.now() + settleWithinMs
    while (missing(load, receiver).length > 0 && Date.now() < latest) await delay(50)
    await service.stop()
    return tally(rounds, load, receiver, resumedWithinMs)
  } finally {
    over.abort()
    await service.kill()
    await load.close()
    await receiver.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function prepare(env: Record<string, string>, url: string): Promise<string> {
  const services = await makeServices(readConfig({ ...env, LOG_LEVEL: 'silent' }))
  const { id } = await ensureAccount(services.store.db, 'Kill loop')
  const settings = { kind: 'key', abilities: [], rateLimit: 60, expiresAt: null } as const
  const key = await issueCredential(services.store.db, id, settings)
  await addEndpoint(services, id, { url, events: ['customer.created'] })
  await services.store.close()
  return key
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const customerOf = (body: string): number => (JSON.parse(body) as { data: { id: number } }).data.id
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
    different: [...byId.values()].filter((some) => new Set(some.map(({ body }) => body)).size > 1).length,
    resumedWithinMs,
  }
}
