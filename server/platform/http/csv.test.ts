import { afterAll, beforeAll, expect, test } from 'vitest'

import { contactColumns } from '#server/records/contacts/columns.ts'
import { customerColumns } from '#server/records/customers/columns.ts'
import { addBulkInvoices, addBulkServices, bulkPayers } from '#server/tools/demo/bulk.ts'
import { type TestAccount, type TestService, startService } from '#server/tools/testing/service.ts'

const count = 2_300
let service: TestService
let account: TestAccount
let ids: number[]

beforeAll(async () => {
  service = await startService()
  for (const name of ['Theirs', 'Ours']) {
    account = await service.account(name, { rateLimit: 1_000 })
    const { tenant } = account
    const rows = Array.from({ length: count }, (_, index) => ({
      name: index === 0 ? '=HYPERLINK("x")' : 'Amelia',
      last_name: `Number ${index}`,
      phone: `+44 7700 ${900_000 + index}`,
      email: `${index}@example.com`,
      business: { company_name: index === 1 ? 'Fish; =1+1' : `Shop ${index % 7}`, country: 'Norway' },
      permissions: [4, 8],
      created_at: '2026-01-31T10:00:00.123456Z',
    }))
    ids = []
    for (let from = 0; from < count; from += 500)
      ids.push(...(await tenant.insert('customers', rows.slice(from, from + 500).map(customerColumns))))
    const times = { created_at: '2026-01-01T00:00:00.000000Z', updated_at: '2026-01-01T00:00:00.000000Z' }
    await tenant.insert('contacts', [
      {
        ...times,
        ...contactColumns({
          customer_id: ids[0] ?? null,
          name: 'Zoë',
          last_name: '',
          email: 'zoe@example.com',
          phone: '-',
          company_name: null,
        }),
      },
    ])
    const payers = await bulkPayers(tenant)
    await addBulkInvoices(tenant, payers, Date.parse('2026-06-01'), 0, 50)
    await addBulkServices(tenant, 0, 50)
  }
})
afterAll(() => service.close())

async function lines(path: string, credential = account.key): Promise<string[]> {
  const answer = await service.app.inject({
    url: `/api/x/${path}`,
    headers: { authorization: `Bearer ${credential}` },
  })
  expect(answer.statusCode, answer.body).toBe(200)
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(answer.body.startsWith('\uFEFF')).toBe(true)
  return answer.body.slice(1).split('\r\n').slice(0, -1)
}

const column = (rows: readonly string[], name: string) => {
  const index = rows[0]?.split(',').indexOf(name) ?? -1
  return rows.slice(1).map((row) => row.split(',')[index])
}

test('the file has every customer once, newest first, and no other account’s', async () => {
  const rows = await lines('customers.csv')
  const found = column(rows, 'id').map(Number)
  const own = new Set(found)
  expect(found).toEqual(found.toSorted((a, b) => b - a))
  expect(ids.every((id) => own.has(id))).toBe(true)
  expect(own.size).toBe(found.length)
})

test.each(['company_name', '-name'])(
  'sorted by %s, which many share, it has every customer once',
  async (sort) => {
    const found = column(await lines(`customers.csv?sort=${sort}`), 'id').map(Number)
    expect(found.toSorted((a, b) => a - b)).toEqual(
      column(await lines('customers.csv?sort=id'), 'id').map(Number),
    )
  },
)

test('filters, search and sort work as in the list', async () => {
  const rows = await lines('customers.csv?search=shop%203&country=Norway&sort=email')
  const emails = column(rows, 'email')
  const expected = Array.from({ length: count }, (_, index) => index)
    .filter((index) => index % 7 === 3 && index !== 1)
    .map((index) => `${index}@example.com`)
    .toSorted()
  expect(emails.filter((email) => expected.includes(email ?? ''))).toEqual(expected)
  expect((await lines('customers.csv?search=ab%00c')).length).toBe(1)
})

test('a selection is exported by ids', async () => {
  const some = [ids[5], ids[9], ids[7]]
  const rows = await lines(`customers.csv?ids=${some.join(',')}`)
  expect(column(rows, 'email')).toEqual(['9@example.com', '7@example.com', '5@example.com'])
})

test('numbers, ISO times and phone numbers stay as they are, and no cell runs as a formula', async () => {
  const rows = await lines(`customers.csv?ids=${ids[0]},${ids[1]},${ids[2]}`)
  const [, two, one, zero] = rows
  expect(two).toContain('+44 7700 900002')
  expect(column(rows, 'created_at')[0]).toBe('2026-01-31T10:00:00Z')
  expect(column(rows, 'permissions')[0]).toBe('view-invoice view-contract')
  expect(zero).toContain(`"'=HYPERLINK(""x"")"`)
  expect(one).toContain(`"Fish; '=1+1"`)
})

test('invoices have a decimal amount beside its currency', async () => {
  const rows = await lines('invoices.csv?status=paid&sort=-total_amount')
  expect(rows.length).toBeGreaterThan(2)
  expect(new Set(column(rows, 'status'))).toEqual(new Set(['paid']))
  for (const amount of column(rows, 'total_amount')) expect(amount).toMatch(/^\d+(\.\d{2,3})?$/)
  for (const currency of column(rows, 'currency')) expect(currency).toMatch(/^[A-Z]{3}$/)
  for (const due of column(rows, 'due_date')) expect(due).toMatch(/^\d{4}-\d\d-\d\d$/)
})

test('services have price, unit and tax in columns of their own', async () => {
  const rows = await lines('services.csv?is_active=true')
  const header = (rows[0] ?? '').split(',')
  expect(header.slice(5, 10)).toEqual(['currency', 'price', 'unit', 'billing_type', 'tax_rate'])
  expect(rows.length).toBeGreaterThan(2)
})

test('contacts require contacts.view, like their list', async () => {
  expect(column(await lines('contacts.csv', account.key), 'email')).toContain('zoe@example.com')
  const { key } = await service.account('Ours', { abilities: ['customers.manage'] })
  const answer = await service.app.inject({
    url: '/api/x/contacts.csv',
    headers: { authorization: `Bearer ${key}` },
  })
  expect(answer.statusCode).toBe(403)
})

test('a whole file counts as one request', async () => {
  const ask = () =>
    service.app.inject({
      url: '/api/x/customers.csv',
      headers: { authorization: `Bearer ${account.key}` },
    })
  const remaining = async () => Number((await ask()).headers['x-ratelimit-remaining'])
  const before = await remaining()
  expect(await remaining()).toBe(before - 1)
})

test('the service stops reading when the client disconnects', async () => {
  const { statements } = service.context.store
  const url = await service.app.listen({ port: 0 })
  const controller = new AbortController()
  const response = await fetch(`${url}/api/x/customers.csv`, {
    headers: { authorization: `Bearer ${account.key}` },
    signal: controller.signal,
  })
  await response.body?.getReader().read()
  controller.abort()
  await expect
    .poll(
      async () => {
        const before = statements()
        await new Promise((done) => setTimeout(done, 50))
        return statements() - before
      },
      { timeout: 5_000 },
    )
    .toBe(0)
})
