import { expect, test } from 'vitest'

import {
  type SavedView,
  canonicalSearch,
  columnsFragment,
  columnsInFragment,
  mostViews,
  readViews,
  viewNamed,
  viewsKey,
  writeViews,
} from './saved-views.ts'

const overdue: SavedView = {
  id: 'a',
  name: 'Overdue',
  list: '/invoices',
  search: 'sort=due_date&status=overdue',
  isPinned: true,
  isDefault: false,
}
const drafts: SavedView = { ...overdue, id: 'b', name: 'Drafts', search: 'status=draft' }
const hourly: SavedView = { ...overdue, id: 'c', name: 'Hourly', list: '/services', search: 'type=service' }

test('saved views are read back', () => {
  const views = [overdue, { ...drafts, columns: { email: false } }]
  expect(readViews(writeViews(views))).toEqual(views)
})

test.each([
  ['nothing', undefined],
  ['no JSON', '{"version":1'],
  ['another shape', '[]'],
  ['another version', JSON.stringify({ version: 2, views: [overdue] })],
  ['views that are no list', JSON.stringify({ version: 1, views: 'all' })],
])('%s in browser storage gives no views', (_what, text) => {
  expect(readViews(text)).toEqual([])
})

test.each([
  ['a list elsewhere', { list: '//evil.example' }],
  ['an address', { list: 'https://evil.example/' }],
  ['a path that climbs', { list: '/../sign-in' }],
  ['a search with a fragment', { search: 'a=1#b' }],
  ['a name without letters', { name: '   ' }],
  ['a name too long', { name: 'x'.repeat(61) }],
  ['an id of other signs', { id: '"><' }],
  ['columns that are no choice', { columns: { email: 'yes' } }],
])('a view with %s is skipped, and the others stay', (_what, wrong) => {
  const text = JSON.stringify({ version: 1, views: [{ ...overdue, ...wrong }, drafts] })
  expect(readViews(text)).toEqual([drafts])
})

test('no more views are read than a browser kept', () => {
  const many = Array.from({ length: mostViews + 5 }, (_, index) => ({
    ...overdue,
    id: `view-${index}`,
    name: `View ${index}`,
  }))
  expect(readViews(writeViews(many))).toEqual(many.slice(0, mostViews))
})

test('a name is that of a view in any case, of the same list', () => {
  expect(viewNamed([overdue, drafts, hourly], '/invoices', ' DRAFTS ')).toBe(drafts)
  expect(viewNamed([overdue, drafts, hourly], '/services', 'Drafts')).toBeUndefined()
})

test('equal queries are one view, whatever their order and page', () => {
  const spelled = canonicalSearch('?status=overdue&page=3&search=a%20b&sort=-due_date', ['page'])
  expect(spelled).toBe(canonicalSearch('sort=-due_date&search=a+b&status=overdue', ['page']))
  expect(spelled).not.toContain('page')
})

test('views of another person or another account are kept apart', () => {
  expect(new Set([viewsKey(1, 2), viewsKey(2, 1), viewsKey(1, 22), viewsKey(11, 2)]).size).toBe(4)
})

test('a link contains only columns that differ from the default', () => {
  const all = [
    { id: 'name' },
    { id: 'phone' },
    { id: 'email', isExtra: true },
    { id: 'a&b=ü', isExtra: true },
  ]
  expect(
    columnsFragment({ all, visibility: { name: true, phone: true, email: false, 'a&b=ü': false } }),
  ).toBe('')
  const fragment = columnsFragment({
    all,
    visibility: { name: true, phone: false, email: false, 'a&b=ü': true },
  })
  expect(columnsInFragment(fragment)).toEqual({ phone: false, 'a&b=ü': true })
})

test('an unrelated fragment changes no columns', () => {
  expect(columnsInFragment('')).toBeUndefined()
  expect(columnsInFragment('history')).toBeUndefined()
})
