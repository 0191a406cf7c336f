import { describe, expect, test } from 'vitest'

import { presets } from '../-permission-edits.ts'
import type { Part } from '../-permission-rules.ts'
import {
  type Choices,
  type Counts,
  choose,
  chooseExactly,
  choosePart,
  coverageOf,
  effectsOf,
  grantedToAll,
  namesWith,
} from './choices.ts'

const nothing: Choices = new Map()

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

describe('of fifteen customers, all view invoices, four edit them and nobody deletes them:', () => {
  const counts: Counts = {
    total: 15,
    having: new Map([
      ['view-invoice', 15],
      ['edit-invoice', 4],
    ]),
  }
  const [view, edit, remove] = (['view', 'edit', 'delete'] as const).map((verb) => ({
    module: 'invoice' as const,
    verb,
  })) as [Part, Part, Part]

  test('each box says whether all, some or none of them have it', () => {
    expect([view, edit, remove].map((part) => coverageOf(part, nothing, counts))).toEqual([
      'all',
      'some',
      'none',
    ])
    expect(coverageOf({ module: 'invoice' }, nothing, counts)).toBe('some')
    expect(coverageOf({ module: 'meeting' }, nothing, counts)).toBe('none')
    expect(coverageOf({}, nothing, counts)).toBe('some')
    expect(grantedToAll(nothing, counts)).toBeUndefined()
  })

  test('what some have is granted to all, then taken from all, and then stays as it is', () => {
    const granted = choosePart(nothing, edit, true, counts)
    expect(coverageOf(edit, granted, counts)).toBe('all')
    const revoked = choosePart(granted, edit, false, counts)
    expect(coverageOf(edit, revoked, counts)).toBe('none')
    expect(coverageOf(edit, choosePart(revoked, edit, true, counts), counts)).toBe('some')
  })

  test('a second click takes back what all or none of them have', () => {
    const revoked = choosePart(nothing, view, false, counts)
    expect(namesWith(revoked, 'revoke')).toContain('view-invoice')
    expect(namesWith(choosePart(revoked, view, true, counts), 'revoke')).not.toContain('view-invoice')
    const granted = choosePart(nothing, remove, true, counts)
    expect(namesWith(choosePart(granted, remove, false, counts), 'revoke')).toEqual([])
  })

  test('a row, a column or everything is chosen at once, without what they all have already', () => {
    expect(namesWith(choosePart(nothing, { verb: 'view' }, true, counts), 'grant').toSorted()).toEqual([
      'view-contract',
      'view-meeting',
      'view-proposal',
    ])
    expect(grantedToAll(choosePart(nothing, {}, true, counts), counts)).toEqual(presets.full)
    expect(namesWith(choosePart(nothing, {}, false, counts), 'revoke').toSorted()).toEqual(
      expect.arrayContaining(['edit-invoice', 'view-invoice']),
    )
  })

  test.each(Object.entries(presets))(
    'the preset %s leaves all of them with exactly that',
    (_name, granted) => {
      expect(grantedToAll(chooseExactly(granted, counts), counts)).toEqual(granted)
    },
  )
})
