import { expect, test } from 'vitest'

import type { FieldDefinition } from '#contract/customers/field-definition.ts'

import { groupsOf, moveField, moveFieldToGroup, moveGroup } from './arrangement.ts'

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
  expect(moveField(5, 0)(fields).ids).toEqual([5, 1, 3, 2, 4])
  expect(moveField(1, 9)(fields).ids).toEqual([5, 1, 3, 2, 4])
  expect(moveField(999, 0)(fields).ids).toEqual([1, 5, 3, 2, 4])
})

test('a group moves with its fields', () => {
  expect(moveGroup('Billing', 0)(fields).ids).toEqual([3, 1, 5, 2, 4])
})

test('a move that is repeated on the order of somebody else keeps both', () => {
  const theirs = [fields[2]!, fields[0]!, fields[1]!, fields[4]!, fields[3]!] // all of the five
  expect(moveField(5, 0)(theirs).ids).toEqual([3, 5, 1, 2, 4])
})

test('a field moves to a place of another group, whose order with the others stays', () => {
  expect(moveFieldToGroup(1, 'Billing', 0)(fields)).toEqual({
    ids: [5, 1, 3, 2, 4],
    regrouped: { id: 1, group: 'Billing' },
  })
  expect(moveFieldToGroup(1, 'Billing', 9)(fields).ids).toEqual([5, 3, 1, 2, 4])
  expect(moveFieldToGroup(3, 'Sales', 1)(fields).ids).toEqual([1, 3, 5, 2, 4])
})

test('a group that somebody else has emptied meanwhile begins anew, ahead of the files', () => {
  const theirs = fields.filter(({ id }) => id !== 3)
  expect(moveFieldToGroup(5, 'Billing', 0)(theirs)).toEqual({
    ids: [1, 5, 2, 4],
    regrouped: { id: 5, group: 'Billing' },
  })
})

test('a field that somebody else has deleted meanwhile isn’t moved', () => {
  expect(moveFieldToGroup(999, 'Billing', 0)(fields)).toEqual({ ids: [1, 5, 3, 2, 4] })
})
