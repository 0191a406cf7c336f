import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import type { InvoiceTotals } from '#contract/invoices/invoices.ts'
import { fold } from '#contract/values/folding.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { type Context, createContext } from '#server/context.ts'
import { openSecret } from '#server/platform/lib/seal.ts'
import {
  environmentOf,
  makeDataDir,
  onPostgres,
  removeDataDir,
  storedPath,
} from '#server/tools/testing/data-dir.ts'
import { customerParts, encodeForm } from '#server/tools/testing/service.ts'
import { restoreStored, storedAnswers } from '#server/tools/testing/stored.ts'

interface Answers {
  readonly credentials: Record<'sqlite' | 'postgres', { key: string; token: string; otherKey: string }>
  readonly lists: Record<string, { ids: number[]; total: number }>
  readonly invoice_totals: { readonly by_status: readonly object[]; readonly by_currency: readonly Sum[] }
  readonly overview: Record<string, unknown>
  readonly contacts: number[]
  readonly webhooks: { id: number; failure_count: number }[]
}
type Sum = Pick<InvoiceTotals['by_currency'][number], 'currency' | 'count' | 'total_amount' | 'open_amount'>
type Row = Record<string, unknown> & { id: number }

/** When the database was stored: what is overdue and what a month brought in depends on the day. */
const storedAt = new Date('2026-11-21T22:00:00Z')
const answers = await storedAnswers<Answers>('0005')
const { key, token, otherKey } = answers.credentials[onPostgres ? 'postgres' : 'sqlite']
let dataDir: string
let context: Context
let app: FastifyInstance

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: storedAt })
  dataDir = await makeDataDir()
  await restoreStored('0005', dataDir)
  context = await createContext(
    readConfig({
      ...environmentOf(dataDir),
      SECRET_KEY: 'the-secret-key-of-the-stored-databases',
      DEMO: '0',
      LOG_LEVEL: 'silent',
    }),
  )
  app = await buildApp(context)
})
afterAll(async () => {
  vi.useRealTimers()
  await app.close()
  await context.dispatcher.stop()
  await context.store.close()
  await removeDataDir(dataDir)
})

const get = async (url: string, credential = key) => {
  const answer = await app.inject({ url, headers: { authorization: `Bearer ${credential}` } })
  expect([url, answer.statusCode]).toEqual([url, 200])
  return answer.json()
}
const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id)

test.each(Object.entries(answers.lists))(
  'after the upgrade, %s lists the same rows and total',
  async (url, stored) => {
    const { data, meta } = await get(url)
    expect({ ids: idsOf(data), total: meta.total }).toEqual(stored)
  },
)

test('after the upgrade, invoice totals and the overview are unchanged', async () => {
  const { by_status, by_currency } = answers.invoice_totals
  const drafts = (await get('/api/x/invoice-totals?status=draft')).data.by_currency as Sum[]
  expect((await get('/api/x/invoice-totals')).data).toEqual({
    // The stored version added drafts to what was issued, and had no refunds yet.
    by_currency: by_currency.map((sum) => {
      const draft = drafts.find(({ currency }) => currency === sum.currency)
      return {
        ...sum,
        count: sum.count - (draft?.count ?? 0),
        total_amount: sum.total_amount - (draft?.total_amount ?? 0),
        refund_amount: 0,
      }
    }),
    refundable_count: 0,
    // The stored version had no void or credited invoices yet.
    by_status: [...by_status, { status: 'void', count: 0 }, { status: 'credited', count: 0 }],
  })
  const {
    failing_webhook_count,
    recurring_revenue,
    upcoming_meetings,
    agreed_documents,
    paid_last_month_so_far,
    ...data
  } = (await get('/api/x/overview')).data
  expect(failing_webhook_count).toBe(data.failing_webhooks.length)
  // The stored version had no subscriptions yet.
  expect(recurring_revenue).toEqual([])
  // Nor meetings or documents.
  expect(upcoming_meetings).toEqual({ total: 0, meetings: [] })
  expect(agreed_documents).toEqual({ count: 0, documents: [] })
  // Payments by day, which are counted while it is upgraded, are part of those of their month.
  for (const { currency, amount } of paid_last_month_so_far as { currency: string; amount: number }[])
    expect(amount).toBeLessThanOrEqual(
      data.revenue.find(
        (sum: { month: string; currency: string }) => sum.month === '2026-10' && sum.currency === currency,
      ).amount,
    )
  expect(paid_last_month_so_far).not.toEqual([])
  // What the version that was stored said, in its words.
  const { count, oldest } = data.stale_drafts
  const lastYear = data.revenue.filter(({ month }: { month: string }) => month > '2025-11')
  expect({
    ...data,
    stale_drafts: { count, oldest },
    overdue: (data.overdue as { amount_due: number; total_amount: number }[]).map(
      ({ amount_due, ...invoice }) => {
        expect(amount_due).toBe(invoice.total_amount)
        return invoice
      },
    ),
    revenue: lastYear.map(({ count: _count, ...sum }: { count: number }) => sum),
    newest_customers: idsOf(data.newest_customers),
    failing_webhooks: (data.failing_webhooks as Answers['webhooks']).map(({ id, failure_count }) => ({
      id,
      failure_count,
    })),
  }).toEqual(answers.overview)
})

test('after the upgrade, contacts, webhooks and deliveries exist, and signing secrets decrypt', async () => {
  expect(idsOf((await get('/api/v1/contacts?per_page=100', token)).data)).toEqual(answers.contacts)
  const { data } = await get('/api/v1/webhooks', token)
  expect((data as Answers['webhooks']).map(({ id, failure_count }) => ({ id, failure_count }))).toEqual(
    answers.webhooks,
  )
  for (const { id } of answers.webhooks) {
    const { deliveries } = await get(`/api/v1/webhooks/${id}`, token)
    expect(deliveries.length).toBeGreaterThan(0)
    const { secret_sealed } = await context.store.db
      .selectFrom('webhooks')
      .select('secret_sealed')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(openSecret(context.sealKey, secret_sealed)).toMatch(/^whsec_/)
  }
})

test('after the upgrade, contacts that were there before are searched, sorted and filtered', async () => {
  type Named = Row & { name: string; last_name: string; email: string }
  const find = async (query: string): Promise<Named[]> =>
    (await get(`/api/v1/contacts?per_page=100&${query}`, token)).data
  const stored = await find('')
  expect(stored.length).toBeGreaterThan(1)
  const nameOf = ({ name }: Named) => fold(name)
  expect((await find('sort=name')).map(nameOf)).toEqual(stored.map(nameOf).toSorted())
  for (const contact of stored.slice(0, 5)) {
    const words = fold(`${contact.name} ${contact.last_name} ${contact.email}`)
    expect(idsOf(await find(`search=${encodeURIComponent(words)}`))).toContain(contact.id)
  }
  expect(idsOf(await find('has_email=true'))).toEqual(idsOf(stored.filter(({ email }) => email !== '')))
  expect(await find('has_email=false')).toEqual(stored.filter(({ email }) => email === ''))
})

test('after the upgrade, people sign in with their passwords', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/x/sign-in',
    headers: { 'sec-fetch-site': 'same-origin' },
    payload: { email: 'zoe@odegard.example', password: 'a password from before', remember: false },
  })
  expect(answer.statusCode).toBe(200)
})

test('after the upgrade, an account still sees only its own data', async () => {
  const { data, meta } = await get('/api/customers?page=1&search=ana', otherKey)
  expect([meta.total, (data as Row[]).map(({ last_name }) => last_name)]).toEqual([
    3,
    ['Neighbor 2', 'Neighbor 1', 'Neighbor 0'],
  ])
  expect((await get('/api/invoices?page=1', otherKey)).meta.total).toBe(20)
})

test('after the upgrade, photos are served', async () => {
  const { data } = await get('/api/customers?page=1&limit=1')
  const { pathname } = new URL(data[0].profile_photo_path)
  const path = storedPath(dataDir, pathname.split('/')[2] ?? '')
  await mkdir(dirname(path), { recursive: true })
  const { token: stored, bytes } = await context.store.db
    .selectFrom('files')
    .select(['token', 'bytes'])
    .where('token', '=', pathname.split('/')[2] ?? '')
    .executeTakeFirstOrThrow()
  expect(path).toBe(join(dataDir, 'files', stored.slice(0, 2), stored))
  await writeFile(path, Buffer.alloc(bytes))
  expect((await app.inject({ url: pathname })).statusCode).toBe(200)
})

test('after the upgrade, additions and deletions update totals and search', async () => {
  const total = async (search = '') => (await get(`/api/customers?page=1&search=${search}`)).meta.total
  const before = await total()
  const { contentType, payload } = await encodeForm(await customerParts('upgraded@odegard.example'))
  const headers = { authorization: `Bearer ${key}` }
  const created = await app.inject({
    method: 'POST',
    url: '/api/customers',
    headers: { ...headers, 'content-type': contentType },
    payload,
  })
  expect(created.statusCode).toBe(201)
  expect([await total(), await total('upgraded@odegard')]).toEqual([before + 1, 1])
  const { id } = created.json().data
  const deleted = await app.inject({
    method: 'DELETE',
    url: '/api/customers',
    headers,
    payload: { customers: [id] },
  })
  expect(deleted.statusCode).toBe(204)
  expect([await total(), await total('upgraded@odegard')]).toEqual([before, 0])
  expect((await get('/api/x/overview')).data.counts.customers).toBe(before)
})
