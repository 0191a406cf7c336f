import { expect, test } from 'vitest'

import { emptyService } from '#api/service-form.ts'

import { mergeServices } from './merge.ts'

const base = { ...emptyService(), name: 'Lettering', price: '85.00', tags: ['ink'] }

test('changes of different inputs by two people are all kept, and what both changed is asked about', () => {
  const mine = { ...base, name: 'Hand lettering', price: '90.00', tags: [] }
  const theirs = { ...base, price: '95.00', unit: 'day', tags: ['ink', 'print'] }
  const { merged, conflicts, taken } = mergeServices({ base, mine, theirs })
  expect(merged).toEqual({ ...mine, unit: 'day' })
  expect(taken).toEqual(['Unit'])
  expect(conflicts.map(({ label, mine: own, theirs: other }) => [label, own.text, other.text])).toEqual([
    ['Tags', 'None', 'ink and print'],
    ['Price', '90.00', '95.00'],
  ])
})
