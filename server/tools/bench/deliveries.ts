import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { Worker } from 'node:worker_threads'

import { Agent, request } from 'undici'

import { readConfig } from '#server/config.ts'
import { type Context, createContext } from '#server/context.ts'
import { emit } from '#server/outgoing/delivery/emit.ts'
import { ensureAccount } from '#server/platform/access/staff/accounts.ts'
import { Tenant } from '#server/platform/access/tenant.ts'
import { makeCertificate } from '#server/tools/testing/certificate.ts'
import { environmentOf, makeDataDir, removeDataDir } from '#server/tools/testing/data-dir.ts'
import { addEndpoint } from '#server/tools/testing/receiver.ts'
import { customerOf, makeScenario } from '#server/tools/testing/scenario.ts'

import type { Measurement } from './measurement.ts'

const deliveries = 10_000
const endpoints = 50
/** Deliveries in flight with this many endpoints. */
const inFlight = endpoints * 2

/** Each makes two events. */
const customersPerSecond = 50
const latencySeconds = 20

/**
 * `npm run bench -- deliveries`: how fast a full queue drains, beside undici alone against the same receiver, and how
 * long after the 201 an event arrives.
 */
export async function measureDeliveries(): Promise<Measurement[]> {
  return [...(await measureDrain()), ...(await measureLatency())]
}

async function measureDrain() {
  const certificate = await makeCertificate()
  setDefaultCACertificates([...getCACertificates('default'), certificate.cert])
  const worker = new Worker(new URL('../testing/receiver-worker.ts', import.meta.url), {
    workerData: certificate,
  })
  const [origin] = (await once(worker, 'message')) as [string]
  const dataDir = await makeDataDir('bureau-bench-')
  const context = await createContext(
    readConfig({
      ...environmentOf(dataDir),
      DEMO: '0',
      LOG_LEVEL: 'silent',
      WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
    }),
  )
  try {
    await bare(origin, deliveries / 5)
    const alone = await bare(origin, deliveries)
    const drained = await drain(context, origin)
    return [
      { what: `undici alone, ${inFlight} in flight`, value: `${Math.round(alone)} requests/s` },
      {
        what: `signed deliveries, ${deliveries} waiting for ${endpoints} endpoints`,
        value: `${Math.round(drained)}/s`,
      },
    ]
  } finally {
    await context.dispatcher.stop()
    await context.store.close()
    await worker.terminate()
    await removeDataDir(dataDir)
  }
}

async function bare(origin: string, count: number): Promise<number> {
  const dispatcher = new Agent({ allowH2: false })
  const body = JSON.stringify(payload(0))
  const began = performance.now()
  let left = count
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (left-- > 0) {
        const reply = await request(`${origin}/bare`, { method: 'POST', body, dispatcher })
        await reply.body.dump()
      }
    }),
  )
  const perSecond = (count / (performance.now() - began)) * 1000
  await dispatcher.close()
  return perSecond
}

async function drain({ store, dispatcher, sealKey }: Context, origin: string): Promise<number> {
  const { id } = await ensureAccount(store, 'Bench')
  const tenant = new Tenant(store.db, store.dialect, id, 'bench')
  for (let index = 0; index < endpoints; index++)
    await addEndpoint({ store, sealKey }, id, { url: `${origin}/${index}` })
  for (let index = 0; index < deliveries / endpoints; index += 10) {
    await tenant.transaction((trx) =>
      emit(
        trx,
        Array.from(
          { length: 10 },
          (_, more) => ({ type: 'contact.created', data: payload(index + more) }) as const,
        ),
      ),
    )
  }
  const began = performance.now()
  await dispatcher.start()
  for (;;) {
    const row = await store.db
      .selectFrom('deliveries')
      .select('id')
      .where('due_at', 'is not', null)
      .limit(1)
      .execute()
    if (row.length === 0) break
    await delay(20)
  }
  return (deliveries / (performance.now() - began)) * 1000
}

/** The real service in its own process; customers are created at a steady rate, however long each takes. */
async function measureLatency() {
  const { receiver, service, load, close } = await makeScenario(['customer.created', 'contact.created'])
  try {
    await service.start()
    for (let index = 0; index < 50; index++) await load.create()
    load.acknowledged.clear()
    const began = performance.now()
    const creations: Promise<void>[] = []
    for (let index = 0; index < customersPerSecond * latencySeconds; index++) {
      await delay(Math.max(0, began + (index * 1000) / customersPerSecond - performance.now()))
      creations.push(load.create())
    }
    await Promise.all(creations)
    await delay(1000)
    const waits = receiver.received
      .map(({ body, at }) => at - (load.acknowledged.get(customerOf(body)) ?? NaN))
      .filter((wait) => !Number.isNaN(wait))
      .map((wait) => Math.max(0, wait))
      .toSorted((a, b) => a - b)
    const percentile = (share: number) => (waits[Math.ceil(waits.length * share) - 1] ?? Infinity).toFixed(1)
    return [
      {
        what: `from the 201 to the receiver, ${2 * customersPerSecond} events/s, ${waits.length} events`,
        value: `p50 ${percentile(0.5)} ms · p99 ${percentile(0.99)} ms`,
      },
    ]
  } finally {
    await close()
  }
}

const payload = (id: number) => ({
  id,
  name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@example.com',
  phone: '+44 7700 900100',
  company_name: 'Engines',
  customer_id: id,
})
