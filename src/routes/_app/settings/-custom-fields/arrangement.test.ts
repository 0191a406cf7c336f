import { expect, test } from 'vitest'

import type { FieldDefinition } from '#contract/field-definitions.ts'

import { groupsOf, moveField, moveGroup } from './arrangement.ts'

const field = (id: number, group: string, more: Partial<FieldDefinition> = {}) =>
  ({ id, group, type: 1, retired_at: null, ...more }) as FieldDefinition

const fields = [
  field(1, 'Sales'),
  field(2, 'Paperwork', { type: 9 }),
  field(3, 'Billing'),
  field(4, 'Sales', { retired_at: '2026-01-01T00:00:00Z' }),
  field(5, 'Sales'),
]

test('fields are grouped as the wizard shows them, files apart and retired ones left out', () => {
  expect(groupsOf(fields).map(({ heading, fields: some }) => [heading, some.map(({ id }) => id)])).toEqual([
    ['Sales', [1, 5]],
    ['Billing', [3]],
    ['', [2]],
  ])
})

test('a field moves within its group, and every field is named once', () => {
  expect(moveField(5, 0)(fields)).toEqual([5, 1, 3, 2, 4])
  expect(moveField(1, 9)(fields)).toEqual([5, 1, 3, 2, 4])
  expect(moveField(999, 0)(fields)).toEqual([1, 5, 3, 2, 4])
})

test('a group moves with its fields', () => {
  expect(moveGroup('Billing', 0)(fields)).toEqual([3, 1, 5, 2, 4])
})

test('a move that is repeated on the order of somebody else keeps both', () => {
  const theirs = [fields[2]!, fields[0]!, fields[1]!, fields[4]!, fields[3]!] // all of the five
  expect(moveField(5, 0)(theirs)).toEqual([3, 5, 1, 2, 4])
})
