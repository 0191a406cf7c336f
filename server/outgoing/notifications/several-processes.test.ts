import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { describe, expect, onTestFinished, test, vi } from 'vitest'

import { minuteMs } from '#contract/values/durations.ts'
import { readConfig } from '#server/config.ts'
import { createContext } from '#server/context.ts'
import { ensureAccount } from '#server/platform/access/staff/accounts.ts'
import { Tenant } from '#server/platform/access/tenant.ts'
import { timestamp } from '#server/platform/lib/clock.ts'
import { addInvoices } from '#server/records/invoices/insert.ts'
import { makeMigratedDataDir } from '#server/tools/testing/blank-database.ts'
import { environmentOf, onPostgres, removeDataDir } from '#server/tools/testing/data-dir.ts'
import { MailServer } from '#server/tools/testing/mail-server.ts'
import { makeScenario } from '#server/tools/testing/scenario.ts'

const password = 'nine lanterns over water'

/** A mail server, and how the processes reach it. */
async function startMail() {
  const mail = new MailServer()
  const env = { SMTP_URL: await mail.listen(), MAIL_FROM: 'bureau@example.com' }
  onTestFinished(() => mail.close())
  return { mail, env }
}

async function openContext(env: Record<string, string>) {
  const context = await createContext(readConfig({ ...env, LOG_LEVEL: 'silent' }))
  onTestFinished(() => context.store.close())
  return context
}

// On SQLite one service runs at a time.
describe.runIf(onPostgres)('several processes on one database', () => {
  test('send each person one digest of overdue invoices and one email of it', async () => {
    const dataDir = await makeMigratedDataDir()
    onTestFinished(() => removeDataDir(dataDir))
    const { mail, env: mailing } = await startMail()
    const env = { ...environmentOf(dataDir), ...mailing, LOG_LEVEL: 'silent' }
    const { store, staff } = await openContext(env)
    // Enough accounts that the processes meet in some of them, wherever each one is slowed down.
    const accounts = Array.from({ length: 12 }, (_, index) => index)
    for (const index of accounts) {
      const { id } = await ensureAccount(store, `Account ${index}`)
      for (const role of ['owner', 'viewer'] as const) {
        const email = `${role}${index}@example.com`
        await staff.addMember(id, await staff.addPerson({ name: 'Robin', email, password }), role)
      }
      await new Tenant(store.db, store.dialect, id, 'Test').transaction((trx) =>
        addInvoices(trx, [
          {
            invoice_number: 'INV-1',
            customer_id: 1,
            customer_name: 'Ada Lovelace',
            customer_email: 'ada@example.com',
            status: 'overdue',
            currency: 'EUR',
            due_date: '2026-01-31',
            created_at: '2026-01-01T00:00:00.000000Z',
            lines: [{ description: 'Work', quantity: 1, unit_price: 10 }],
          },
        ]),
      )
    }

    const script = fileURLToPath(new URL('../../tools/testing/notify-process.ts', import.meta.url))
    const start = async () => {
      const child = fork(script, { env: { ...process.env, ...env } })
      onTestFinished(() => void child.kill('SIGKILL'))
      await once(child, 'message')
      return child
    }
    const processes = await Promise.all([start(), start(), start()])
    const runAt = (time: string) =>
      Promise.all(
        processes.map(async (child: ChildProcess) => {
          const done = once(child, 'message')
          child.send(Date.parse(time))
          expect(await done).toContain('done')
        }),
      )
    const people = accounts.length * 2
    const count = async () => (await store.db.selectFrom('notifications').select('id').execute()).length
    // A Monday, twice, and the one after it.
    for (const [time, total] of [
      ['2026-02-02T09:00:00Z', people],
      ['2026-02-02T09:01:00Z', people],
      ['2026-02-09T09:00:00Z', 2 * people],
    ] as const) {
      await runAt(time)
      expect([await count(), mail.received.length]).toEqual([total, total])
    }
    const sentTo = Map.groupBy(mail.received, ({ to }) => to.join())
    expect(new Set([...sentTo.values()].map(({ length }) => length))).toEqual(new Set([2]))
    for (const child of processes) {
      const exit = once(child, 'exit')
      child.send(null as never)
      expect(await exit).toEqual([0, null])
    }
  }, 300_000)

  test('in which deliveries to an endpoint fail at once notify of it once, with one email', async () => {
    const { mail, env } = await startMail()
    const scenario = await makeScenario(['customer.created'], env)
    onTestFinished(() => scenario.close())
    const { receiver, service, load } = scenario
    const { store, staff } = await openContext(scenario.env)
    const { id } = await ensureAccount(store, 'Scenario')
    const person = await staff.addPerson({ name: 'Robin', email: 'robin@example.com', password })
    await staff.addMember(id, person, 'owner')

    const held: (() => void)[] = []
    const fail = (response: { writeHead(status: number): { end(): unknown } }) => () =>
      response.writeHead(500).end()
    receiver.answer = (response) => held.push(fail(response))
    const other = scenario.another()
    await Promise.all([service.start(), other.start()])
    const atOther = scenario.loadOn(other)
    const senders = async () => {
      const rows = await store.db
        .selectFrom('deliveries')
        .select('leased_by')
        .distinct()
        .where('leased_by', 'is not', null)
        .execute()
      return rows.length
    }
    for (let tries = 0; tries < 50 && (await senders()) < 2; tries += 1)
      await Promise.all([load.create(), atOther.create()])
    for (let more = 0; more < 3; more += 1) await Promise.all([load.create(), atOther.create()])
    // A process has two requests to an endpoint under way at most: with three, both wait for a response.
    await vi.waitFor(() => expect(held.length).toBeGreaterThanOrEqual(3), { timeout: 60_000 })
    expect(await senders()).toBe(2)
    receiver.answer = (response) => fail(response)()
    for (const answer of held) answer()
    const attempts = async () =>
      (await store.db.selectFrom('delivery_attempts').select('id').execute()).length
    await vi.waitFor(async () => expect(await attempts()).toBeGreaterThan(held.length), { timeout: 60_000 })
    const notified = () => store.db.selectFrom('notifications').select(['id', 'kind']).execute()
    expect((await notified()).map(({ kind }) => kind)).toEqual(['webhook.failing'])

    // As if its ten minutes were over: both look for it.
    const before = timestamp(Date.now() - minuteMs)
    await store.db.updateTable('notifications').set({ next_attempt_at: before }).execute()
    const emailed = () =>
      store.db.selectFrom('notifications').select(['attempts', 'next_attempt_at']).execute()
    await vi.waitFor(async () => expect(await emailed()).toEqual([{ attempts: 1, next_attempt_at: null }]), {
      timeout: 60_000,
      interval: 50,
    })
    expect(mail.received.map(({ to }) => to)).toEqual([['robin@example.com']])
  }, 300_000)
})
