import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { nobodyBilled } from '#contract/invoices/document-sender.ts'
import {
  type InvoiceSort,
  type InvoiceStatusFilter,
  hasStatus,
  invoiceSorts,
  invoiceStatusFilters,
  invoiceStatuses,
} from '#contract/invoices/filter.ts'
import {
  type Invoice,
  type InvoiceTotals,
  listInvoices,
  showInvoice,
  showInvoiceTotals,
} from '#contract/invoices/invoices.ts'
import { standardLook } from '#contract/invoices/looks.ts'
import { fractionDigits } from '#contract/values/currencies.ts'
import { fold } from '#contract/values/folding.ts'
import { toMinor } from '#server/platform/lib/money.ts'
import { customerColumns } from '#server/records/customers/columns.ts'
import { demoInvoices } from '#server/tools/demo/invoices.ts'
import { runs } from '#server/tools/testing/runs.ts'
import { type TestAccount, type TestService, startService } from '#server/tools/testing/service.ts'
import { statementsOf } from '#server/tools/testing/statements.ts'

import { type NewInvoice, addInvoices } from './insert.ts'

const day = fc.integer({ min: 0, max: 400 }).map((days) => {
  return new Date(Date.UTC(2025, 0, 1 + days)).toISOString().slice(0, 10)
})
const invoice: fc.Arbitrary<NewInvoice> = fc
  .record({
    invoice_number: fc.constantFrom('INV-1', 'inv-2', 'A_1', 'A%1', 'Ä-9', '"7"'),
    customer_id: fc.integer({ min: 1, max: 4 }),
    customer_name: fc.constantFrom('Zoë Ødegård', 'zoe', 'Ada', 'ADA', '陽菜', "O'Hara"),
    customer_email: fc.constantFrom('a@example.com', 'b_c@example.com'),
    status: fc.constantFrom(...invoiceStatuses),
    currency: fc.constantFrom('EUR', 'JPY', 'KWD'),
    due_date: day,
    created_at: day.map((date) => `${date}T12:00:00.000000Z`),
    lines: fc.array(
      fc.record({
        description: fc.constantFrom('Work', 'Paper'),
        quantity: fc.nat(10 ** 9).map((millionths) => millionths / 1e6),
        unit_price: fc.integer({ min: -10_000, max: 10_000 }),
      }),
      { maxLength: 5 },
    ),
  })
  .map((made) => ({
    ...made,
    lines: made.lines.map((line) => ({
      ...line,
      unit_price: line.unit_price / 10 ** fractionDigits(made.currency),
    })),
  }))

let service: TestService
let account: TestAccount
let other: TestAccount
let known: Invoice[]

beforeAll(async () => {
  service = await startService()
  account = await service.account('Ours', { rateLimit: 1_000_000 })
  other = await service.account('Theirs', { rateLimit: 1_000_000 })
  const given = fc.sample(invoice, { numRuns: 260, seed: 4 })
  await add(account, given)
  await add(other, given.slice(0, 40))
  known = await everyPage('id')
})
afterAll(() => service.close())

function add(to: TestAccount, invoices: readonly NewInvoice[]) {
  return to.tenant.transaction((trx) => addInvoices(trx, invoices))
}

const get = (path: string, key = account.key) =>
  service.app.inject({ url: path, headers: { authorization: `Bearer ${key}` } })

async function everyPage(sort: InvoiceSort, limit = 100): Promise<Invoice[]> {
  const found: Invoice[] = []
  for (let page = 1; ; page += 1) {
    const { data } = (await get(`/api/invoices?sort=${sort}&limit=${limit}&page=${page}`)).json() as {
      data: Invoice[]
    }
    if (data.length === 0) return found
    found.push(...data)
  }
}

interface Filters {
  status?: InvoiceStatusFilter | undefined
  customer_id?: number | undefined
  search?: string | undefined
  due_from?: string | undefined
  due_to?: string | undefined
  created_from?: string | undefined
  created_to?: string | undefined
  currency?: string | undefined
  amount_from?: number | undefined
  amount_to?: number | undefined
}

const naive = ({ status, customer_id, search, due_from, due_to, ...more }: Filters) =>
  known.filter(
    (one) =>
      (more.created_from === undefined || one.created_at.slice(0, 10) >= more.created_from) &&
      (more.created_to === undefined || one.created_at.slice(0, 10) <= more.created_to) &&
      (more.currency === undefined || one.currency === more.currency) &&
      (more.amount_from === undefined || one.total_amount >= more.amount_from) &&
      (more.amount_to === undefined || one.total_amount <= more.amount_to) &&
      (status === undefined || hasStatus(one.status, status)) &&
      (customer_id === undefined || one.customer_id === customer_id) &&
      (due_from === undefined || one.due_date >= due_from) &&
      (due_to === undefined || one.due_date <= due_to) &&
      (search === undefined ||
        [one.invoice_number, one.customer_name, one.customer_email].some((text) =>
          fold(text).includes(fold(search)),
        )),
  )

function queryOf(filters: Filters): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filters)) if (value !== undefined) query.set(name, String(value))
  return query.toString()
}

const filters = fc.record(
  {
    status: fc.constantFrom(...invoiceStatusFilters),
    customer_id: fc.integer({ min: 1, max: 5 }),
    search: fc.constantFrom(
      'zoe',
      'ZOË',
      'inv',
      'a',
      'ad',
      '%',
      '_',
      '"',
      "'",
      '菜',
      'example',
      'ødegard',
      'nobody',
    ),
    due_from: day,
    due_to: day,
    created_from: day,
    created_to: day,
    currency: fc.constantFrom('EUR', 'JPY', 'KWD', 'USD'),
    amount_from: fc.integer({ min: -2_000_000, max: 2_000_000 }).map((cents) => cents / 100),
    amount_to: fc.integer({ min: -2_000_000, max: 2_000_000 }).map((cents) => cents / 100),
  },
  { requiredKeys: [] },
)

const keyOf: Record<string, (one: Invoice) => string | number> = {
  id: ({ id }) => id,
  due_date: ({ due_date }) => due_date,
  created_at: ({ created_at }) => created_at,
  total_amount: ({ total_amount }) => total_amount,
  invoice_number: ({ invoice_number }) => fold(invoice_number),
  customer_name: ({ customer_name }) => fold(customer_name),
}

function inOrder(rows: readonly Invoice[], sort: InvoiceSort) {
  const key = keyOf[sort.replace('-', '')] as (one: Invoice) => string | number // one a sort
  const bytes = (value: string | number) => (typeof value === 'number' ? value : Buffer.from(value))
  const compare = (one: string | number | Buffer, two: string | number | Buffer) =>
    Buffer.isBuffer(one) && Buffer.isBuffer(two) ? Buffer.compare(one, two) : Number(one) - Number(two)
  const ascending = rows.toSorted((one, two) => compare(bytes(key(one)), bytes(key(two))) || one.id - two.id)
  return sort.startsWith('-') ? ascending.toReversed() : ascending
}

describe('the list', () => {
  test('follows the specification, newest first, 25 per page', async () => {
    const answer = await get('/api/invoices')
    expect(listInvoices.response.safeParse(answer.json()).error).toBeUndefined()
    expect(answer.json().meta).toEqual({ total: 260, page: 1, limit: 25 })
    expect(answer.json().data).toEqual(known.toReversed().slice(0, 25))
  })

  test.each(invoiceSorts)('by %s contains each invoice once, in order, at any page size', async (sort) => {
    const expected = inOrder(known, sort).map(({ id }) => id)
    for (const limit of [7, 100]) expect((await everyPage(sort, limit)).map(({ id }) => id)).toEqual(expected)
  })

  test('filters match a scan of every row', async () => {
    await fc.assert(
      fc.asyncProperty(filters, fc.constantFrom(...invoiceSorts), async (given, sort) => {
        const expected = inOrder(naive(given), sort)
        const answer = await get(`/api/invoices?limit=100&sort=${sort}&${queryOf(given)}`)
        expect(answer.json().meta).toEqual({ total: expected.length, page: 1, limit: 100 })
        expect(answer.json().data).toEqual(expected.slice(0, 100))
      }),
      { numRuns: runs(50, 200) },
    )
  })

  test('takes the same number of statements whatever the page size', async () => {
    const costs: number[] = []
    for (const limit of [1, 25, 100]) {
      const show = () => get(`/api/invoices?limit=${limit}&search=exa&status=paid`)
      costs.push(await statementsOf(service.context.store, show))
    }
    expect(new Set(costs).size, String(costs)).toBe(1)
  })

  test.each([
    ['status=gone', 'status'],
    ['status=paid&status=sent', 'status'],
    ['customer_id=x', 'customer_id'],
    ['customer_id=0', 'customer_id'],
    ['due_from=2026-02-30', 'due_from'],
    ['due_to=tomorrow', 'due_to'],
    ['due_to[]=2026-02-01', 'due_to'],
    ['created_from=2026-13-01', 'created_from'],
    ['created_to=now', 'created_to'],
    ['currency=euro', 'currency'],
    ['currency=EUR&currency=USD', 'currency'],
    ['amount_from=much', 'amount_from'],
    ['amount_to=1e400', 'amount_to'],
    ['sort=name', 'sort'],
    ['search=%00', 'search'],
    ['limit=0', 'limit'],
    ['page=0', 'page'],
  ])('names the parameter in %s', async (query, name) => {
    const answer = await get(`/api/invoices?${query}`)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().error.code).toBe('INVALID_PARAMETERS')
    expect(Object.keys(answer.json().error.details)).toEqual([name])
  })
})

describe('amounts', () => {
  test('add up: a line is quantity × price rounded to the nearest unit, a total is the sum of its lines', () => {
    for (const { currency, total_amount, line_items } of known) {
      for (const { quantity, unit_price, total } of line_items) {
        const off = quantity * toMinor(unit_price, currency) - toMinor(total, currency)
        expect(Math.abs(off)).toBeLessThanOrEqual(0.5 + 1e-6)
      }
      const sum = line_items.reduce((minor, { total }) => minor + toMinor(total, currency), 0)
      expect(toMinor(total_amount, currency)).toBe(sum)
    }
  })

  test('sort by the displayed number across currencies with different decimals', async () => {
    const totals = (await everyPage('total_amount')).map(({ total_amount }) => total_amount)
    expect(totals).toEqual(totals.toSorted((one, two) => one - two))
    expect(new Set(known.map(({ currency }) => currency)).size).toBe(3)
  })

  test('of a filter equal the sum of its invoices per currency, and the tabs ignore the status filter', async () => {
    await fc.assert(
      fc.asyncProperty(filters, async (given) => {
        const answer = await get(`/api/x/invoice-totals?${queryOf(given)}`)
        expect(showInvoiceTotals.response.safeParse(answer.json()).error).toBeUndefined()
        const { by_status, by_currency } = answer.json().data as InvoiceTotals
        const apart = naive({ ...given, status: undefined })
        expect(by_status).toEqual(
          invoiceStatuses.map((status) => ({
            status,
            count: apart.filter((one) => one.status === status).length,
          })),
        )
        const groups = Object.entries(Object.groupBy(naive(given), ({ currency }) => currency))
        expect(by_currency.map(({ currency }) => currency)).toEqual(
          groups.map(([currency]) => currency).toSorted(),
        )
        for (const { currency, count, total_amount, open_amount } of by_currency) {
          // Without a status, drafts and void invoices aren't added.
          const some = (groups.find(([name]) => name === currency)?.[1] ?? []).filter(
            ({ status }) => given.status !== undefined || (status !== 'draft' && status !== 'void'),
          )
          const sum = (of: readonly Invoice[]) =>
            of.reduce((minor, one) => minor + toMinor(one.total_amount, currency), 0)
          expect(count).toBe(some.length)
          expect(toMinor(total_amount, currency)).toBe(sum(some))
          const open = some.filter(({ status }) => status === 'sent' || status === 'overdue')
          expect(toMinor(open_amount, currency)).toBe(sum(open))
        }
      }),
      { numRuns: runs(20, 60) },
    )
  })

  test('too large to add exactly are still added', async () => {
    const rich = await service.account('Rich')
    const [like] = fc.sample(invoice, { numRuns: 1, seed: 1 }) as [NewInvoice]
    const lines = [{ description: 'Bridge', quantity: 1, unit_price: 900_000_000_000_000 }]
    await add(
      rich,
      Array.from({ length: 30 }, () => ({ ...like, currency: 'JPY', lines })),
    )
    const answer = await get('/api/x/invoice-totals', rich.key)
    expect(answer.statusCode).toBe(200)
    expect(answer.json().data.by_currency).toMatchObject([{ currency: 'JPY', total_amount: 27e15 }])
  })
})

test('one invoice is shown as it is listed, with what the list has no place for', async () => {
  const [first] = known as [Invoice]
  const answer = await get(`/api/x/invoices/${first.id}`)
  expect(showInvoice.response.safeParse(answer.json()).error).toBeUndefined()
  const plain = { kind: 'item', discount: 0, tax_rate: null, quantity_credited: 0, amount_credited: 0 }
  expect(answer.json().data).toEqual({
    ...first,
    line_items: first.line_items.map((line) => ({ ...line, ...plain })),
    payment_days: null,
    notes: '',
    version: 1,
    issued_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    amount_paid: expect.any(Number),
    amount_due: expect.any(Number),
    amount_credited: 0,
    amount_to_refund: 0,
    credit_notes: [],
    sender: expect.objectContaining({ name: 'Ours', address: '', logo: null }),
    billed_to: nobodyBilled,
    reference: '',
    delivered_from: null,
    delivered_to: null,
    exemption: null,
    exemption_reason: '',
    look: standardLook,
    payment_code: null,
    viewed_at: null,
    payments: expect.any(Array),
  })
  expect(answer.headers.etag).toBe('"1"')
})

test('another account’s invoice is not found', async () => {
  const stranger = await service.account('Stranger')
  for (const query of ['', 'search=inv', 'search=a', 'status=paid', 'customer_id=1'])
    expect((await get(`/api/invoices?${query}`, stranger.key)).json()).toMatchObject({
      data: [],
      meta: { total: 0 },
    })
  expect((await get(`/api/x/invoices/${known[0]?.id}`, stranger.key)).statusCode).toBe(404)
  expect((await get('/api/x/invoice-totals', stranger.key)).json().data.by_currency).toEqual([])
  expect((await get('/api/invoices?search=example', other.key)).json().meta.total).toBe(40)
})

test('an invoice outlives its customer and keeps name and email', async () => {
  const owner = await service.account('Owner')
  const { tenant } = owner
  const person = { name: 'Ada', last_name: 'Finch', phone: '', email: 'ada@example.com' }
  const id = await tenant.insertOne(
    'customers',
    customerColumns({ ...person, business: {}, permissions: [] }),
  )
  const [like] = fc.sample(invoice, { numRuns: 1, seed: 3 }) as [NewInvoice]
  await add(owner, [{ ...like, customer_id: id, customer_name: 'Ada Finch', customer_email: person.email }])
  const removed = await service.app.inject({
    method: 'DELETE',
    url: '/api/customers',
    headers: { authorization: `Bearer ${owner.key}` },
    payload: { customers: [id] },
  })
  expect(removed.statusCode).toBe(204)
  expect((await get(`/api/invoices?customer_id=${id}`, owner.key)).json().data).toMatchObject([
    { customer_id: id, customer_name: 'Ada Finch', customer_email: 'ada@example.com' },
  ])
})

test('the demo has a year of invoices in every status and three currencies, and one that doesn’t add up', async () => {
  const demo = await service.account('Demo')
  const payers = ['Germany', 'Japan', 'Ghana', 'Spain', 'Norway', 'India'].map((country, index) => ({
    id: index + 1,
    name: `Payer ${index}`,
    email: `payer${index}@example.com`,
    country,
    billed_to: '{"company":"","address":""}',
    created_at: index === 0 ? '2026-06-01T10:00:00Z' : '2024-06-01T10:00:00Z',
  }))
  const made = demoInvoices(
    Array.from({ length: 7 }, () => payers).flat(),
    Date.parse('2026-06-15T10:00:00Z'),
  )
  await add(demo, made)
  const { data } = (await get('/api/invoices?limit=100&sort=-id', demo.key)).json() as { data: Invoice[] }
  const isOff = ({ currency, total_amount, line_items }: Invoice) =>
    line_items.reduce((minor, { total }) => minor + toMinor(total, currency), 0) !==
    toMinor(total_amount, currency)
  expect(data.filter(isOff)).toHaveLength(1)
  expect(new Set(made.map(({ currency }) => currency))).toEqual(new Set(['EUR', 'JPY', 'USD']))
  expect(new Set(made.map(({ status }) => status))).toEqual(new Set(['draft', 'sent', 'paid']))
  expect(
    made.filter(({ status, due_date }) => status === 'sent' && due_date < '2026-06-15').length,
  ).toBeGreaterThan(3)
  expect(made.filter(({ customer_id }) => customer_id === 1).length).toBeGreaterThan(0)
  expect(
    made.filter(({ customer_id, created_at = '' }) => customer_id === 1 && created_at < '2026-06'),
  ).toEqual([])
  const numbers = new Map(data.map(({ id, invoice_number }) => [id, invoice_number]))
  expect(new Set(numbers.values()).size).toBe(data.length)
  for (const { status, invoice_number } of data)
    expect(invoice_number.startsWith('DRAFT-')).toBe(status === 'draft')
})
