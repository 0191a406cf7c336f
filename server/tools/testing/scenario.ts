import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { timeoutSeconds } from '#contract/webhooks/config.ts'
import { readConfig } from '#server/config.ts'
import { createContext } from '#server/context.ts'
import { insertCredential } from '#server/platform/access/credentials.ts'
import { ensureAccount } from '#server/platform/access/staff/accounts.ts'
import { Tenant } from '#server/platform/access/tenant.ts'
import { openStore } from '#server/platform/startup/open-store.ts'
import { swatch } from '#server/tools/demo/pictures.ts'

import { makeMigratedDataDir } from './blank-database.ts'
import { makeCertificate } from './certificate.ts'
import { CustomerLoad } from './customer-load.ts'
import { environmentOf, removeDataDir } from './data-dir.ts'
import { ServiceProcess } from './process.ts'
import { Receiver, addEndpoint } from './receiver.ts'

/** The service as a process, not yet started, a client that creates customers in it, and a receiver of its webhooks. */
export interface Scenario {
  readonly receiver: Receiver
  readonly service: ServiceProcess
  readonly load: CustomerLoad
  /** Another process on the same database, not yet started either. */
  another(): ServiceProcess
  /** A client that creates customers in another process, or through a proxy. */
  loadOn(other: { readonly url: string }): CustomerLoad
  /** The secret that deliveries are signed with. */
  readonly secret: string
  /** The environment variables of the processes, for a look at their data. */
  readonly env: Readonly<Record<string, string>>
  /** Ids of the events whose delivery the database has on record; for when no process runs. */
  recorded(): Promise<ReadonlySet<string>>
  /** How many attempts of each delivery the database has on record; for when no process runs. */
  attempts(): Promise<readonly number[]>
  close(): Promise<void>
}

/** Prepares a scenario whose endpoint subscribes to these events. Close it afterwards. */
export async function makeScenario(
  events: string[],
  more: Readonly<Record<string, string>> = {},
): Promise<Scenario> {
  const dataDir = await makeMigratedDataDir('bureau-scenario-')
  const certificate = await makeCertificate()
  const authority = join(dataDir, 'authority.pem')
  await writeFile(authority, certificate.cert)
  const env = {
    LOG_LEVEL: 'error',
    WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
    WEBHOOK_RETRY_SCHEDULE: Array(50).fill('1s').join(','),
    NODE_EXTRA_CA_CERTS: authority,
    NODE_NO_WARNINGS: '1',
    ...more,
  }
  const receiver = await new Receiver(certificate).listen()
  const { key, secret } = await prepare(
    { ...environmentOf(dataDir), ...env },
    { url: receiver.url(), events },
  )
  const service = new ServiceProcess(dataDir, env)
  const others: ServiceProcess[] = []
  const photo = await swatch(1)
  const loads: CustomerLoad[] = []
  const loadOn = (process: { readonly url: string }) => {
    const load = new CustomerLoad(() => process.url, key, photo)
    loads.push(load)
    return load
  }
  return {
    receiver,
    service,
    load: loadOn(service),
    loadOn,
    secret,
    env: { ...environmentOf(dataDir), ...env },
    another() {
      const other = new ServiceProcess(dataDir, env)
      others.push(other)
      return other
    },
    async recorded() {
      const store = await openStore(readConfig(environmentOf(dataDir)))
      const rows = await store.db
        .selectFrom('deliveries')
        .select('event_id')
        .where('status', '=', 'delivered')
        .execute()
      await store.close()
      return new Set(rows.map(({ event_id }) => event_id))
    },
    async attempts() {
      const store = await openStore(readConfig(environmentOf(dataDir)))
      const rows = await store.db
        .selectFrom('delivery_attempts')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .groupBy('delivery_id')
        .execute()
      await store.close()
      return rows.map(({ count }) => count)
    },
    async close() {
      for (const running of [service, ...others]) await running.end('SIGKILL')
      for (const load of loads) await load.close()
      await receiver.close()
      await removeDataDir(dataDir)
    },
  }
}

/** Returns the customer of an event, which may be about its contact. */
export function customerOf(body: string): number {
  const { data } = JSON.parse(body) as { data: { id: number; customer_id?: number } }
  return data.customer_id ?? data.id
}

async function prepare(
  env: Record<string, string>,
  endpoint: { url: string; events: string[] },
): Promise<{ key: string; secret: string }> {
  const context = await createContext(readConfig({ ...env, LOG_LEVEL: 'silent' }))
  const { id } = await ensureAccount(context.store, 'Scenario')
  const settings = { kind: 'key', abilities: [], rateLimit: 1_000_000, expiresAt: null } as const
  const { db, dialect } = context.store
  const { secret: key } = await insertCredential(new Tenant(db, dialect, id, 'Test'), settings)
  // The longest timeout: on a busy machine, starting another process takes longer than the usual one.
  const config = { timeout: timeoutSeconds.high }
  const { secret } = await addEndpoint(context, id, { ...endpoint, config })
  await context.store.close()
  return { key, secret }
}
