import { createHash } from 'node:crypto'
import { join } from 'node:path'

import type { FastifyInstance } from 'fastify'
import { Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { fractionDigits } from '#contract/values/currencies.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { type Context, createContext } from '#server/context.ts'
import { openStore } from '#server/platform/startup/open-store.ts'
import { environmentOf, makeDataDir, onPostgres, removeDataDir } from '#server/tools/testing/data-dir.ts'
import { readPdfText } from '#server/tools/testing/pdf-text.ts'
import { readState } from '#server/tools/testing/stored-state.ts'
import { restoreStored, storedAnswers } from '#server/tools/testing/stored.ts'

import type { Database } from './database.ts'
import { ScopedPostgresDialect } from './postgres-driver.ts'
import { WatchedPool, openMigrationPool } from './postgres.ts'
import { NodeSqliteDialect } from './sqlite-driver.ts'
import { openSqlite } from './sqlite.ts'

interface Answers {
  readonly credentials: Record<'sqlite' | 'postgres', { key: string; portal: string }>
  readonly state: Readonly<Record<string, unknown>>
  readonly csv: string
}
type Statement = ReturnType<typeof sql>
type Get = (url: string, headers?: Record<string, string>) => Promise<{ data: unknown }>

const answers = await storedAnswers<Answers>('0060')
const { key, portal } = answers.credentials[onPostgres ? 'postgres' : 'sqlite']
const made: Service[] = []
let service: Service

interface Service {
  readonly dataDir: string
  readonly context: Context
  readonly app: FastifyInstance
}

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-09-10T12:00:00Z') })
  service = await upgrade()
})
afterAll(async () => {
  vi.useRealTimers()
  for (const { app, context, dataDir } of made) {
    await app.close()
    await context.dispatcher.stop()
    await context.pdfs.stop()
    await context.store.close()
    await removeDataDir(dataDir)
  }
})

/** Starts this version on the stored database, in which something may be different. */
async function upgrade(changes: readonly Statement[] = []): Promise<Service> {
  const dataDir = await makeDataDir()
  await restoreStored('0060', dataDir)
  await inDatabase(dataDir, [migratedThen, ...changes])
  const secrets = { SECRET_KEY: 'the-secret-key-of-the-stored-databases', DEMO: '0', LOG_LEVEL: 'silent' }
  const context = await createContext(readConfig({ ...environmentOf(dataDir), ...secrets }))
  const one = { dataDir, context, app: await buildApp(context) }
  made.push(one)
  return one
}

/** As if it had been migrated on the day on which this clock begins, so that what comes next comes later. */
const migratedThen = sql`update kysely_migration set timestamp = '2026-07-01T00:00:00.000Z'`

async function inDatabase(dataDir: string, changes: readonly Statement[]): Promise<void> {
  const { DATABASE_URL: url } = environmentOf(dataDir)
  const dialect =
    url === undefined
      ? new NodeSqliteDialect({ writer: openSqlite(join(dataDir, 'bureau.sqlite')), patienceMs: 10_000 })
      : new ScopedPostgresDialect(new WatchedPool(openMigrationPool(url)))
  const db = new Kysely<Database>({ dialect })
  for (const change of changes) await change.execute(db)
  await db.destroy()
}

const asking = async (
  { app }: Pick<Service, 'app'>,
  url: string,
  headers: Record<string, string> = { authorization: `Bearer ${key}` },
) => {
  const response = await app.inject({ url, headers })
  expect([url, response.statusCode]).toEqual([url, 200])
  return response
}
const getting =
  (from: Pick<Service, 'app'>): Get =>
  async (url, headers) =>
    (await asking(from, url, headers)).json()
const ask = (url: string, headers?: Record<string, string>) => asking(service, url, headers)
const get: Get = (url, headers) => getting(service)(url, headers)

/** An average is shown in the minor units of today: to those of before, it is the same. */
function withAveragesOf(state: unknown, before: unknown): unknown {
  const [now, then] = [state, before] as { recurring_revenue?: { amount: number; currency: string }[] }[]
  if (!now?.recurring_revenue) return state
  return {
    ...now,
    recurring_revenue: now.recurring_revenue.map((sum, index) => {
      const amount = then?.recurring_revenue?.[index]?.amount
      return ['HUF', 'IQD'].includes(sum.currency) && Math.round(sum.amount) === amount
        ? { ...sum, amount }
        : sum
    }),
  }
}

/** Returns what that service answers, by address, and what the version before answered. */
async function compare(from: Pick<Service, 'app'>, skipped = (_url: string) => false) {
  const state = await readState(getting(from))
  const urls = Object.keys(answers.state).filter((url) => !skipped(url))
  return {
    now: Object.fromEntries(
      urls.map((url) => [url, uncounted(url, withAveragesOf(state[url], answers.state[url]))]),
    ),
    before: Object.fromEntries(urls.map((url) => [url, uncounted(url, expected(url, answers.state[url]))])),
  }
}

/** The overview without how many invoices are open: those of 0 were, and are no longer. */
function uncounted(url: string, state: unknown): unknown {
  if (url !== 'x/overview') return state
  const { overdue: _overdue, ageing, receivables, ...rest } = state as Record<string, object[]>
  const amounts = (sums: readonly object[] = []) => sums.map((sum) => ({ ...sum, count: undefined }))
  return { ...rest, ageing: amounts(ageing), receivables: amounts(receivables) }
}

/** What the version before answered, with what means something else since: totals leave out drafts and void invoices. */
function expected(url: string, state: unknown): unknown {
  if (url.startsWith('x/invoice-balances'))
    return (state as { amount_due: number }[]).filter(({ amount_due }) => amount_due !== 0)
  if (!url.startsWith('x/invoice-totals')) return settled(state)
  const { by_currency } = state as { by_currency: { currency: string }[] }
  return {
    by_currency: by_currency.map((sum) => {
      const counted = rowsOf(answers.csv).filter(
        ({ currency, status }) => currency === sum.currency && status !== 'draft' && status !== 'void',
      )
      const total = counted.reduce((all, { total_amount }) => all + Number(total_amount), 0)
      return { ...sum, count: counted.length, total_amount: Number(total.toFixed(4)) }
    }),
  }
}

/** An invoice of 0 that was sent is paid since, and payments have a kind. */
function settled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(settled)
  if (typeof value !== 'object' || value === null) return value
  const row = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, settled(part)]))
  if ('paid_on' in row) return { ...row, kind: 'payment' }
  const isOpen = row['status'] === 'sent' || row['status'] === 'overdue'
  return isOpen && Number(row['total_amount']) === 0 ? { ...row, status: 'paid' } : row
}

/** The rows of a CSV file by the names of its columns; none of these cells has a comma or a line break. */
function rowsOf(csv: string): Record<string, string>[] {
  const [header = [], ...rows] = csv
    .replace(/^\ufeff/, '')
    .trimEnd()
    .split('\r\n')
    .map((row) => row.split(','))
  return rows.map((cells) => Object.fromEntries(header.map((name, index) => [name, cells[index] ?? ''])))
}

test('after the upgrade, everything that is billed has the amounts, sums and statuses it had', async () => {
  const { now, before } = await compare(service)
  expect(now).toEqual(before)
})

test('after the upgrade, amounts are stored in the minor units of ISO 4217', async () => {
  const rows = await service.context.store.db
    .selectFrom('invoices')
    .select(['currency', 'total_amount', 'total_key'])
    .where('total_amount', '<>', 0)
    .execute()
  expect(rows.length).toBeGreaterThan(100)
  for (const { currency, total_amount, total_key } of rows)
    expect([currency, total_amount]).toEqual([
      currency,
      Math.round(total_key * 10 ** fractionDigits(currency)),
    ])
})

/** The id of an overdue invoice of 48,855 forints. */
const hufInvoice = () =>
  (answers.state['invoices?limit=100&sort=id'] as Record<string, unknown>[]).find(
    (row) => row['currency'] === 'HUF' && row['status'] === 'overdue' && row['total_amount'] === 48_855,
  )?.['id']

test('after the upgrade, a PDF that is made again has the same amount', async () => {
  const pdf = (await ask(`/api/x/invoices/${hufInvoice()}/pdf`)).rawPayload
  expect(readPdfText(pdf).text).toContain('HUF48,855.00')
})

test('after the upgrade, what a proposal’s version said has the same hash and the same amount', async () => {
  const sent = Object.keys(answers.state).filter((url) => url.endsWith('/versions'))
  expect(sent.length).toBeGreaterThan(30)
  const { now } = await compare(service)
  for (const url of sent)
    for (const { hashed, sha256 } of now[url] as { hashed: string; sha256: string }[])
      expect(createHash('sha256').update(hashed).digest('hex')).toBe(sha256)
})

/** Makes amounts of a currency a hundred times as many units, as ICU 77 would have stored them. */
const underIcu77 = (of: Statement = sql`1 = 1`): Statement[] => {
  const huf = sql`(select id from invoices where currency = 'HUF' and ${of})`
  return [
    sql`update invoice_line_items set unit_price = unit_price * 100, total = total * 100 where invoice_id in ${huf}`,
    sql`update invoice_payments set amount = amount * 100 where invoice_id in ${huf}`,
    sql`update credit_note_lines set unit_price = unit_price * 100, total = total * 100
      where credit_note_id in (select id from credit_notes where invoice_id in ${huf})`,
    sql`update credit_notes set total_amount = total_amount * 100 where invoice_id in ${huf}`,
    sql`update invoices set total_amount = total_amount * 100, settled_amount = settled_amount * 100,
      credited_amount = credited_amount * 100 where id in ${huf}`,
  ]
}

test('a database that was written under ICU 77 keeps its amounts, too', async () => {
  const others = ['plans', 'invoice_schedules'].map(
    (table) => sql`update ${sql.table(table)} set total_amount = total_amount * 100 where currency = 'HUF'`,
  )
  const upgraded = await upgrade([
    ...underIcu77(),
    ...others,
    sql`update plans set net_amount = net_amount * 100 where currency = 'HUF'`,
    sql`update services set price = price * 100 where currency = 'HUF'`,
    sql`update subscriptions set price = price * 100, net_amount = net_amount * 100, adjustments = '[]'
      where schedule_id in (select id from invoice_schedules where currency = 'HUF')`,
  ])
  const { now, before } = await compare(upgraded, (url) =>
    /^x\/(proposals|contracts|subscriptions\/)/.test(url),
  )
  expect(now).toEqual(before)
})

test('a database that was written under both keeps the amount of each invoice', async () => {
  const { now, before } = await compare(await upgrade(underIcu77(sql`id % 2 = 0`)))
  expect(now).toEqual(before)
})

test('an operator can say in which units a currency was stored', async () => {
  const stated = await upgrade([
    sql`insert into settings (name, value) values ('stored_digits', '{"HUF":2}')`,
  ])
  const { data } = await getting(stated)(`/api/x/invoices/${hufInvoice()}`)
  expect(data).toMatchObject({ currency: 'HUF', total_amount: 488.55, amount_due: 488.55 })
})

test('a start is refused where amounts are stored in other minor units than this version counts', async () => {
  const { dataDir } = await upgrade([])
  await inDatabase(dataDir, [sql`update currency_digits set digits = 0 where currency = 'HUF'`])
  await expect(openStore(readConfig(environmentOf(dataDir)))).rejects.toThrow(
    'The database stores amounts in HUF with 0 decimals, and this version of Bureau with 2. Start the version that wrote it, or a newer one.',
  )
})

test('after the upgrade, the CSV file of all invoices has the same amounts', async () => {
  const now = rowsOf((await ask('/api/x/invoices.csv')).body)
  const before = rowsOf(answers.csv)
  expect(before.length).toBeGreaterThan(160)
  // As numbers: how many zeros follow is no difference. There are more columns now.
  const cells = (row: Record<string, string>) =>
    Object.keys(before[0] ?? {}).map((name) =>
      /^[0-9.]+$/.test(row[name] ?? '') ? Number(row[name]) : row[name],
    )
  expect(now.map(cells)).toEqual(before.map((row) => cells(settled(row) as Record<string, string>)))
})

test('after the upgrade, a customer is still signed in to the portal and sees the same amounts', async () => {
  const headers = { cookie: portal, 'sec-fetch-site': 'same-origin' }
  const { data } = await get('/api/x/portal/invoices?limit=100', headers)
  const invoices = answers.state['invoices?limit=100&sort=id'] as { id: number; total_amount: number }[]
  const before = new Map(invoices.map(({ id, total_amount }) => [id, total_amount]))
  const shown = (data as { id: number; total_amount: number }[]).filter(({ id }) => before.has(id))
  expect(shown.length).toBeGreaterThan(20)
  for (const { id, total_amount } of shown) expect([id, total_amount]).toEqual([id, before.get(id)])
})
