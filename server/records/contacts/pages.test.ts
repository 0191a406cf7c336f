import { afterAll, beforeAll, expect, test } from 'vitest'

import { type Contact, listContacts } from '#contract/customers/contacts.ts'
import { fold } from '#contract/values/folding.ts'
import { contactSorts } from '#contract/wire/list-sorts.ts'
import { Tenant } from '#server/platform/access/tenant.ts'
import { customerColumns } from '#server/records/customers/columns.ts'
import { type TestAccount, type TestService, startService } from '#server/tools/testing/service.ts'

import { contactColumns } from './columns.ts'

let service: TestService
let account: TestAccount
let customer: number
let rows: Contact[]

const people = [
  { name: 'Zoë', last_name: 'Ødegård', company_name: 'Fjord & Co' },
  { name: 'amelia', last_name: 'Stone', company_name: null },
  { name: 'Bo', last_name: '', company_name: 'Åre Print' },
  { name: 'Amélie', last_name: 'Durand', company_name: 'Fjord & Co' },
] as const

beforeAll(async () => {
  service = await startService()
  const accounts = [await service.account('Theirs'), await service.account('Ours', { rateLimit: 100_000 })]
  const { store } = service.context
  for (const { id } of accounts) {
    const tenant = new Tenant(store.db, store.dialect, id, 'Test')
    customer = await addCustomer(tenant)
    await tenant.insert(
      'contacts',
      Array.from({ length: 120 }, (_, index) => {
        const person = people[index % people.length] as (typeof people)[number] // within bounds by the remainder
        const at = `2026-01-01T00:${String((index * 7) % 60).padStart(2, '0')}:00.000000Z`
        return {
          ...contactColumns({
            ...person,
            customer_id: index % 40 === 0 ? customer : null,
            email: index % 5 === 0 ? '' : `person${index}@example.com`,
            phone: index % 3 === 0 ? '' : `+44 7700 900${100 + index}`,
          }),
          created_at: at,
          updated_at: at,
        }
      }),
    )
  }
  account = accounts[1] as TestAccount // made above
  rows = []
  for (const page of [1, 2]) rows.push(...(await list(`page=${page}&per_page=100&sort=id`)).data)
})
afterAll(() => service.close())

async function addCustomer(tenant: Tenant) {
  const person = { name: 'Zoë', last_name: 'Ødegård', email: 'zoe@example.com', phone: '1', business: {} }
  return tenant.insertOne('customers', customerColumns({ ...person, permissions: [] }))
}

const ask = (query: string) =>
  service.app.inject({
    url: `/api/v1/contacts?${query}`,
    headers: { authorization: `Bearer ${account.token}` },
  })
const list = async (query: string) => {
  const answer = await ask(query)
  expect([query, answer.statusCode]).toEqual([query, 200])
  return listContacts.response.parse(answer.json())
}
const idsOf = (contacts: readonly Contact[]) => contacts.map(({ id }) => id)
const every = async (query: string) => {
  const first = await list(`${query}&per_page=25`)
  const found = [...first.data]
  for (let page = 2; page <= first.meta.last_page; page += 1)
    found.push(...(await list(`${query}&per_page=25&page=${page}`)).data)
  expect(found).toHaveLength(first.meta.total)
  return found
}

const filters: Record<string, (contact: Contact) => boolean> = {
  '': () => true,
  'linked=true': ({ customer_id }) => customer_id !== null,
  'linked=false': ({ customer_id }) => customer_id === null,
  'has_email=true': ({ email }) => email !== '',
  'has_email=false': ({ email }) => email === '',
  'has_phone=false': ({ phone }) => phone === '',
  'has_email=false&has_phone=false': ({ email, phone }) => email === '' && phone === '',
  'search=amelie': ({ name }) => name === 'Amélie',
  'search=odegard%20zoe': ({ name }) => name === 'Zoë',
  'search=fjord&has_phone=true': ({ company_name, phone }) => company_name === 'Fjord & Co' && phone !== '',
  'search=%2B44%207700%20900101': ({ phone }) => phone === '+44 7700 900101',
  'search=nobody': () => false,
}

test.each(Object.entries(filters))('?%s lists what it says, in every order', async (query, matches) => {
  const expected = rows.filter(matches)
  for (const sort of contactSorts) {
    const column = sort.replace('-', '')
    const key = (contact: Contact) =>
      column === 'id' || column === 'updated_at' ? contact[column] : fold(String(contact[column] ?? ''))
    const sorted = expected.toSorted((a, b) => {
      const [left, right] = [key(a), key(b)] as [string | number, string | number]
      return left === right ? a.id - b.id : left < right ? -1 : 1
    })
    const found = await every(`${query}&sort=${sort}`)
    expect([sort, idsOf(found)]).toEqual([sort, idsOf(sort.startsWith('-') ? sorted.toReversed() : sorted)])
  }
})

test('the contacts of one customer are listed by its id, and of another account there are none', async () => {
  const of = async (id: number) => (await list(`customer_id=${id}&sort=name`)).data
  expect((await of(customer)).map(({ name }) => name)).toEqual(['Zoë', 'Zoë', 'Zoë'])
  expect(await of(customer - 1)).toEqual([])
  expect((await list(`customer_id=${customer}&has_email=true`)).meta.total).toBe(0)
})

test('the links of a page keep the search, the order and the filter', async () => {
  const { links } = await list('search=fjord&sort=-name&has_phone=true&per_page=10&page=2')
  expect(links.next).toMatch(/\?search=fjord&sort=-name&has_phone=true&per_page=10&page=3$/)
})

test.each([
  'sort=phone',
  'sort=',
  'linked=1',
  'has_email=',
  'has_phone=yes',
  'customer_id=0',
  'customer_id=abc',
  `search=${'x'.repeat(201)}`,
  'search=a&search=b',
])('%s is rejected by name', async (query) => {
  const answer = await ask(query)
  expect(answer.statusCode).toBe(422)
  expect(Object.keys(answer.json().errors)).toEqual([query.split('=', 1)[0]])
})

test('a NUL character finds nothing', async () => {
  expect((await list('search=%00')).meta.total).toBe(0)
  expect((await list('search=%00&linked=true')).meta.total).toBe(0)
})

test('a file has the rows of the list, in its order', async () => {
  const query = 'search=fjord&has_email=true&sort=-name'
  const { body } = await service.app.inject({
    url: `/api/x/contacts.csv?${query}`,
    headers: { authorization: `Bearer ${account.key}` },
  })
  const ids = body
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => Number(line.split(',', 1)[0]))
  expect(ids).toEqual(idsOf(await every(query)))
  expect(ids.length).toBeGreaterThan(30)
})

test('a contact has an address of its own', async () => {
  const headers = { authorization: `Bearer ${account.key}` }
  const [row] = rows
  const answer = await service.app.inject({ url: `/api/x/contacts/${row?.id}`, headers })
  expect(answer.json()).toEqual({ data: row })
})
