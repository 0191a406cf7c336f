import { expect, test } from 'vitest'

import { type NewCustomer, emptyCustomer } from '#api/customer-form.ts'
import type { CustomFieldConfig } from '#contract/customers/custom-fields.ts'

import { mergeEdits } from './merge.ts'

const source: CustomFieldConfig = { id: 1, type: 1, name: 'Source', key: 'source', required: false }
const base: NewCustomer = {
  ...emptyCustomer(),
  name: 'Zoë',
  last_name: 'Ødegård',
  email: 'zoe@example.com',
  phone: '1',
  texts: { f1: 'Fair' },
  permissions: [4],
  kept: {
    f2: [
      { name: 'a.pdf', path: '/a' },
      { name: 'b.pdf', path: '/b' },
    ],
  },
}
const merge = (mine: Partial<NewCustomer>, theirs: Partial<NewCustomer>) =>
  mergeEdits(base, { ...base, ...mine }, { ...base, ...theirs }, [source])

test('two people’s changes to different fields are both kept without a prompt', () => {
  const { merged, conflicts, taken } = merge(
    { name: 'Zoé', permissions: [4, 8] },
    { phone: '2', texts: { f1: 'Search' }, business: { ...base.business, city: 'Bergen' } },
  )
  expect(conflicts).toEqual([])
  expect(taken).toEqual(['Phone', 'City', 'Source'])
  expect(merged).toEqual({
    ...base,
    name: 'Zoé',
    permissions: [4, 8],
    phone: '2',
    texts: { f1: 'Search' },
    business: { ...base.business, city: 'Bergen' },
  })
})

test('conflicting changes keep mine and offer theirs', () => {
  const { merged, conflicts } = merge({ phone: '2', permissions: [] }, { phone: '3', permissions: [8, 4] })
  expect(merged).toMatchObject({ phone: '2', permissions: [] })
  expect(conflicts).toEqual([
    {
      path: 'phone',
      label: 'Phone',
      mine: { value: '2', text: '2' },
      theirs: { value: '3', text: '3' },
    },
    {
      path: 'permissions',
      label: 'Permissions',
      mine: { value: [], text: 'None' },
      theirs: { value: [4, 8], text: 'view invoices and view contracts' },
    },
  ])
})

test('the same change by both isn’t a conflict', () => {
  expect(merge({ phone: '2' }, { phone: '2' })).toMatchObject({ conflicts: [], taken: [] })
})

test('a file removed by either person stays removed, and one they added stays', () => {
  const [a, b, c] = ['/a', '/b', '/c'].map((path) => ({ name: path, path }))
  const { merged } = merge({ kept: { f2: [b!] } }, { kept: { f2: [a!, b!, c!] } })
  expect(merged.kept).toEqual({ f2: [b, c] })
})
