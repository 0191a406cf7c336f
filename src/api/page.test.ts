import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'

import { type ListQuery, everyPage, fromB, fromRows, readB } from './page.ts'
import type { Local } from './whole-list.ts'

interface Person {
  readonly id: number
  readonly name: string
  readonly city: string
}

const local: Local<Person> = {
  text: ({ name, city }) => `${name}\n${city}`,
  key: (row, column) => (column === 'id' ? row.id : column === 'city' ? row.city : row.name),
  filters: { city: (row, value) => row.city === value },
}

const few: readonly Person[] = [
  { id: 1, name: 'Ødegård', city: 'Oslo' },
  { id: 2, name: 'ada', city: 'London' },
  { id: 3, name: 'Émile', city: 'Paris' },
  { id: 4, name: 'Ada', city: 'Paris' },
]

const first: ListQuery = { page: 1, size: 25, search: '', sort: 'id' }
const ids = ({ rows }: { rows: readonly Person[] }) => rows.map(({ id }) => id)
const readWhole = (data: readonly Person[], query: Partial<ListQuery>) =>
  readB(
    { ...first, ...query },
    {
      client: new QueryClient(),
      wholeKey: ['people'],
      local,
      ask: () => Promise.resolve({ rows: data, unreadable: [], cut: undefined }),
    },
  )
const whole = (query: Partial<ListQuery>) => readWhole(few, query)

test('a page from the service is shown unchanged', () => {
  expect(fromB({ data: few, meta: { total: 90, page: 3, limit: 4 } })).toEqual({
    rows: few,
    total: 90,
    page: 3,
    size: 4,
    sizes: [25, 50, 100],
    filters: [],
  })
})

test('a whole list is searched by every word, ignoring case and accents', async () => {
  expect(ids(await whole({ search: 'odegard' }))).toEqual([1])
  expect(ids(await whole({ search: '  PARIS emile ' }))).toEqual([3])
  expect(ids(await whole({ search: 'ada oslo' }))).toEqual([])
})

test('a whole list is sorted in natural order, stable in both directions', async () => {
  expect(ids(await whole({ sort: 'name' }))).toEqual([2, 4, 3, 1])
  expect(ids(await whole({ sort: '-name' }))).toEqual([1, 3, 4, 2])
  expect(ids(await whole({ sort: '-id' }))).toEqual([4, 3, 2, 1])
})

test('a whole list offers filters and a page with all rows', async () => {
  expect(ids(await whole({ filters: { city: 'Paris' }, size: Infinity }))).toEqual([3, 4])
  expect((await whole({})).filters).toEqual(['city'])
  expect((await whole({})).sizes).toContain(Infinity)
})

test('a page past the end of a whole list is empty and keeps the total', async () => {
  expect(await whole({ page: 9, size: 2 })).toMatchObject({ rows: [], total: 4 })
})

test('a row that can’t be read stands on its page, where its id puts it, and otherwise at the end', async () => {
  const client = new QueryClient()
  const unreadable = [
    { id: 9, at: 0 },
    { id: null, at: 2 },
    { id: 2, at: 1 },
  ]
  const gaps = async (query: Partial<ListQuery>) => {
    const rows = few.filter(({ id }) => id !== 2)
    const ask = () => Promise.resolve({ rows, unreadable, cut: undefined })
    const page = await readB({ ...first, ...query }, { client, wholeKey: ['people'], local, ask })
    return page.gaps?.map(({ id, at }) => [id, at])
  }
  expect(await gaps({})).toEqual([
    [2, 1],
    [9, 3],
    [null, 3],
  ])
  expect(await gaps({ sort: '-id' })).toEqual([
    [9, 0],
    [2, 2],
    [null, 3],
  ])
  expect(await gaps({ sort: 'name' })).toEqual([
    [2, 3],
    [9, 3],
    [null, 3],
  ])
  expect(await gaps({ size: 1 })).toEqual([])
  expect(await gaps({ size: 1, page: 2 })).toEqual([[2, 0]])
  expect(await gaps({ size: 1, page: 3 })).toEqual([
    [9, 1],
    [null, 1],
  ])
  expect(await gaps({ search: 'ada' })).toEqual([])
  expect(await gaps({ filters: { city: 'Paris' } })).toEqual([])
})

test('a row that can’t be read stands where the service has sent it, in a page or in a whole list', () => {
  const unreadable = [
    { id: 7, at: 1 },
    { id: 8, at: 4 },
  ]
  const whole = { rows: few, unreadable, cut: undefined }
  expect(fromRows({ ...whole, cut: { total: 90, page: 3, size: 4 } }, { page: 3, size: 4 }).gaps).toEqual(
    unreadable,
  )
  expect(fromRows(whole, { page: 1, size: 2 }).gaps).toEqual([{ id: 7, at: 1 }])
  expect(fromRows(whole, { page: 2, size: 2 }).gaps).toEqual([{ id: 8, at: 2 }])
})

test('any page of any search over 100,000 rows matches a scan of every row', async () => {
  const people = Array.from({ length: 100_000 }, (_, index) => ({
    id: index + 1,
    name: `${names[(index * 7919) % names.length]} ${(index * 104_729) % 99_991}`,
    city: cities[index % cities.length] ?? '',
  }))
  const questions: readonly Partial<ListQuery>[] = [
    {},
    { search: '77', sort: 'name' },
    { search: 'zoe 12', sort: '-name', page: 3 },
    { search: 'munchen', sort: 'city', page: 41, size: 100 },
    { filters: { city: 'Łódź' }, sort: '-id', size: Infinity },
    { search: 'nobody', sort: 'name' },
  ]
  for (const question of questions) {
    expect(await readWhole(people, question)).toMatchObject(naive(people, { ...first, ...question }))
  }
})

test('a service that returns the whole list is queried once until something changes', async () => {
  const client = new QueryClient()
  let asked = 0
  const reading = {
    client,
    wholeKey: ['people', 'whole'],
    local,
    ask: () => Promise.resolve({ rows: few.slice(asked++), unreadable: [], cut: undefined }),
  }
  expect(ids(await readB({ ...first, size: 2 }, reading))).toEqual([1, 2])
  expect(ids(await readB({ ...first, size: 2, page: 2 }, reading))).toEqual([3, 4])
  expect(ids(await readB({ ...first, search: 'ada', sort: '-name' }, reading))).toEqual([4, 2])
  expect(asked).toBe(1)
  await client.invalidateQueries({ queryKey: ['people'] })
  expect(ids(await readB(first, reading))).toEqual([2, 3, 4])
  expect(asked).toBe(2)
})

test('a service that paginates is queried per page, within its largest page', async () => {
  const queries: unknown[] = []
  const reading = {
    client: new QueryClient(),
    wholeKey: ['people', 'whole'],
    local,
    ask: (query: unknown) => {
      queries.push(query)
      return Promise.resolve({ rows: few, unreadable: [], cut: { total: 4, page: 1, size: 100 } })
    },
  }
  await readB({ ...first, search: 'a', size: Infinity }, reading)
  await readB({ ...first, page: 2 }, reading)
  expect(queries).toEqual([
    { page: 1, limit: 100, search: 'a', sort: 'id' },
    { page: 2, limit: 25, search: '', sort: 'id' },
  ])
})

test('pages are read until all rows have arrived or none follow', async () => {
  const read = async (rows: readonly Person[], total: number) => {
    const pages: number[][] = []
    for await (const page of everyPage((number) =>
      Promise.resolve({ rows: rows.slice((number - 1) * 3, number * 3), total }),
    ))
      pages.push(ids(page))
    return pages
  }
  expect(await read(few, 4)).toEqual([[1, 2, 3], [4]])
  expect(await read(few.slice(0, 3), 3)).toEqual([[1, 2, 3]])
  expect(await read(few, 9)).toEqual([[1, 2, 3], [4], []])
  // While the pages were read, a new row pushed the third one onto the second page.
  expect(await read(few.toSpliced(3, 0, few[2] as Person), 5)).toEqual([[1, 2, 3], [4]])
})

const names = ['Zoë', 'Ada', 'Émile', 'Wanjiru', 'Łukasz', 'bob']
const cities = ['München', 'Łódź', 'Oslo']

function naive(people: readonly Person[], query: ListQuery) {
  const plain = (text: string) =>
    text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ł', 'l')
  const column = query.sort.replace('-', '') as keyof Person
  const found = people
    .filter((row) => !query.filters?.['city'] || row.city === query.filters['city'])
    .filter((row) =>
      plain(query.search)
        .split(' ')
        .every((word) => plain(local.text(row)).includes(word)),
    )
    .map((row) => ({ row, key: column === 'id' ? row.id : plain(row[column] as string) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.row.id - b.row.id))
    .map(({ row }) => row)
  if (query.sort.startsWith('-')) found.reverse()
  const before = query.page === 1 ? 0 : (query.page - 1) * query.size
  return { rows: found.slice(before, before + query.size), total: found.length }
}
