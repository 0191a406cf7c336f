import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type Service, listServiceFacets, listServices, showService } from '#contract/services/services.ts'
import { fold } from '#contract/values/folding.ts'
import { addBulkServices } from '#server/tools/demo/bulk.ts'
import { runs } from '#server/tools/testing/runs.ts'
import { type TestAccount, type TestService, startService } from '#server/tools/testing/service.ts'
import { statementsOf } from '#server/tools/testing/statements.ts'

import { type NewService, addServices } from './insert.ts'

const pieces = [
  'Web',
  'WEBSITE',
  'éclair',
  'STRASSE',
  '100%',
  'a_b',
  '"quoted"',
  "o'hara",
  'back\\slash',
  '日本語',
  'İstanbul',
  'x',
  'OR',
  'NEAR(a',
  '*',
  '\u{1f642}',
]
const phrase = fc.array(fc.constantFrom(...pieces), { maxLength: 4 }).map((some) => some.join(' '))
const tag = fc.constantFrom('new', 'print', 'on site', "it's", '100%')
const entry: fc.Arbitrary<NewService> = fc.record({
  name: phrase,
  description: phrase,
  type: fc.constantFrom('service', 'product'),
  category: fc.constantFrom('Design', 'design', 'Print & paper', 'Rare'),
  price: fc.nat(10 ** 6).map((minor) => minor / 100),
  currency: fc.constantFrom('EUR', 'USD'),
  billing_type: fc.constantFrom('hourly', 'fixed', 'recurring'),
  is_active: fc.boolean(),
  tax_rate: fc.constantFrom(0, 5.5, 8.875, 21),
  unit: fc.constantFrom('hours', 'month'),
  custom_fields: fc.constantFrom(
    [],
    [{ id: 1, name: 'Paper', key: 'paper', value: ['a', 1], type: 'select' }],
  ),
  tags: fc.uniqueArray(tag, { maxLength: 3 }),
})

let service: TestService
// The large one is read through the search index and by walks, the small one by its kinds: each way is compared.
const accounts: Record<'small' | 'large' | 'empty', TestAccount> = {} as never
const known: Record<'small' | 'large', Service[]> = { small: [], large: [] }
let folded: Map<Service, string>

beforeAll(async () => {
  service = await startService()
  accounts.small = await service.account('Small', { rateLimit: 1_000_000 })
  accounts.large = await service.account('Large', { rateLimit: 1_000_000 })
  accounts.empty = await service.account('Empty', { rateLimit: 1_000_000 })
  const random = fc.sample(entry, { numRuns: 300, seed: 4 })
  await addAll('small', random.slice(0, 150))
  await addAll('large', random.slice(150, 200))
  for (let index = 0; index < 20_500; index += 500)
    await addBulkServices(tenantOf('large'), index, index + 500)
  await addAll('large', random.slice(200))
  known.small = await readAll('small')
  known.large = await readAll('large')
  folded = new Map(
    [...known.small, ...known.large].map((row) => [row, `${fold(row.name)}\n${fold(row.description)}`]),
  )
}, 300_000)
afterAll(() => service.close())

function tenantOf(account: keyof typeof accounts) {
  return accounts[account].tenant
}
const addAll = (account: keyof typeof accounts, rows: readonly NewService[]) =>
  tenantOf(account).transaction((trx) => addServices(trx, rows))

const get = (path: string, account: keyof typeof accounts = 'small') =>
  service.app.inject({ url: path, headers: { authorization: `Bearer ${accounts[account].key}` } })

/** The whole catalogue as the tables have it, apart from the code under test. */
async function readAll(account: 'small' | 'large'): Promise<Service[]> {
  const rows = await tenantOf(account)
    .select('services')
    .innerJoin('service_kinds', 'service_kinds.id', 'services.kind_id')
    .selectAll('services')
    .select(['type', 'category', 'is_active', 'tags'])
    .execute()
  return rows
    .map((row) => ({
      ...row,
      tags: JSON.parse(row.tags) as string[],
      is_active: row.is_active === 1,
      custom_fields: [],
    }))
    .toSorted((one, other) => one.id - other.id)
}

interface Filters {
  type?: string | undefined
  category?: string | undefined
  is_active?: boolean | undefined
  search?: string | undefined
  tags?: readonly string[] | undefined
}

function naive(rows: readonly Service[], { type, category, is_active, search, tags }: Filters) {
  return rows.filter(
    (row) =>
      (type === undefined || row.type === type) &&
      (category === undefined || row.category === category) &&
      (is_active === undefined || row.is_active === is_active) &&
      (search === undefined || folded.get(row)?.includes(fold(search))) &&
      (tags === undefined || tags.length === 0 || tags.some((one) => row.tags.includes(one))),
  )
}

function queryOf({ tags, is_active, ...filters }: Filters, more: Record<string, string> = {}) {
  const given = Object.entries({ ...filters, ...more }).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(given as [string, string][])
  if (is_active !== undefined) query.set('is_active', String(is_active))
  if (tags !== undefined) query.set('tags', tags.join(','))
  return query.toString()
}

const search = fc.oneof(
  fc.constantFrom(...pieces),
  fc.constantFrom(
    'design',
    'DESIGN',
    'e',
    'we',
    'sign ',
    'made for',
    '%',
    '_',
    '\\',
    '"',
    "'",
    'zz',
    '777',
    'ß',
  ),
  phrase.filter((text) => text !== ''),
  fc.string({ minLength: 1, maxLength: 6, unit: 'binary' }).filter((text) => !text.includes('\0')),
)
const filters = fc.record(
  {
    type: fc.constantFrom('service', 'product'),
    category: fc.constantFrom('Design', 'design', 'Print', 'Print & paper', 'Rare', 'None'),
    is_active: fc.boolean(),
    search,
    tags: fc.uniqueArray(fc.oneof(tag, fc.constantFrom('print', 'book', 'none')), { maxLength: 3 }),
  },
  { requiredKeys: [] },
)

describe.each(['small', 'large'] as const)('in a %s catalog', (account) => {
  test('every filter matches a scan of every row', async () => {
    await fc.assert(
      fc.asyncProperty(filters, fc.nat(4), fc.constantFrom(1, 7, 100), async (given, index, limit) => {
        const expected = naive(known[account], given)
        const page = 1 + Math.floor((expected.length / limit) * (index / 4))
        const answer = await get(
          `/api/services/?${queryOf(given, { page: String(page), limit: String(limit) })}`,
          account,
        )
        expect(answer.statusCode).toBe(200)
        const { data, meta } = answer.json() as { data: Service[]; meta: object }
        expect(meta).toEqual({
          total: expected.length,
          page,
          limit,
          total_pages: Math.ceil(expected.length / limit),
        })
        expect(data.map(({ id }) => id)).toEqual(
          expected.slice((page - 1) * limit, page * limit).map(({ id }) => id),
        )
      }),
      { numRuns: account === 'small' ? runs(30, 150) : runs(20, 80) },
    )
  })

  test('the pages of a list contain each service once', async () => {
    for (const given of [
      { search: 'design' },
      { type: 'product', is_active: true },
      { tags: ['book'] },
      {},
    ]) {
      const expected = naive(known[account], given)
      const ids: number[] = []
      for (let page = 1; page <= Math.min(Math.ceil(expected.length / 100), 12); page += 1) {
        const answer = await get(
          `/api/services?${queryOf(given, { page: String(page), limit: '100' })}`,
          account,
        )
        ids.push(...answer.json().data.map(({ id }: Service) => id))
      }
      expect(ids).toEqual(expected.slice(0, 1200).map(({ id }) => id))
    }
  })

  test('a page takes the same number of statements whatever its size', async () => {
    for (const query of ['', 'search=design', 'search=e', 'type=product&tags=print&search=design']) {
      const costs: number[] = []
      for (const limit of [1, 10, 100]) {
        const show = async () =>
          expect((await get(`/api/services/?${query}&limit=${limit}`, account)).statusCode).toBe(200)
        costs.push(await statementsOf(service.context.store, show))
      }
      expect(new Set(costs).size, `${query}: ${costs}`).toBe(1)
    }
  })

  test('facets count the filtered services', async () => {
    const answer = await get('/api/x/service-facets', account)
    expect(listServiceFacets.response.safeParse(answer.json()).error).toBeUndefined()
    const { categories, tags } = answer.json().data as Record<string, { name: string; count: number }[]>
    for (const { name, count } of categories ?? [])
      expect(count).toBe(naive(known[account], { category: name }).length)
    for (const { name, count } of tags ?? [])
      expect(count).toBe(naive(known[account], { tags: [name] }).length)
    const total = (categories ?? []).reduce((sum, { count }) => sum + count, 0)
    expect(total).toBe(known[account].length)
  })

  test('a facet counts its matches together with the other filters', async () => {
    const answer = await get('/api/x/service-facets?type=service&is_active=true&tags=print', account)
    const { categories, tags } = answer.json().data as Record<string, { name: string; count: number }[]>
    const others = { type: 'service', is_active: true }
    for (const { name, count } of categories ?? [])
      expect(count).toBe(naive(known[account], { ...others, tags: ['print'], category: name }).length)
    for (const { name, count } of tags ?? [])
      expect(count).toBe(naive(known[account], { ...others, tags: [name] }).length)
    expect(tags?.length).toBeGreaterThan(1)
  })
})

test('a service is listed and shown exactly as the specification says', async () => {
  const [given] = fc.sample(entry, { numRuns: 1, seed: 7 }) as [NewService]
  const [id] = await addAll('empty', [{ ...given, price: 1234.5, tax_rate: 8.875, tags: ['b', 'a'] }])
  for (const path of ['/api/services', '/api/services/']) {
    const listed = (await get(path, 'empty')).json()
    expect(listServices.response.safeParse(listed).error).toBeUndefined()
    expect(listed.meta).toEqual({ total: 1, page: 1, limit: 25, total_pages: 1 })
    expect(listed.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
    expect(listed.data).toMatchObject([{ ...given, id, price: 1234.5, tax_rate: 8.875, tags: ['a', 'b'] }])
    const shown = (await get(`/api/x/services/${id}`, 'empty')).json()
    expect(showService.response.safeParse(shown).error).toBeUndefined()
    expect(shown.data).toEqual(listed.data[0])
  }
})

test('a search finds services added since the last search', async () => {
  const total = async () => (await get('/api/services?search=zeppelin', 'large')).json().meta.total as number
  const [like] = fc.sample(entry, { numRuns: 1, seed: 2 }) as [NewService]
  expect(await total()).toBe(0)
  await addAll('large', [{ ...like, name: 'Zeppelin', category: 'None' }])
  expect(await total()).toBe(1)
})

test('HEAD answers like GET, without the body', async () => {
  const answer = await service.app.inject({
    method: 'HEAD',
    url: '/api/services/',
    headers: { authorization: `Bearer ${accounts.small.key}` },
  })
  expect([answer.statusCode, answer.body]).toEqual([200, ''])
})

test('another account’s catalog is not found', async () => {
  const stranger = await service.account('Stranger')
  const headers = { authorization: `Bearer ${stranger.key}` }
  const list = async (query: string) =>
    (await service.app.inject({ url: `/api/services/?${query}`, headers })).json()
  for (const query of ['', 'search=design', 'search=e', 'category=Print', 'tags=print'])
    expect(await list(query)).toMatchObject({ data: [], meta: { total: 0, total_pages: 0 } })
  const shown = await service.app.inject({ url: `/api/x/services/${known.large[0]?.id}`, headers })
  expect(shown.statusCode).toBe(404)
})

describe('search', () => {
  test.each([
    ['STRASSE', 'straße'],
    ['straße', 'STRASSE'],
    ['éclair', 'ÉCLAIR'],
    ['Ødegård', 'odegard'],
    ['ПРИВЕТ', 'привет'],
    ['100% wool', '100%'],
    ['back\\slash', '\\s'],
    ['say "hi"', '"hi"'],
  ])('finds %s by %s', async (name, text) => {
    const account = await service.account(`Search ${name}`)
    const [like] = fc.sample(entry, { numRuns: 1, seed: 1 }) as [NewService]
    await account.tenant.transaction((trx) =>
      addServices(trx, [
        { ...like, name, description: '' },
        { ...like, name: 'other', description: '' },
      ]),
    )
    const answer = await service.app.inject({
      url: `/api/services/?search=${encodeURIComponent(text)}`,
      headers: { authorization: `Bearer ${account.key}` },
    })
    expect(answer.json().data).toMatchObject([{ name }])
  })
})

describe('an invalid parameter is named', () => {
  test.each([
    ['limit=0', { limit: 'limit must be between 1 and 100' }],
    ['limit=101', { limit: 'limit must be between 1 and 100' }],
    ['limit=', { limit: 'limit must be between 1 and 100' }],
    ['limit=5&limit=6', { limit: 'limit must be between 1 and 100' }],
    ['page=-1', { page: 'page must be a whole number, 1 or more' }],
    ['page=1.5', { page: 'page must be a whole number, 1 or more' }],
    ['type=thing', { type: 'type must be service or product' }],
    ['type=service&type=product', { type: 'type must be service or product' }],
    ['type[]=service', { type: 'type must be service or product' }],
    ['is_active=yes', { is_active: 'is_active must be true or false' }],
    ['search=a&search=b', { search: 'search must be given once' }],
    ['search=%00', { search: 'search must not contain NUL characters' }],
    ['tags[]=a&tags[]=b', { tags: 'tags must be given once' }],
    ['tags[0]=a', { tags: 'tags must be given once' }],
    ['category[x]=a', { category: 'category must be given once' }],
    [`category=${'x'.repeat(201)}`, { category: 'category must be at most 200 characters' }],
    [
      'limit=0&page=x&type=y&is_active=2',
      {
        limit: 'limit must be between 1 and 100',
        page: 'page must be a whole number, 1 or more',
        type: 'type must be service or product',
        is_active: 'is_active must be true or false',
      },
    ],
  ])('%s', async (query, details) => {
    const answer = await get(`/api/services/?${query}`)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().error).toMatchObject({ code: 'INVALID_PARAMETERS', details })
    expect(Object.keys(answer.json().error.details)).toHaveLength(Object.keys(details).length)
  })

  test.each(['colour=red', 'search=', 'category=', 'tags=', 'tags=,%20,', 'page=999999999'])(
    '%s is not a valid value',
    async (query) => {
      const answer = await get(`/api/services/?${query}`)
      expect(answer.statusCode).toBe(200)
      expect(answer.json().meta.total).toBe(known.small.length)
    },
  )
})
