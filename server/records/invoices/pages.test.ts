import { afterAll, beforeAll, expect, test } from 'vitest'

import { type InvoiceSort, invoiceSorts } from '#contract/invoices/filter.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { Checkpoints } from '#server/platform/lists/checkpoints.ts'
import { addBulkInvoices, bulkPayers } from '#server/tools/demo/bulk.ts'
import { type TestService, startService } from '#server/tools/testing/service.ts'

import { readPage } from './pages.ts'
import type { InvoiceFilter, InvoiceRow } from './rows.ts'
import { InvoiceSums } from './sums.ts'

let service: TestService
let tenant: Tenant
let rows: (InvoiceRow & Record<'total_key' | 'invoice_number_key' | 'customer_name_key', string | number>)[]

beforeAll(async () => {
  service = await startService()
  for (const name of ['Theirs', 'Ours']) {
    tenant = (await service.account(name)).tenant
    await addBulkInvoices(tenant, await bulkPayers(tenant), Date.parse('2026-06-01'), 0, 300)
  }
  rows = await tenant.select('invoices').selectAll().orderBy('id').execute()
})
afterAll(() => service.close())

const columns = {
  id: 'id',
  due_date: 'due_date',
  created_at: 'created_at',
  total_amount: 'total_key',
  invoice_number: 'invoice_number_key',
  customer_name: 'customer_name_key',
} as const

function inOrder(matching: typeof rows, sort: InvoiceSort): number[] {
  const column = columns[sort.replace('-', '') as keyof typeof columns]
  const ids = matching
    .toSorted((one, other) =>
      one[column] === other[column] ? one.id - other.id : one[column] < other[column] ? -1 : 1,
    )
    .map(({ id }) => id)
  return sort.startsWith('-') ? ids.toReversed() : ids
}

const filters: readonly (readonly [InvoiceFilter, (row: (typeof rows)[number]) => boolean])[] = [
  [{}, () => true],
  [{ status: 'paid' }, ({ status }) => status === 'paid'],
  [{ search: 'B-000' }, () => true],
  [{ search: 'payer1' }, ({ customer_email }) => customer_email.startsWith('payer1')],
  [
    { status: 'paid', search: 'payer1' },
    ({ status, customer_email }) => status === 'paid' && customer_email.startsWith('payer1'),
  ],
  [{ due_from: '2024-06-01' }, ({ due_date }) => due_date >= '2024-06-01'],
  [{ status: 'outstanding' }, ({ status }) => status === 'sent' || status === 'overdue'],
  [{ currency: 'EUR' }, ({ currency }) => currency === 'EUR'],
  [
    { currency: 'EUR', status: 'paid', due_from: '2024-06-01' },
    ({ currency, status, due_date }) => currency === 'EUR' && status === 'paid' && due_date >= '2024-06-01',
  ],
  [
    { created_from: '2025-01-01', created_until: '2026-01-01', status: 'paid' },
    ({ created_at, status }) => created_at >= '2025-01-01' && created_at < '2026-01-01' && status === 'paid',
  ],
  [
    { amount_from: 500, amount_to: 2000 },
    ({ total_key }) => Number(total_key) >= 500 && Number(total_key) <= 2000,
  ],
]

test.each(invoiceSorts)('every page sorted by %s is correct with any filter', async (sort) => {
  const [sums, checkpoints] = [new InvoiceSums(), new Checkpoints(7)]
  for (const [filter, matches] of filters) {
    const expected = inOrder(rows.filter(matches), sort)
    const counting = sums.count(tenant, filter)
    expect((await counting).total).toBe(expected.length)
    for (const offset of [140, 0, 6, 7, 8, 20, 63, 150, 41, expected.length - 20, expected.length - 3, 400]) {
      const page = await readPage(tenant, checkpoints, filter, { sort, offset, limit: 10 }, counting)
      expect(page.map(({ id }) => id)).toEqual(expected.slice(offset, offset + 10))
    }
  }
})
