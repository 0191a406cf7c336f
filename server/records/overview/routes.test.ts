import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { type Overview, type ageingBuckets, showOverview } from '#contract/account/overview.ts'
import { invoiceStatuses } from '#contract/invoices/filter.ts'
import type { InvoiceTotals } from '#contract/invoices/invoices.ts'
import { fractionDigits } from '#contract/values/currencies.ts'
import { toMinor } from '#server/platform/lib/money.ts'
import { addDays, addMonths, daysBetween } from '#server/platform/lib/time-zone.ts'
import { customerColumns } from '#server/records/customers/columns.ts'
import { type NewInvoice, addInvoices } from '#server/records/invoices/insert.ts'
import { addServices } from '#server/records/services/insert.ts'
import { demoServices } from '#server/tools/demo/catalogue.ts'
import { type TestAccount, type TestService, startService } from '#server/tools/testing/service.ts'
import { statementsOf } from '#server/tools/testing/statements.ts'

const zone = 'America/St_Johns'
// Still the last day of February there, half past eight in the evening.
const now = Date.parse('2026-03-01T00:00:00.000Z')
const today = '2026-02-28'

const hour = (days: number) => fc.integer({ min: 0, max: 24 * days }).map((hours) => now - hours * 3_600_000)
const invoice: fc.Arbitrary<NewInvoice> = fc
  .record({
    status: fc.constantFrom(...invoiceStatuses),
    currency: fc.constantFrom('EUR', 'JPY', 'KWD'),
    due: hour(450),
    created: hour(760),
    price: fc.nat(1_000_000),
  })
  .map(({ status, currency, due, created, price }) => ({
    invoice_number: 'INV',
    customer_id: 1,
    customer_name: 'Ada',
    customer_email: 'ada@example.com',
    status,
    currency,
    due_date: new Date(due + 60 * 24 * 3_600_000).toISOString().slice(0, 10),
    created_at: new Date(created).toISOString().replace('Z', '000Z'),
    lines: [{ description: 'Work', quantity: 1, unit_price: price / 10 ** fractionDigits(currency) }],
  }))

let service: TestService
let account: TestAccount
let overview: Overview
const invoices = fc.sample(invoice, { numRuns: 400, seed: 9 })

beforeAll(async () => {
  vi.useFakeTimers({ now, toFake: ['Date'] })
  service = await startService()
  account = await service.account('Ours', { rateLimit: 1_000_000 })
  const other = await service.account('Theirs')
  const { db } = service.context.store
  await db.updateTable('accounts').set({ time_zone: zone }).where('id', '=', account.id).execute()
  const { tenant } = account
  await tenant.transaction((trx) => addInvoices(trx, invoices))
  await tenant.transaction((trx) => addServices(trx, demoServices))
  await tenant.insert(
    'customers',
    Array.from({ length: 7 }, (_, index) =>
      customerColumns({
        name: `Customer ${index}`,
        last_name: 'Finch',
        phone: '',
        email: `${index}@example.com`,
        business: {},
        permissions: [],
      }),
    ),
  )
  const theirs = other.tenant
  await theirs.transaction((trx) => addInvoices(trx, invoices.slice(0, 50)))
  overview = await show(account)
})
afterAll(async () => {
  vi.useRealTimers()
  await service.close()
})

async function show({ key }: TestAccount): Promise<Overview> {
  const answer = await service.app.inject({
    url: '/api/x/overview',
    headers: { authorization: `Bearer ${key}` },
  })
  expect(answer.statusCode).toBe(200)
  expect(showOverview.response.safeParse(answer.json()).error).toBeUndefined()
  return answer.json().data
}

/** Count and amount of the invoices under each key, as one would add them up by hand. */
function addedUp(some: readonly NewInvoice[], keyOf: (one: NewInvoice) => string) {
  const groups = Map.groupBy(some, (one) => `${keyOf(one)} ${one.currency}`)
  return new Map(
    [...groups].map(([key, of]) => [
      key,
      {
        count: of.length,
        minor: of.reduce((sum, { lines, currency }) => sum + toMinor(lines[0]?.unit_price ?? 0, currency), 0),
      },
    ]),
  )
}

test('today is the day in the account’s time zone', () => {
  expect(overview).toMatchObject({ today, time_zone: zone })
})

test('counts everything', () => {
  expect(overview.counts).toEqual({
    customers: 7,
    services: demoServices.length,
    active_services: demoServices.filter(({ is_active }) => is_active).length,
    invoices: invoices.length,
    contacts: 0,
    webhooks: 0,
  })
})

test('receivables equal the invoices of each status and currency', () => {
  const expected = addedUp(invoices, ({ status }) => status)
  const shown = overview.receivables.map(({ status, currency, count, amount }) => [
    `${status} ${currency}`,
    { count, minor: toMinor(amount, currency) },
  ])
  expect(new Map(shown as never)).toEqual(expected)
})

test('ageing puts each open invoice in the bucket of its days overdue', () => {
  const open = invoices.filter(({ status }) => status === 'sent' || status === 'overdue')
  const bucketOf = ({ due_date }: NewInvoice) => {
    const days = daysBetween(due_date, today)
    if (days <= 0) return 'current'
    if (days <= 30) return '1-30'
    if (days <= 60) return '31-60'
    return days <= 90 ? '61-90' : '90+'
  }
  const shown = overview.ageing.map(({ bucket, currency, count, amount }) => [
    `${bucket} ${currency}`,
    { count, minor: toMinor(amount, currency) },
  ])
  expect(new Map(shown as never)).toEqual(addedUp(open, bucketOf))
  expect(shown.length).toBeGreaterThan(10)
})

test('overdue lists the oldest ten, with the days overdue', () => {
  const oldest = invoices
    .filter(({ status }) => status === 'overdue')
    .map(({ due_date }) => due_date)
    .toSorted()
    .slice(0, 10)
  expect(overview.overdue.map(({ due_date }) => due_date)).toEqual(oldest)
  for (const { due_date, days_overdue } of overview.overdue)
    expect(days_overdue).toBe(daysBetween(due_date, today))
})

test('stale drafts are those not updated for more than fourteen days', () => {
  const limit = new Date(now - 14 * 24 * 3_600_000).toISOString()
  const stale = invoices.filter(({ status, created_at }) => status === 'draft' && (created_at ?? '') < limit)
  const oldest = stale.map(({ created_at }) => created_at).toSorted()
  expect(overview.stale_drafts).toMatchObject({ count: stale.length, oldest: oldest[0] })
  expect(overview.stale_drafts.invoices.map(({ updated_at }) => updated_at)).toEqual(oldest.slice(0, 5))
})

test('revenue is what was paid in each of 24 months, in the account’s time zone', () => {
  const local = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit' })
  const monthOf = ({ created_at = '' }: NewInvoice) => {
    const parts = Object.fromEntries(
      local.formatToParts(Date.parse(created_at)).map(({ type, value }) => [type, value]),
    )
    return `${parts.year}-${parts.month}`
  }
  const isPaid = ({ status, lines: [line] }: NewInvoice) => status === 'paid' && line?.unit_price !== 0
  const paid = invoices.filter((one) => isPaid(one) && monthOf(one) >= '2024-03')
  const expected = addedUp(paid, monthOf)
  expect(overview.revenue.map(({ month }) => month)).toEqual(
    overview.revenue.map(({ month }) => month).toSorted(),
  )
  const shown = overview.revenue.map(({ month, currency, count, amount }) => [
    `${month} ${currency}`,
    { count, minor: toMinor(amount, currency) },
  ])
  expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(expected))
})

test('what was paid last month up to the same day of it is what the list of payments adds up to', async () => {
  // The last day of February, so January until the 28th.
  const expected = await paidBetween('2026-01-01', '2026-01-28')
  expect(overview.paid_last_month_so_far).toEqual(expected)
  expect(expected.length).toBeGreaterThan(0)
})

/** What the payments of those days come to, both included, as the database has them. */
async function paidBetween(from: string, to: string) {
  const rows = await account.tenant
    .select('invoice_payments')
    .select(['currency', 'amount'])
    .where('paid_on', '>=', from)
    .where('paid_on', '<=', to)
    .execute()
  return [...Map.groupBy(rows, ({ currency }) => currency)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, paid]) => ({
      currency,
      count: paid.length,
      amount: paid.reduce((sum, { amount }) => sum + Number(amount), 0) / 10 ** fractionDigits(currency),
    }))
}

test('the newest customers come first', () => {
  expect(overview.newest_customers.map(({ name }) => name)).toEqual([
    'Customer 6',
    'Customer 5',
    'Customer 4',
    'Customer 3',
    'Customer 2',
  ])
})

test('takes the same number of statements for an empty account as for a full one', async () => {
  const empty = await service.account('Empty')
  const cost = (of: TestAccount) => statementsOf(service.context.store, () => show(of))
  expect(await cost(account)).toBe(await cost(empty))
})

test('an empty account has an empty overview', async () => {
  const empty = await show(await service.account('Nothing'))
  expect(empty).toMatchObject({
    counts: { customers: 0, services: 0, active_services: 0, invoices: 0, contacts: 0 },
    receivables: [],
    ageing: [],
    overdue: [],
    stale_drafts: { count: 0, oldest: null, invoices: [] },
    newest_customers: [],
    revenue: [],
    paid_last_month_so_far: [],
  })
})

test('every number of the overview equals the total of the list it links to', async () => {
  const total = async (query: string) => {
    const answer = await service.app.inject({
      url: `/api/x/invoice-totals?${query}`,
      headers: { authorization: `Bearer ${account.key}` },
    })
    const [sum] = (answer.json() as { data: InvoiceTotals }).data.by_currency
    return { count: sum?.count, amount: sum?.paid_amount ?? sum?.total_amount }
  }
  const spans: Record<(typeof ageingBuckets)[number], string> = {
    current: `due_from=${today}`,
    '1-30': `due_from=${addDays(today, -30)}&due_to=${addDays(today, -1)}`,
    '31-60': `due_from=${addDays(today, -60)}&due_to=${addDays(today, -31)}`,
    '61-90': `due_from=${addDays(today, -90)}&due_to=${addDays(today, -61)}`,
    '90+': `due_to=${addDays(today, -91)}`,
  }
  for (const { bucket, currency, count, amount } of overview.ageing)
    expect(await total(`status=outstanding&currency=${currency}&${spans[bucket]}`)).toEqual({ count, amount })
  for (const { status, currency, count, amount } of overview.receivables)
    expect(await total(`status=${status}&currency=${currency}`)).toEqual({ count, amount })
  for (const { month, currency, count, amount } of overview.revenue) {
    const lastDay = addDays(`${addMonths(month, 1)}-01`, -1)
    const query = `currency=${currency}&paid_from=${month}-01&paid_to=${lastDay}`
    expect([month, await total(query)]).toEqual([month, { count, amount }])
  }
})
