import { expect, test } from 'vitest'

import { choose, effectsOf, namesWith } from './choices.ts'

const nothing = new Map()

test('granting a permission also grants view of that module, and nothing else', () => {
  const choices = choose(nothing, 'edit-invoice', 'grant')
  expect(namesWith(choices, 'grant').toSorted()).toEqual(['edit-invoice', 'view-invoice'])
  expect(namesWith(choices, 'revoke')).toEqual([])
})

test('revoking view revokes all four of that module', () => {
  const choices = choose(choose(nothing, 'create-meeting', 'grant'), 'view-meeting', 'revoke')
  expect(namesWith(choices, 'revoke')).toHaveLength(4)
  expect(namesWith(choices, 'grant')).toEqual([])
})

test('the preview says who gets a permission, who loses one, and who has it already', () => {
  const having = new Map([
    ['view-invoice', 3],
    ['delete-contract', 1],
    ['view-proposal', 15],
  ] as const)
  const choices = choose(
    choose(choose(nothing, 'view-invoice', 'grant'), 'delete-contract', 'revoke'),
    'view-proposal',
    'grant',
  )
  expect(effectsOf(choices, { total: 15, having }).map(({ title, text }) => `${title}: ${text}`)).toEqual([
    'View invoices: 12 customers get it; 3 already have it',
    'Delete contracts: 1 customer loses it; 14 don’t have it',
    'View proposals: 15 customers already have it',
  ])
})
