import { beforeEach, describe, expect, test } from 'vitest'

import { type NewView, mostOwnViews, mostSharedViews } from '#contract/account/saved-view-writes.ts'
import type { View } from '#contract/account/saved-views.ts'
import { startWithAccount } from '#server/tools/testing/office.ts'

import { listsOf } from './rows.ts'

const {
  service,
  account: { id: account, tenant, key },
} = await startWithAccount()
const [ana, ben] = [await service.session(account, 'staff'), await service.session(account, 'staff')]
const admin = await service.session(account, 'admin')

type Headers = Record<string, string>

beforeEach(() => tenant.delete('saved_views').execute())

const late: NewView = {
  name: 'Late ones',
  list: '/invoices',
  search: 'sort=due_date&status=overdue',
  columns: { email: true },
  is_shared: false,
  is_pinned: false,
  is_default: false,
}
const save = (headers: Headers, view: Partial<NewView> | object = {}) =>
  service.send('POST', '/api/x/views', headers, { ...late, ...view })
const saved = async (headers: Headers, view: Partial<NewView> = {}) => {
  const response = await save(headers, view)
  expect([response.statusCode, response.body]).toEqual([201, expect.any(String)])
  return response.json().data as View
}
const views = async (headers: Headers) =>
  (await service.send('GET', '/api/x/views', headers)).json().data as View[]
const names = async (headers: Headers) => (await views(headers)).map(({ name }) => name)
const change = (headers: Headers, view: View, to: object, version = view.version) =>
  service.send(
    'PUT',
    `/api/x/views/${view.id}`,
    { ...headers, 'if-match': `"${version}"` },
    {
      name: view.name,
      search: view.search,
      columns: view.columns,
      is_shared: view.is_shared,
      ...to,
    },
  )
const mark = (headers: Headers, { id }: View, is_pinned: boolean, is_default: boolean) =>
  service.send('PUT', `/api/x/views/${id}/marks`, headers, { is_pinned, is_default })
const remove = (headers: Headers, { id, version }: View) =>
  service.send('DELETE', `/api/x/views/${id}`, { ...headers, 'if-match': `"${version}"` })
const move = (headers: Headers, moved: readonly object[]) =>
  service.send('POST', '/api/x/views/move', headers, { views: moved })
const inBrowser = (view: object = {}) => {
  const { is_shared: _private, ...rest } = late
  return { ...rest, ...view }
}

test('a private view is its creator’s alone, a shared one is everyone’s with who shared it', async () => {
  const own = await saved(ana)
  const shared = await saved(ana, { name: 'Paid', search: 'status=paid', is_shared: true })
  expect(own).toMatchObject({ ...late, is_own: true, is_editable: true, created_by: 'Robin', version: 1 })
  expect(await names(ana)).toEqual(['Paid', 'Late ones'])
  expect(await views(ben)).toEqual([{ ...shared, is_own: false, is_editable: false }])
  expect((await change(ben, own, { name: 'Mine' })).statusCode).toBe(404)
  expect((await mark(ben, own, true, true)).statusCode).toBe(404)
  expect((await remove(ben, own)).statusCode).toBe(404)
})

test('views of a list are only for those who may read it', async () => {
  const contacts = { list: '/contacts', search: 'company=a', name: 'At A' } as const
  const view = await saved(ana, { ...contacts, is_shared: true })
  // Every role may read contacts today, so it's taken from one of them.
  expect(listsOf({ abilities: [] })).not.toContain(view.list)
  expect(listsOf({ abilities: ['contacts.view'] })).toContain(view.list)
})

test('the creator and those who manage settings may change and delete a shared view, others may not', async () => {
  const view = await saved(ana, { is_shared: true })
  const refused = [await change(ben, view, { name: 'Ben’s' }), await remove(ben, view)]
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([403, 403])
  const renamed = await change(admin, view, { name: 'Overdue' })
  expect(renamed.json().data).toMatchObject({ name: 'Overdue', is_own: false, is_editable: true, version: 2 })
  expect((await change(admin, { ...view, version: 2 }, { is_shared: false })).statusCode).toBe(403)
  const hidden = await change(ana, { ...view, version: 2 }, { is_shared: false })
  expect(hidden.statusCode).toBe(200)
  expect(await names(ben)).toEqual([])
  const again = (await change(ana, hidden.json().data, { is_shared: true })).json().data as View
  expect((await remove(admin, again)).statusCode).toBe(204)
  expect([await names(ana), await names(ben)]).toEqual([[], []])
})

test('a change names the version that was read, and one that changes nothing keeps it', async () => {
  const view = await saved(ana)
  expect((await service.send('DELETE', `/api/x/views/${view.id}`, ana)).statusCode).toBe(428)
  const second = await change(ana, view, { search: 'status=draft' })
  expect([second.headers['etag'], second.json().data.search]).toEqual(['"2"', 'status=draft'])
  expect((await change(ana, view, { name: 'Stale' })).statusCode).toBe(412)
  expect((await remove(ana, view)).statusCode).toBe(412)
  expect((await change(ana, second.json().data, {})).json().data.version).toBe(2)
  const raced = await Promise.all(
    ['One', 'Two', 'Three'].map((name) => change(ana, second.json().data, { name })),
  )
  expect(raced.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 412, 412])
})

test('pins and defaults are each person’s own, and a list has one default', async () => {
  const view = await saved(ana, { is_shared: true, is_pinned: true, is_default: true })
  expect(await views(ben)).toMatchObject([{ is_pinned: false, is_default: false }])
  expect((await mark(ben, view, true, false)).json().data).toMatchObject({ is_pinned: true, version: 1 })
  const other = await saved(ana, { name: 'Paid', is_default: true })
  await saved(ana, { name: 'Cheap', list: '/services', is_default: true })
  expect((await views(ana)).map(({ name, is_default }) => [name, is_default])).toEqual([
    ['Cheap', true],
    ['Paid', true],
    ['Late ones', false],
  ])
  await mark(ana, other, false, false)
  expect((await views(ana)).filter(({ is_default }) => is_default)).toHaveLength(1)
  expect(await views(ben)).toMatchObject([{ is_pinned: true, is_default: false }])
})

test('a person has a name once in a list, however it is written; colleagues may have it too', async () => {
  const view = await saved(ana)
  const again = await save(ana, { name: ' LATE ones ' })
  expect([again.statusCode, Object.keys(again.json().error.details)]).toEqual([422, ['name']])
  await saved(ana, { list: '/services' })
  await saved(ben)
  const other = await saved(ana, { name: 'Paid' })
  expect((await change(ana, other, { name: 'late ones' })).statusCode).toBe(422)
  expect((await change(ana, view, { name: 'LATE ONES' })).statusCode).toBe(200)
  const raced = await Promise.all(Array.from({ length: 5 }, () => save(ana, { name: 'Raced' })))
  expect(raced.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 422, 422, 422, 422])
})

test('a request that repeats another saves one view, and another person’s key shows nothing of it', async () => {
  const once = { 'idempotency-key': 'views' }
  const first = await save({ ...ana, ...once })
  const second = await save({ ...ana, ...once })
  expect(second.json().data.id).toBe(first.json().data.id)
  expect((await save({ ...ben, ...once })).statusCode).toBe(422)
  expect(await names(ana)).toEqual(['Late ones'])
})

describe('an invalid view is rejected by field', () => {
  test.each([
    ['name', { name: '  ' }],
    ['name', { name: 'x'.repeat(61) }],
    ['name', { name: 'a\nb' }],
    ['name', { name: 'a\0b' }],
    ['list', { list: 'https://evil.example/' }],
    ['list', { list: '/settings' }],
    ['search', { search: '?status=paid' }],
    ['search', { search: 'status=paid#x' }],
    ['search', { search: 'a=1&&b=2' }],
    ['search', { search: `search=${'x'.repeat(2000)}` }],
    ['columns', { columns: { email: 'yes' } }],
    ['columns', { columns: { ['x'.repeat(101)]: true } }],
    ['columns', { columns: Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`c${n}`, true])) }],
    ['is_shared', { is_shared: 1 }],
  ])('%s: %j', async (field, wrong) => {
    const response = await save(ana, wrong)
    expect(response.statusCode).toBe(422)
    expect(Object.keys(response.json().error.details)[0]).toMatch(new RegExp(`^${field}`))
  })
})

describe('views from a browser', () => {
  test('move in one step, in their order, and moving them again adds nothing', async () => {
    const two = [inBrowser({ name: 'New', is_pinned: true }), inBrowser({ name: 'Old', is_default: true })]
    const both = await Promise.all([move(ana, two), move(ana, two), move(ana, two)])
    expect(both.map((response) => response.json().data.added).toSorted()).toEqual([0, 0, 2])
    expect(await views(ana)).toMatchObject([
      { name: 'New', is_pinned: true, is_default: false, is_shared: false },
      { name: 'Old', is_pinned: false, is_default: true },
    ])
    expect(await names(ben)).toEqual([])
  })

  test('get another name where only the name is taken, and leave the default that exists', async () => {
    await saved(ana, { name: 'Mine', is_default: true })
    const long = 'y'.repeat(60)
    await saved(ana, { name: long })
    const moved = await move(ana, [
      inBrowser({ name: 'mine', search: 'status=draft', is_default: true }),
      inBrowser({ name: 'Mine', columns: { phone: false } }),
      inBrowser({ name: long, search: 'status=void' }),
    ])
    expect(moved.json().data).toEqual({ added: 3 })
    expect(await names(ana)).toEqual(['mine (2)', 'Mine (3)', `${'y'.repeat(56)} (2)`, long, 'Mine'])
    expect((await views(ana)).filter(({ is_default }) => is_default).map(({ name }) => name)).toEqual([
      'Mine',
    ])
  })

  test('stay there as a whole where there is no room for all of them', async () => {
    const many = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => inBrowser({ name: `View ${from + index}` }))
    await move(ana, many(0, 50))
    await move(ana, many(50, mostOwnViews - 51))
    const full = await move(ana, many(200, 2))
    expect(full.statusCode).toBe(422)
    expect(await names(ana)).toHaveLength(mostOwnViews - 1)
    await saved(ana, { name: 'The last' })
    expect((await save(ana, { name: 'One more' })).statusCode).toBe(422)
    expect((await move(ana, many(0, 51))).statusCode).toBe(422)
  })
})

test('an account shares a limited number of views', async () => {
  const at = '2026-01-01T00:00:00.000000Z'
  await tenant.insert(
    'saved_views',
    Array.from({ length: mostSharedViews }, (_, index) => ({
      creator_id: 999,
      list: '/services',
      name: `View ${index}`,
      folded_name: `view ${index}`,
      search: '',
      columns: null,
      is_shared: 1,
      created_at: at,
      updated_at: at,
    })),
  )
  const refused = await save(admin, { is_shared: true })
  expect([refused.statusCode, Object.keys(refused.json().error.details)]).toEqual([422, ['is_shared']])
  const own = await saved(ana)
  expect((await change(ana, own, { is_shared: true })).statusCode).toBe(422)
})

test('a shared view outlives the membership of its creator, whose private ones nobody sees', async () => {
  const carla = await service.session(account, 'staff')
  await saved(carla, { is_shared: true })
  await saved(carla, { name: 'Private' })
  const members = (await service.send('GET', '/api/x/members', admin)).json().data as { id: number }[]
  const [newest] = members.toSorted((one, other) => other.id - one.id)
  expect((await service.send('DELETE', `/api/x/members/${newest?.id}`, admin)).statusCode).toBe(204)
  expect((await service.send('GET', '/api/x/views', carla)).statusCode).toBe(401)
  expect(await views(admin)).toMatchObject([{ name: 'Late ones', created_by: 'Robin', is_editable: true }])
})

test('no key reads views: they are people’s', async () => {
  const response = await service.send('GET', '/api/x/views', { authorization: `Bearer ${key}` })
  expect(response.statusCode).toBe(401)
})
