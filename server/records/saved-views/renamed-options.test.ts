import { defaultStringifySearch } from '@tanstack/react-router'
import { expect, test } from 'vitest'

import type { View } from '#contract/account/saved-views.ts'
import { startOffice } from '#server/tools/testing/office.ts'

import { withOptionRenamed } from './renamed-options.ts'

const { service, account, staff } = await startOffice()

/** The query of a list as the dashboard saves it: that of its router, in alphabetical order. */
function searchOf(search: object): string {
  const params = new URLSearchParams(defaultStringifySearch(search))
  params.sort()
  return params.toString()
}

test.each([
  ['Fair', 'Trade fair'],
  ['Fair', 'Größe & “Ünïcode” 100%'],
  ['12', '13'],
  ['12', 'Twelve'],
  ['Twelve', '12'],
  ['true', 'null'],
  ['"quoted"', '{}'],
])('a view that filters by %s filters by %s afterwards, spelled as the dashboard does', (from, to) => {
  const rest = { archived: 'all', field: 7, search: 'a b' }
  const [before, after] = [searchOf({ ...rest, value: from }), searchOf({ ...rest, value: to })]
  expect(
    withOptionRenamed(before, 7, [
      { from: 'Other', to: 'x' },
      { from, to },
    ]),
  ).toBe(after)
  expect(withOptionRenamed(before, 8, [{ from, to }])).toBe(before)
  expect(withOptionRenamed(before, 7, [{ from: `${from} `, to }])).toBe(before)
})

test('a renamed option is renamed in everyone’s views, in the transaction that renames it', async () => {
  const owner = await service.session(account.id, 'owner')
  const field = {
    type: 5,
    name: 'Source',
    group: '',
    description: '',
    placeholder: '',
    required: false,
    options: ['Fair', 'Web'],
    retired_options: [],
    file_config: null,
  }
  const made = await service.send('POST', '/api/x/custom-fields', owner, {
    ...field,
    options: field.options.map((name) => ({ name })),
  })
  expect([made.statusCode, made.body]).toEqual([201, expect.any(String)])
  const { id } = made.json().data as { id: number }
  const save = async (headers: Record<string, string>, name: string, search: object) =>
    (
      await service.send('POST', '/api/x/views', headers, {
        name,
        list: '/customers',
        search: searchOf(search),
        columns: null,
        is_shared: false,
        is_pinned: false,
        is_default: false,
      })
    ).json().data as View
  await save(owner, 'Fair', { field: id, value: 'Fair' })
  await save(staff, 'Fair too', { field: id, value: 'Fair', sort: 'name' })
  await save(staff, 'Web', { field: id, value: 'Web' })
  await save(staff, 'Another field', { field: id + 1, value: 'Fair' })
  const version = made.headers['etag'] as string
  const renamed = await service.send(
    'PUT',
    `/api/x/custom-fields/${id}`,
    { ...owner, 'if-match': version },
    {
      ...field,
      options: [
        { name: 'Trade fair', was: 'Fair' },
        { name: 'Web', was: 'Web' },
      ],
    },
  )
  expect([renamed.statusCode, renamed.body]).toEqual([200, expect.any(String)])
  const all = await account.tenant
    .select('saved_views')
    .select(['name', 'search', 'version'])
    .orderBy('id')
    .execute()
  expect(all).toEqual([
    { name: 'Fair', search: searchOf({ field: id, value: 'Trade fair' }), version: 2 },
    { name: 'Fair too', search: searchOf({ field: id, value: 'Trade fair', sort: 'name' }), version: 2 },
    { name: 'Web', search: searchOf({ field: id, value: 'Web' }), version: 1 },
    { name: 'Another field', search: searchOf({ field: id + 1, value: 'Fair' }), version: 1 },
  ])
})
