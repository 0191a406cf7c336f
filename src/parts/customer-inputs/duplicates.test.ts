import { expect, test } from 'vitest'

import type { CustomerRow } from '#contract/customers/customers.ts'

import { duplicateSearch, duplicatesIn } from './duplicates.ts'

const row = (more: Partial<CustomerRow> & { company?: string }): CustomerRow => ({
  id: 1,
  name: 'Eirik',
  last_name: 'Ødegård',
  phone: '+47 22 12 34 56',
  email: 'eirik@fjord.example',
  profile_photo_path: null,
  business_information: { company_name: more.company ?? 'Fjord AS' },
  custom_fields: [],
  permissions: [],
  ...more,
})
const typed = { name: '', last_name: '', email: '', phone: '', company: '' }

test('a name at the same company is a duplicate, however its accents and spaces are typed', () => {
  const rows = [row({}), row({ id: 2, company: 'Another AS' }), row({ id: 3, name: 'Eirika' })]
  const identity = { ...typed, name: 'eirik ', last_name: 'Odegard', company: 'FJORD  as' }
  expect(duplicatesIn(rows, 'name', identity).map(({ id }) => id)).toEqual([1])
})

test('a name without a company is not checked', () => {
  const identity = { ...typed, name: 'Eirik', last_name: 'Ødegård' }
  expect(duplicateSearch('name', identity)).toBe('')
  expect(duplicatesIn([row({ company: '' })], 'name', identity)).toEqual([])
})

test('a phone number is compared and searched by its digits', () => {
  const identity = { ...typed, phone: '(+47) 22-12-34-56' }
  expect(duplicateSearch('phone', identity)).toBe('4722123456')
  expect(duplicatesIn([row({}), row({ id: 2, phone: '22 12 34 56' })], 'phone', identity)).toHaveLength(1)
})

test('an email is compared without case', () => {
  expect(duplicatesIn([row({})], 'email', { ...typed, email: ' EIRIK@fjord.example' })).toHaveLength(1)
  expect(duplicatesIn([row({ email: '' })], 'email', typed)).toEqual([])
})
