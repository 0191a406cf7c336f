import { afterAll, beforeAll, expect, test } from 'vitest'

import { addInvoices } from '#server/records/invoices/insert.ts'
import { type TestAccount, type TestService, startService } from '#server/tools/testing/service.ts'

import { customerColumns } from './columns.ts'

let service: TestService
let account: TestAccount
let ids: number[]
let field: number

const count = 300
const everyId = Array.from({ length: count }, (_, index) => index)

beforeAll(async () => {
  service = await startService()
  // The same rows in another account: nothing of them may show.
  for (const name of ['Theirs', 'Ours']) {
    account = await service.account(name, { rateLimit: 10_000 })
    const { tenant } = account
    ids = await tenant.insert(
      'customers',
      everyId.map((index) =>
        customerColumns({
          name: ['Amelia', 'Noah'][index % 2] ?? '',
          last_name: `Number ${index % 7}`,
          phone: `+44 7700 ${900_000 + index}`,
          email: `${index}@example.com`,
          business: { country: index % 60 === 0 ? 'Latvia' : 'Norway' },
          permissions: index % 3 === 0 ? [4] : index % 50 === 1 ? [13] : [],
          processor_linked: index % 5 === 0,
          created_at: `2026-01-${String((index % 28) + 1).padStart(2, '0')}T23:30:00.000000Z`,
        }),
      ),
    )
    const times = { created_at: '2026-01-01T00:00:00.000000Z', updated_at: '2026-01-01T00:00:00.000000Z' }
    await tenant
      .update('customers')
      .set({ archived_at: '2026-02-01T00:00:00.000000Z' })
      .where(
        'id',
        'in',
        ids.filter((_, index) => index % 15 === 2),
      )
      .execute()
    await tenant
      .update('customers')
      .set({ assigned_to: 7 })
      .where(
        'id',
        'in',
        ids.filter((_, index) => index % 12 === 5),
      )
      .execute()
    field = await tenant.insertOne('custom_fields', {
      ...times,
      user_id: 1,
      location: 1,
      type: 1,
      name: 'Tier',
      key: 'tier',
      description: '',
      placeholder: '',
      fields: '{}',
      field_group: '',
      required: 0,
      position: 1,
    })
    await tenant.insert(
      'custom_field_values',
      ids.map((id, index) => ({
        ...times,
        owner_id: 1,
        customer_id: id,
        custom_field_id: field,
        value: index % 90 === 0 ? `${'x'.repeat(64)}gold` : `${'x'.repeat(64)}silver`,
      })),
    )
    const invoices = everyId
      .filter((index) => index % 20 === 0)
      .map((index) => ({
        invoice_number: `INV-${index}`,
        customer_id: ids[index] as number, // one id for each row
        customer_name: 'Zoë',
        customer_email: 'zoe@example.com',
        status: index % 40 === 0 ? ('overdue' as const) : ('sent' as const),
        currency: 'EUR',
        due_date: '2026-01-31',
        lines: [{ description: 'Lettering', quantity: 1, unit_price: 85 }],
      }))
    await tenant.transaction((trx) => addInvoices(trx, invoices))
  }
})
afterAll(() => service.close())

async function ask(query: string) {
  const headers = { authorization: `Bearer ${account.key}` }
  const answer = await service.app.inject({ url: `/api/customers?${query}`, headers })
  expect(answer.statusCode, answer.body).toBe(200)
  const { data, meta } = answer.json<{ data: { id: number }[]; meta: { total: number } }>()
  return { found: data.map(({ id }) => ids.indexOf(id)), total: meta.total }
}

const day = (index: number) => (index % 28) + 1

test.each<[query: string, matches: (index: number) => boolean]>([
  ['linked=true', (index) => index % 5 === 0],
  ['linked=false', (index) => index % 5 !== 0],
  ['permission=invoice', (index) => index % 3 === 0],
  ['permission=meeting', (index) => index % 3 !== 0 && index % 50 === 1],
  ['permission=contract', () => false],
  ['country=Latvia', (index) => index % 60 === 0],
  ['country=Norway', (index) => index % 60 !== 0],
  ['country=Latvia&country=Norway', () => true],
  ['country=Latvia&country=Peru&linked=false', (index) => index % 60 === 0 && index % 5 !== 0],
  ['country=&country=Latvia', (index) => index % 60 === 0],
  ['has_overdue=true', (index) => index % 40 === 0],
  ['has_overdue=false', (index) => index % 40 !== 0],
  ['field=FIELD&field_value=GOLD', (index) => index % 90 === 0],
  ['assigned_to=7', (index) => index % 12 === 5],
  ['assigned_to=8', () => false],
  // Nobody of that id works in the account.
  ['assigned_to=none', () => true],
  ['assigned_to=none&archived=true&linked=true', (index) => index % 15 === 2 && index % 5 === 0],
  [
    'assigned_to=7&archived=false&linked=false',
    (index) => index % 12 === 5 && index % 15 !== 2 && index % 5 !== 0,
  ],
  ['assigned_to=7&search=noah', (index) => index % 12 === 5 && index % 2 === 1],
  ['archived=false', (index) => index % 15 !== 2],
  ['archived=true', (index) => index % 15 === 2],
  ['archived=false&search=amelia', (index) => index % 15 !== 2 && index % 2 === 0],
  ['archived=true&search=amelia', (index) => index % 30 === 2],
  ['archived=false&country=Norway', (index) => index % 15 !== 2 && index % 60 !== 0],
  ['archived=true&linked=false&country=Norway', (index) => index % 15 === 2],
  [
    'archived=false&permission=meeting&has_overdue=false',
    (index) => index % 3 !== 0 && index % 50 === 1 && index % 15 !== 2,
  ],
  ['created_from=2026-01-27', (index) => day(index) >= 27],
  ['created_to=2026-01-02', (index) => day(index) <= 2],
  ['linked=true&country=Norway&search=amelia', (index) => index % 10 === 0 && index % 60 !== 0],
  ['country=Latvia&search=example', (index) => index % 60 === 0],
])('%s matches in every order and on every page', async (query, matches) => {
  const filter = query.replace('FIELD', String(field)).replace('GOLD', `${'x'.repeat(64)}gold`)
  const expected = everyId.filter(matches)
  for (const sort of ['id', '-id']) {
    const inOrder = sort === 'id' ? expected : expected.toReversed()
    for (const page of [1, 2, 3, 12, 60]) {
      const slice = inOrder.slice((page - 1) * 5, page * 5)
      expect(await ask(`${filter}&sort=${sort}&limit=5&page=${page}`)).toEqual({
        found: slice,
        total: expected.length,
      })
    }
  }
  const byName = await ask(`${filter}&sort=name&limit=100`)
  expect(byName.found.toSorted((a, b) => a - b)).toHaveLength(Math.min(100, expected.length))
  const names = byName.found.map((index) => index % 2)
  expect(names).toEqual(names.toSorted((a, b) => a - b))
})

test('days end by the account’s time zone', async () => {
  const { store } = service.context
  const setZone = (time_zone: string) =>
    store.db.updateTable('accounts').set({ time_zone }).where('id', '=', account.id).execute()
  await setZone('Europe/Berlin')
  // Added at half past eleven in UTC, which in Berlin is the next day.
  expect((await ask('created_to=2026-01-02')).total).toBe(everyId.filter((index) => day(index) <= 1).length)
  await setZone('UTC')
  expect((await ask('created_to=2026-01-02')).total).toBe(everyId.filter((index) => day(index) <= 2).length)
})

test('an invoice that becomes overdue changes the results', async () => {
  const { db } = service.context.store
  const before = (await ask('has_overdue=true')).total
  await db
    .updateTable('invoices')
    .set({ status: 'overdue' })
    .where('account_id', '=', account.id)
    .where('invoice_number', '=', 'INV-20')
    .execute()
  expect((await ask('has_overdue=true')).total).toBe(before + 1)
})

test.each([
  '+447700900141',
  '(+44) 7700-900141',
  '+44 (0)7700 900141',
  '07700 900141',
  '447700900141',
  '7700 900141',
])('a phone number is found by %s', async (search) => {
  expect(await ask(`search=${encodeURIComponent(search)}`)).toEqual({ found: [141], total: 1 })
})

test('a comma between search terms only separates them', async () => {
  expect((await ask(`search=${encodeURIComponent('NUMBER, amelia')}`)).total).toBe(150)
})

test('countries are listed with their number of customers', async () => {
  const headers = { authorization: `Bearer ${account.key}` }
  const read = async (query: string) =>
    (await service.app.inject({ url: `/api/x/customer-facets${query}`, headers })).json().data.countries
  const latvia = { name: 'Latvia', count: 5 }
  expect(await read('')).toEqual([latvia, { name: 'Norway', count: 295 }])
  // 20 of them are archived.
  expect(await read('?archived=false')).toEqual([latvia, { name: 'Norway', count: 275 }])
  expect(await read('?archived=true')).toEqual([{ name: 'Norway', count: 20 }])
})
