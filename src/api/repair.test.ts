import { expect, test } from 'vitest'
import type * as z from 'zod/mini'

import { CustomFieldConfig } from '#contract/customers/custom-fields.ts'
import { CustomerRow } from '#contract/customers/customers.ts'
import { Invoice } from '#contract/invoices/invoices.ts'

import { repaired } from './repair.ts'

const customer = {
  id: 7,
  name: 'Ada',
  last_name: 'Lovelace',
  phone: '1',
  email: 'ada@client.example',
  profile_photo_path: null,
  business_information: {},
  custom_fields: [],
  permissions: { 4: 'view-invoice' },
}
const field = {
  id: 3,
  user_id: 1,
  location: 2,
  type: 1,
  name: 'Tax',
  key: 'tax',
  description: null,
  placeholder: null,
  group: '1',
  created_at: '',
  updated_at: '',
}
const value = { id: 9, owner_id: 1, user_id: 7, custom_field_id: 3, created_at: '', updated_at: '' }

test('what fits is returned as it is, unknown fields included', () => {
  expect(repaired(CustomerRow, { ...customer, tier: 3 })).toEqual({ ...customer, tier: 3 })
})

test.each([
  ['null for a text', { phone: null }, { phone: '' }],
  ['a number for a text', { phone: 4930123 }, { phone: '4930123' }],
  ['an empty array for an object', { business_information: [] }, { business_information: {} }],
  ['null for permissions', { permissions: null }, { permissions: {} }],
  ['null for a list', { custom_fields: null }, { custom_fields: [] }],
  ['null in a list', { custom_fields: [null] }, { custom_fields: [] }],
  ['digits for an id', { id: '12' }, { id: 12 }],
])('%s is repaired', (_what, sent, read) => {
  expect(repaired(CustomerRow, { ...customer, ...sent })).toEqual({ ...customer, ...read })
})

test('a value of several choices, a lost id and unknown references of a custom field are repaired', () => {
  const { id: _id, owner_id: _owner, ...rest } = value
  const sent = { ...field, location: null, custom_field_values: [{ ...rest, value: ['S', 'M'] }] }
  const [read] = repaired(CustomerRow, { ...customer, custom_fields: { 0: sent } })?.custom_fields ?? []
  expect(read).toMatchObject({ location: 0, custom_field_values: [{ id: 1, owner_id: 0, value: 'S, M' }] })
})

test('rules of a file field that can’t be read are left to the service', () => {
  const sent = { id: 1, type: 9, name: 'Files', key: 'files', required: true, fields: { fileConfig: 'any' } }
  expect(repaired(CustomFieldConfig, sent)?.fields).toEqual({ fileConfig: null })
})

test.each([
  ['permissions without ids', CustomerRow, { ...customer, permissions: ['view-invoice'] }],
  ['a customer without an id', CustomerRow, { ...customer, id: null }],
  ['a text that is an object', CustomerRow, { ...customer, email: { address: 'ada@client.example' } }],
  ['an invoice without a total', Invoice, { id: 1, total_amount: null }],
  ['a line without its amount', Invoice, { id: 1, total_amount: 1, line_items: [{ id: 1 }] }],
  ['no object at all', CustomerRow, 'customer'],
])('nothing is made up for %s', (_what, schema, sent) => {
  expect(repaired<z.ZodMiniType>(schema, sent)).toBeUndefined()
})
