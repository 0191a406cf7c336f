import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import { sql } from 'kysely'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'

import { readConfig } from '#server/config.ts'
import { type Context, createContext } from '#server/context.ts'
import { sessionRateLimit } from '#server/platform/access/caller.ts'
import { insertCredential } from '#server/platform/access/credentials.ts'
import { ensureAccount } from '#server/platform/access/staff/accounts.ts'
import { Tenant } from '#server/platform/access/tenant.ts'
import { lockClasses } from '#server/platform/db/lock-classes.ts'
import { addInvoices } from '#server/records/invoices/insert.ts'
import { makeMigratedDataDir } from '#server/tools/testing/blank-database.ts'
import { environmentOf, onPostgres, removeDataDir } from '#server/tools/testing/data-dir.ts'
import type { ServiceProcess } from '#server/tools/testing/process.ts'
import { RoundRobinProxy, servedBy } from '#server/tools/testing/round-robin.ts'
import { type Scenario, customerOf, makeScenario } from '#server/tools/testing/scenario.ts'

const kills = 4
const writers = 3
const invoicesARound = 5
/** What the others promise when one is killed. */
const resumedWithinMs = 3_000
const windowMs = 60_000
/** Before a lease of a process that is gone would have run out. */
const takenOverWithinMs = 30_000
const person = { email: 'robin@example.com', password: 'nine lanterns over water' }
const patient = { timeout: 60_000, interval: 20 }

/** One response of many that a caller got one after the other, in milliseconds of one clock. */
interface Answered {
  readonly askedMs: number
  readonly atMs: number
  readonly status: number
  readonly remaining: number
  readonly by: string | null
}

// On SQLite one service runs at a time.
describe.runIf(onPostgres)('three processes behind a proxy', () => {
  let scenario: Scenario
  let services: ServiceProcess[]
  let proxy: RoundRobinProxy
  let context: Context
  let tenant: Tenant
  beforeAll(async () => {
    scenario = await makeScenario(['customer.created', 'invoice.overdue'])
    services = [scenario.service, scenario.another(), scenario.another()]
    // The first one may have to build the dashboard.
    await services[0]?.start()
    await Promise.all(services.slice(1).map((service) => service.start()))
    proxy = await RoundRobinProxy.open(services)
    context = await createContext(readConfig({ ...scenario.env, LOG_LEVEL: 'silent' }))
    const { db, dialect } = context.store
    const { id } = await ensureAccount(context.store, 'Scenario')
    tenant = new Tenant(db, dialect, id, 'Test')
    await context.staff.addMember(id, await context.staff.addPerson({ name: 'Robin', ...person }), 'owner')
  }, 300_000)
  afterAll(async () => {
    await proxy.close()
    await context.store.close()
    await scenario.close()
  })

  const newToken = (rateLimit: number) =>
    insertCredential(tenant, { kind: 'token', abilities: ['contacts.view'], rateLimit, expiresAt: null })

  /** Signs in through the proxy; returns the headers of requests from the dashboard. */
  async function signIn() {
    const response = await fetch(`${proxy.url}/api/x/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ ...person, remember: false }),
    })
    expect(response.status).toBe(200)
    const cookie = response.headers.getSetCookie().map((text) => text.split(';', 1)[0])
    return { cookie: cookie.join('; '), 'sec-fetch-site': 'same-origin' }
  }

  const statusesAt = (path: string, headers: Record<string, string>) =>
    Promise.all(services.map(async ({ url }) => (await fetch(url + path, { headers })).status))

  /** Asks for that again and again until told to stop; a connection that breaks is no response. */
  async function keepAsking(path: string, headers: Record<string, string>, signal: AbortSignal) {
    const answered: Answered[] = []
    while (!signal.aborted) {
      const askedMs = performance.now()
      const response = await fetch(proxy.url + path, { headers }).catch(() => undefined)
      await response?.arrayBuffer().catch(() => undefined)
      if (!response) continue
      answered.push({
        askedMs,
        atMs: performance.now(),
        status: response.status,
        remaining: Number(response.headers.get('x-ratelimit-remaining')),
        by: response.headers.get(servedBy),
      })
    }
    return answered
  }

  /** Adds invoices that are due and that no process has marked yet. */
  const addDue = (round: number) =>
    tenant.transaction((trx) =>
      addInvoices(
        trx,
        Array.from({ length: invoicesARound }, (_, index) => ({
          invoice_number: `DUE-${round}-${index}`,
          customer_id: 1,
          customer_name: 'Ada Lovelace',
          customer_email: 'ada@example.com',
          status: 'sent' as const,
          currency: 'EUR',
          due_date: '2026-01-31',
          created_at: '2026-01-01T00:00:00.000000Z',
          lines: [{ description: 'Work', quantity: 1, unit_price: 10 }],
        })),
      ),
    )

  test('lose nothing while one after the other is killed: the others go on, and a killed one’s work is taken over', async () => {
    const { receiver } = scenario
    // Slow enough that some are always under way.
    receiver.answer = (response) => {
      setTimeout(() => response.writeHead(204).end(), Math.random() * 150)
    }
    const { secret: token } = await newToken(100_000)
    const session = await signIn()
    const over = new AbortController()
    const load = scenario.loadOn(proxy)
    const writing = Array.from({ length: writers }, () => load.run(over.signal))
    const startedMs = performance.now()
    const integration = keepAsking('/api/v1/contacts', { authorization: `Bearer ${token}` }, over.signal)
    const staff = keepAsking('/api/custom-fields', session, over.signal)
    const killedMs: number[] = []
    for (let round = 0; round < kills; round += 1) {
      await delay(200 + Math.random() * 400)
      const victim = services[Math.floor(Math.random() * services.length)]!
      killedMs.push(performance.now())
      await victim.end('SIGKILL')
      await addDue(round)
      await delay(200 + Math.random() * 400)
      // Its start marks the invoices that are due.
      await victim.start()
    }
    over.abort()
    await Promise.all(writing)
    const read = [await integration, await staff]

    // Broken connections are no responses, and everything that was a response was right.
    expect(load.refused).toEqual([])
    for (const answered of read) expect(answered.filter(({ status }) => status !== 200)).toEqual([])
    expect(load.acknowledged.size).toBeGreaterThan(kills)

    const afterKill = read.flatMap((answered) =>
      killedMs.flatMap((killed) => answered.find(({ askedMs }) => askedMs >= killed) ?? []),
    )
    // On a machine that is busy with other work, any request may take long.
    const others = read.flat().filter((answer) => !afterKill.includes(answer))
    const slowestMs = Math.max(...others.map(({ askedMs, atMs }) => atMs - askedMs))
    for (const killed of killedMs) {
      const next = afterKill.filter(({ askedMs }) => askedMs >= killed)
      expect(Math.min(...next.map(({ atMs }) => atMs)) - killed).toBeLessThan(resumedWithinMs + slowestMs)
    }

    for (const answered of read) {
      expect(new Set(answered.map(({ by }) => by)).size).toBe(services.length)
      const inWindow = answered.filter(({ atMs }) => atMs - startedMs < windowMs)
      const increased = inWindow.filter(
        ({ remaining }, index) => remaining >= (inWindow[index - 1]?.remaining ?? Infinity),
      )
      expect(increased).toEqual([])
    }

    const eventsOf = (type: string) =>
      receiver.received.filter(({ body }) => (JSON.parse(body) as { type: string }).type === type)
    const missing = () => {
      const arrived = new Set(eventsOf('customer.created').map(({ body }) => customerOf(body)))
      return [...load.acknowledged.keys()].filter((id) => !arrived.has(id))
    }
    await vi.waitFor(() => expect(missing()).toEqual([]), patient)
    await vi.waitFor(async () => {
      const { rows } = await sql<{
        count: number
      }>`select count(*) as count from deliveries where due_at is not null`.execute(context.store.db)
      expect(rows).toEqual([{ count: 0 }])
    }, patient)

    const verifier = new Verifier(scenario.secret)
    for (const { body, headers } of receiver.received)
      verifier.verify(body, headers as Record<string, string>)
    const byId = Map.groupBy(receiver.received, ({ headers }) => headers['webhook-id'])
    for (const same of byId.values()) expect(new Set(same.map(({ body }) => body)).size).toBe(1)
    // Every customer and every overdue invoice is one event, however often it was sent.
    const idsOf = (type: string, subjectOf: (body: string) => number) =>
      [...Map.groupBy(eventsOf(type), ({ body }) => subjectOf(body)).values()].map(
        (sent) => new Set(sent.map(({ headers }) => headers['webhook-id'])).size,
      )
    const invoiceOf = (body: string) => (JSON.parse(body) as { data: { id: number } }).data.id
    expect(new Set(idsOf('customer.created', customerOf))).toEqual(new Set([1]))
    expect(idsOf('invoice.overdue', invoiceOf)).toEqual(Array(kills * invoicesARound).fill(1))

    // What was acknowledged before a kill and came after it.
    const firstMs = new Map<number, number>()
    for (const { body, at } of eventsOf('customer.created')) {
      const id = customerOf(body)
      firstMs.set(id, Math.min(at, firstMs.get(id) ?? Infinity))
    }
    const takenOver = killedMs.flatMap((killed) =>
      [...load.acknowledged]
        .filter(([id, acknowledgedMs]) => acknowledgedMs < killed && (firstMs.get(id) ?? Infinity) > killed)
        .map(([id]) => (firstMs.get(id) ?? Infinity) - killed),
    )
    expect(Math.max(0, ...takenOver)).toBeLessThan(takenOverWithinMs)
  }, 300_000)

  test('let a screen connect again when its process is killed, and hear what the others change', async () => {
    const session = await signIn()
    const first = await listen(session)
    const victim = services[Number(first.by)]!
    await victim.end('SIGKILL')
    expect(await first.until('never')).toContain('(cut)')
    const second = await listen(session)
    expect(second.by).not.toBe(first.by)
    await victim.start()
    await scenario.loadOn(victim).create()
    expect(await second.until('"topic":"customers"')).not.toContain('(cut)')
  }, 300_000)

  test('have open screens reload everything after a process lost the connection by which it hears of changes', async () => {
    const session = await signIn()
    const screen = await listen(session)
    await screen.until('connected')
    // Only these connections have such a lock.
    const { rows } =
      await sql`select pg_terminate_backend(pid) from pg_locks join pg_database on oid = database
      where locktype = 'advisory' and classid = ${lockClasses.deliverers} and datname = current_database()`.execute(
        context.store.db,
      )
    expect(rows).toHaveLength(services.length)
    for (const topic of ['customers', 'invoices', 'webhooks', 'deliveries', 'contacts'])
      await screen.until(`{"topic":"${topic}","id":null}`)
    const heard = (await screen.until('')).length
    const other = services[(Number(screen.by) + 1) % services.length]!
    await scenario.loadOn(other).create()
    expect(await screen.until('"topic":"customers"', heard)).not.toContain('(cut)')
  }, 300_000)

  test('know a session wherever it signed in, and none of them once it has signed out', async () => {
    const session = await signIn()
    expect(await statusesAt('/api/x/session', session)).toEqual([200, 200, 200])
    const signedOut = await fetch(`${proxy.url}/api/x/sign-out`, {
      method: 'POST',
      headers: { ...session, 'content-type': 'application/json' },
      body: JSON.stringify({ everywhere: false }),
    })
    expect(signedOut.status).toBe(204)
    expect(await statusesAt('/api/x/session', session)).toEqual([401, 401, 401])
  }, 300_000)

  test('reject a revoked token with the next request, wherever it was revoked', async () => {
    const session = await signIn()
    const { id, secret } = await newToken(600)
    const headers = { authorization: `Bearer ${secret}` }
    expect(await statusesAt('/api/v1/contacts', headers)).toEqual([200, 200, 200])
    const revoked = await fetch(`${proxy.url}/api/x/credentials/${id}/revoke`, {
      method: 'POST',
      headers: session,
    })
    expect(revoked.ok).toBe(true)
    expect(await statusesAt('/api/v1/contacts', headers)).toEqual([401, 401, 401])
  }, 300_000)

  test('count the requests of a session together', async () => {
    const session = await signIn()
    const remaining = []
    for (let times = 0; times < 6; times += 1) {
      const response = await fetch(`${proxy.url}/api/custom-fields`, { headers: session })
      await response.arrayBuffer()
      remaining.push(Number(response.headers.get('x-ratelimit-remaining')))
    }
    expect(remaining).toEqual([1, 2, 3, 4, 5, 6].map((used) => sessionRateLimit - used))
  }, 300_000)

  /** Opens the stream of changes through the proxy. */
  async function listen(headers: Record<string, string>) {
    const abort = new AbortController()
    onTestFinished(() => abort.abort())
    const response = await fetch(`${proxy.url}/api/x/live`, { headers, signal: abort.signal })
    expect(response.status).toBe(200)
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    return {
      by: response.headers.get(servedBy),
      /** Reads on until that has come, after the first `from` characters, and returns everything so far; with `(cut)` where the stream has ended. */
      async until(expected: string, from = 0) {
        while (!text.includes(expected, from)) {
          const part = await reader.read().catch(() => undefined)
          if (!part || part.done) return `${text}(cut)`
          text += part.value
        }
        return text
      },
    }
  }
})

describe.runIf(onPostgres)('of several processes on one database', () => {
  const script = fileURLToPath(new URL('../../tools/testing/sweep-process.ts', import.meta.url))
  let env: NodeJS.ProcessEnv
  beforeEach(async () => {
    const dataDir = await makeMigratedDataDir()
    onTestFinished(() => removeDataDir(dataDir))
    env = { ...process.env, ...environmentOf(dataDir), LOG_LEVEL: 'silent' }
  })
  const start = async () => {
    const child = fork(script, { env })
    onTestFinished(() => void child.kill('SIGKILL'))
    await once(child, 'message')
    return child
  }
  const sweep = async (child: ChildProcess) => {
    const done = once(child, 'message')
    child.send('sweep')
    return (await done)[0] as string
  }

  test('one sweeps for all, and another one as soon as it is killed', async () => {
    const running = [await start(), ...(await Promise.all([start(), start()]))]
    for (const followers of [2, 1, 0]) {
      // The server takes a moment to notice that a connection has ended.
      const said = await vi.waitFor(async () => {
        const all = await Promise.all(running.map(sweep))
        expect(all.toSorted()).toEqual([...Array<string>(followers).fill('follows'), 'leads'])
        return all
      }, patient)
      // For as long as it lives.
      expect(await Promise.all(running.map(sweep))).toEqual(said)
      const [leader] = running.splice(said.indexOf('leads'), 1)
      const exit = once(leader!, 'exit')
      leader!.kill('SIGKILL')
      await exit
    }
  }, 300_000)

  test('another one sweeps within 10 s once the one that did no longer responds, and that one doesn’t any more', async () => {
    const [first, second] = [await start(), await start()]
    expect([await sweep(first), await sweep(second)]).toEqual(['leads', 'follows'])
    // As when its machine or its network is gone: its connections stay open.
    first.kill('SIGSTOP')
    const stoppedAt = performance.now()
    await vi.waitFor(async () => expect(await sweep(second)).toBe('leads'), {
      timeout: 30_000,
      interval: 100,
    })
    expect(performance.now() - stoppedAt).toBeLessThan(10_000)
    first.kill('SIGCONT')
    expect([await sweep(first), await sweep(second)]).toEqual(['follows', 'leads'])
  }, 300_000)
})
