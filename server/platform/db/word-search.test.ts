import fc from 'fast-check'
import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { contactSearchTerms } from '#contract/values/folding.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { countMatches } from '#server/platform/lists/searched-pages.ts'
import { customerColumns } from '#server/records/customers/columns.ts'
import { onPostgres } from '#server/tools/testing/data-dir.ts'
import { runs } from '#server/tools/testing/runs.ts'
import { type TestAccount, type TestService, startService } from '#server/tools/testing/service.ts'

let service: TestService
let tenant: Tenant
let account: TestAccount

const person = (name: string, last_name: string, index: number) =>
  customerColumns({
    name,
    last_name,
    phone: `+1 ${index}`,
    email: `row${index}@rows.example`,
    business: { company_name: index % 2 === 0 ? '佐藤デザイン 🙂 100%_' : 'O\'Brien "quoted" – ab' },
    permissions: [],
  })
const names = ['Amelia', 'Zoë', '陽菜', 'ليلى', 'Ana', 'B']
const lastNames = ['Deshmukh', 'Ødegård', 'van der Meulen', 'Ó Ceallaigh', '김', "D'Ar\\c"]
const people = Array.from({ length: 400 }, (_, index) =>
  person(names[index % names.length] ?? '', lastNames[(index * 7 + 3) % lastNames.length] ?? '', index),
)

beforeAll(async () => {
  service = await startService()
  for (const name of ['Theirs', 'Ours']) {
    account = await service.account(name)
    tenant = account.tenant
    await tenant.insert('customers', people)
  }
  const { db, dialect } = service.context.store
  if (onPostgres) await dialect.learnSizes(db)
})
afterAll(() => service.close())

async function listed(search: string, sort: string) {
  const query = new URLSearchParams({ search, sort, limit: '100' })
  const ids: number[] = []
  for (let page = 1; ; page += 1) {
    const { data, meta } = (
      await service.app.inject({
        url: `/api/customers?${query}&page=${page}`,
        headers: { authorization: `Bearer ${account.key}` },
      })
    ).json()
    ids.push(...data.map(({ id }: { id: number }) => id))
    if (data.length === 0) return { ids, total: meta.total as number }
  }
}

test('a search finds the rows that contain every word, of any length and in any order', async () => {
  const rows = await tenant.select('customers').select(['id', 'search_text', 'name_key']).execute()
  const text = fc.constantFrom(...people.map(({ search_text }) => search_text))
  const part = fc
    .tuple(text, fc.nat(80), fc.integer({ min: 1, max: 7 }))
    .map(([whole, from, size]) => [...whole].slice(from, from + size).join(''))
  const search = fc.array(fc.oneof(part, fc.constantFrom('a', 'zq', '%', '_', '"', '佐', 'nobody')), {
    minLength: 1,
    maxLength: 4,
  })
  await fc.assert(
    fc.asyncProperty(search, fc.constantFrom('-id', 'id', 'name', '-name'), async (words, sort) => {
      const terms = contactSearchTerms(words.join(' '))
      const expected = rows
        .filter(({ search_text }) => terms.every((word) => search_text.includes(word)))
        .map(({ id, name_key }) => ({ id, key: sort.endsWith('name') ? Buffer.from(name_key) : Buffer.of() }))
        .toSorted((a, b) => Buffer.compare(a.key, b.key) || a.id - b.id)
        .map(({ id }) => id)
      const found = await listed(words.join(' '), sort)
      expect(found.total).toBe(expected.length)
      expect(found.ids).toEqual(sort.startsWith('-') ? expected.toReversed() : expected)
    }),
    { numRuns: runs(15, 60) },
  )
}, 300_000)

test('a count in parts equals the whole count', async () => {
  for (const words of [['a'], ['amelia'], ['rows', 'e'], ['nobody'], ['a\0b']]) {
    const expected = people.filter(({ search_text }) => words.every((word) => search_text.includes(word)))
    for (const idsAtOnce of [7, 100, 100_000])
      expect(await countMatches(tenant, 'customers', words, people.length, idsAtOnce)).toBe(expected.length)
  }
})

describe('the index that a search uses', () => {
  const planOf = async (words: readonly string[]) => {
    const { db, dialect } = service.context.store
    const { sql: text, parameters } = tenant
      .search({ table: 'customers', words, key: 'id' })
      .select('id')
      .compile()
    const explain = dialect.kind === 'sqlite' ? 'explain query plan' : 'explain'
    const { rows } = await db.executeQuery(CompiledQuery.raw(`${explain} ${text}`, [...parameters]))
    const plan = rows.map((row) => JSON.stringify(row)).join('\n')
    return { matches: text.split(' match ').length - 1, plan }
  }

  test.each([
    ['two long words', ['amelia', 'deshmukh']],
    ['four long words', ['amelia', 'deshmukh', 'rows', '100%']],
    ['a letter', ['a']],
    ['short words', ['a', 'de', '佐']],
    ['long and short words', ['amelia', 'de', 'u']],
  ])('is queried once for %s', async (_title, words) => {
    const { matches, plan } = await planOf(words)
    expect(matches).toBe(onPostgres ? 0 : 1)
    expect(plan).toMatch(
      onPostgres ? /Bitmap Index Scan on customers_grams/ : /VIRTUAL TABLE INDEX \d+:.*M\d/,
    )
    expect(plan).not.toMatch(/Seq Scan on customers\b|SCAN customers\b/)
  })

  test.runIf(onPostgres)(
    'is chosen by its matches, and the planner gathers no statistics on its keys',
    async () => {
      const { rows } = await sql<{ statistics: number }>`select attstattarget as statistics from pg_attribute
      where attrelid in ('customers_grams'::regclass, 'services_grams'::regclass, 'invoices_grams'::regclass)
      and attnum = 1`.execute(service.context.store.db)
      expect(rows.map(({ statistics }) => statistics)).toEqual([0, 0, 0])
    },
  )

  test.runIf(onPostgres)('keeps each account’s rows under its own keys', async () => {
    const { db } = service.context.store
    const { sql: text, parameters } = tenant
      .search({ table: 'customers', words: ['amelia'], key: 'id' })
      .select('id')
      .compile()
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>(
      CompiledQuery.raw(`explain (analyze) ${text}`, [...parameters]),
    )
    const scan = rows.map((row) => row['QUERY PLAN']).find((line) => line.includes('customers_grams'))
    expect(scan).toContain(`rows=${people.filter(({ name }) => name === 'Amelia').length} `)
  })
})
