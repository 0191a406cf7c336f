import { expect, test } from 'vitest'

import type { Condition } from '#contract/webhooks/config.ts'

import { matches } from './conditions.ts'

const payload = {
  type: 'customer.created',
  timestamp: '2026-03-01T12:00:00.000000Z',
  data: {
    id: 7,
    email: 'ada@example.com',
    total: 99.5,
    code: '0012',
    vip: true,
    phone: null,
    tags: ['new', 'vip', 3],
    business_information: { company_name: 'Acme' },
    permissions: {},
  },
}

test.each<[string, Condition['operator'], Condition['value'], boolean]>([
  ['type', 'equals', 'customer.created', true],
  ['data.email', 'equals', 'ada@example.com', true],
  ['data.email', 'equals', 'ADA@example.com', false],
  ['data.id', 'equals', 7, true],
  ['data.id', 'equals', '7', true],
  ['data.id', 'equals', '7.0', true],
  ['data.code', 'equals', '0012', true],
  ['data.vip', 'equals', true, true],
  ['data.vip', 'equals', 'true', true],
  ['data.vip', 'equals', 1, false],
  ['data.phone', 'equals', null, true],
  ['data.phone', 'equals', 'null', false],
  ['data.absent', 'equals', null, true],
  ['data.absent', 'equals', '', false],
  ['data.permissions', 'equals', '[object Object]', false],
  ['data.email', 'not_equals', 'bob@example.com', true],
  ['data.absent', 'not_equals', 'x', true],
  ['data.id', 'not_equals', 7, false],
  ['data.email', 'contains', '@example', true],
  ['data.tags', 'contains', 'vip', true],
  ['data.tags', 'contains', '3', true],
  ['data.tags', 'contains', 'vi', false],
  ['data.absent', 'contains', '', false],
  ['data.email', 'starts_with', 'ada', true],
  ['data.email', 'starts_with', 'bob', false],
  ['data.total', 'greater_than', 99, true],
  ['data.total', 'greater_than', '100', false],
  ['data.total', 'greater_than', 99.5, false],
  ['data.total', 'less_than', '100', true],
  ['data.total', 'less_than', '99.50', false],
  ['data.id', 'less_than', 30, true],
  ['data.id', 'greater_than', null, false],
  ['timestamp', 'greater_than', '2026-02-28', true],
  ['timestamp', 'less_than', '2026-02-28', false],
  ['data.absent', 'greater_than', -1, false],
  ['data.absent', 'less_than', 1, false],
  ['data.email', 'exists', undefined, true],
  ['data.phone', 'exists', undefined, false],
  ['data.absent.deeper', 'exists', undefined, false],
  ['data.business_information.company_name', 'equals', 'Acme', true],
  ['data.tags.0', 'equals', 'new', true],
  ['data.constructor', 'exists', undefined, false],
  ['data.__proto__', 'exists', undefined, false],
])('%s %s %j is %s', (field, operator, value, expected) => {
  expect(matches([value === undefined ? { field, operator } : { field, operator, value }], payload)).toBe(
    expected,
  )
})

test('all conditions must match, and no conditions always match', () => {
  const one: Condition = { field: 'data.id', operator: 'equals', value: 7 }
  const other: Condition = { field: 'data.id', operator: 'equals', value: 8 }
  expect([matches([], payload), matches([one], payload), matches([one, other], payload)]).toEqual([
    true,
    true,
    false,
  ])
})
