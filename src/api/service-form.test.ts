import { expect, test } from 'vitest'

import type { Service } from '#contract/services/services.ts'

import {
  copyOf,
  emptyService,
  serviceInput,
  servicePathOf,
  serviceProblems,
  serviceValues,
} from './service-form.ts'

const service: Service = {
  id: 7,
  name: 'Lettering',
  description: 'By hand',
  type: 'service',
  category: 'Design',
  price: 85.5,
  currency: 'EUR',
  billing_type: 'hourly',
  is_active: false,
  tax_rate: 8.875,
  unit: 'hour',
  created_at: '2026-01-01T00:00:00.000000Z',
  updated_at: '2026-01-01T00:00:00.000000Z',
  custom_fields: [
    { id: 1, name: 'Lead time', key: 'lead_time', value: 'Two weeks', type: 'text' },
    { id: 2, name: 'People', key: 'people', value: -3, type: 'number' },
    { id: 3, name: 'Options', key: 'options', value: ['a'], type: 'checkbox' },
  ],
  tags: ['ink', 'print'],
}

test('a service that nobody changes is sent as it is', () => {
  const { id: _id, created_at: _created, updated_at: _updated, ...plain } = service
  expect(serviceInput(serviceValues(service))).toEqual({
    ...plain,
    custom_fields: [
      { id: 1, name: 'Lead time', value: 'Two weeks' },
      { id: 2, name: 'People', value: -3 },
      { id: 3, name: 'Options' },
    ],
  })
  expect([...serviceProblems(serviceValues(service))]).toEqual([])
})

test('a price is shown with the decimals of its currency, and typed with a comma or a point', () => {
  expect(serviceValues(service).price).toBe('85.50')
  expect(serviceValues({ ...service, price: 1200, currency: 'JPY' }).price).toBe('1200')
  for (const price of ['85,5', '85.50', ' 85.5 '])
    expect(serviceInput({ ...serviceValues(service), price }).price).toBe(85.5)
})

test('a copy has custom fields of its own, without those that a form can’t hold', () => {
  const copy = copyOf(service)
  expect(copy.name).toBe('Lettering (copy)')
  expect(serviceInput(copy).custom_fields).toEqual([
    { name: 'Lead time', type: 'text', value: 'Two weeks' },
    { name: 'People', type: 'number', value: -3 },
  ])
})

test.each([
  [{}, ['name', 'category', 'price', 'tax_rate']],
  [{ price: '1.005' }, ['price']],
  [{ price: '1.5', currency: 'JPY' }, ['price']],
  [{ price: '-1' }, ['price']],
  [{ tax_rate: '101' }, ['tax_rate']],
  [{ tax_rate: '1.23456' }, ['tax_rate']],
  [{ tags: ['x'.repeat(51)] }, ['tags']],
  [
    { custom_fields: [{ field_id: null, name: 'x', type: 'number', value: 'many', is_kept: false }] },
    ['custom_fields.0.value'],
  ],
])('what is wrong with %o is shown at its input', (more, paths) => {
  const values = Object.keys(more).length === 0 ? emptyService() : { ...serviceValues(service), ...more }
  expect([...new Set([...serviceProblems(values)].map(([path]) => path))]).toEqual(paths)
})

test('what the service refuses is shown at its input', () => {
  expect(servicePathOf('tags.0')).toBe('tags')
  expect(servicePathOf('custom_fields.2.value')).toBe('custom_fields.2.value')
  expect(servicePathOf('custom_fields.2.type')).toBe('custom_fields.2.name')
  expect(servicePathOf('Idempotency-Key')).toBeUndefined()
})
