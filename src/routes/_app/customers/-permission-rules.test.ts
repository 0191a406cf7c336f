import { expect, test } from 'vitest'

import { actions, modules } from '#contract/values/permissions.ts'

import { presetOf, presets, toggle } from './-permission-edits.ts'
import { coverage, grantedIn } from './-permission-rules.ts'
import { sentence } from './-permission-sentence.ts'

test('granting edit, create or delete grants view too', () => {
  for (const verb of ['create', 'edit', 'delete'] as const)
    for (const module of modules)
      expect(coverage(toggle([], { module, verb }, true), { module, verb: 'view' })).toBe('all')
})

test('removing view removes everything of that module and nothing of another', () => {
  const left = toggle(presets.full, { module: 'contract', verb: 'view' }, false)
  expect(coverage(left, { module: 'contract' })).toBe('none')
  expect(left).toHaveLength(12)
})

test('removing edit leaves view', () => {
  const left = toggle(presets.full, { verb: 'edit' }, false)
  expect(coverage(left, { verb: 'view' })).toBe('all')
  expect(coverage(left, { verb: 'edit' })).toBe('none')
})

test('the whole matrix is granted and removed with one toggle', () => {
  expect(toggle([], {}, true)).toHaveLength(actions.length)
  expect(toggle(presets.full, {}, false)).toEqual([])
})

test('view only is 4, 8, 12 and 16 on the wire', () => {
  expect(presets.view).toEqual([4, 8, 12, 16])
})

test('permissions are read from the map, from the empty array, and unknown ids are left out', () => {
  expect(grantedIn([])).toEqual([])
  expect(grantedIn({ 12: 'view-proposal', 4: 'view-invoice', 99: 'view-moon' })).toEqual([4, 12])
})

test('a sentence describes a set of permissions', () => {
  expect(sentence([])).toBe('This customer has no access to invoices, contracts, proposals or meetings.')
  expect(sentence(presets.full)).toBe(
    'This customer can view, create, edit and delete invoices, contracts, proposals and meetings.',
  )
  expect(sentence(presets.view)).toBe(
    'This customer can only view invoices, contracts, proposals and meetings.',
  )
  expect(sentence([2, 4, 8])).toBe(
    'This customer can view and edit invoices, view contracts, and has no access to proposals or meetings.',
  )
})

test('a set of permissions is a preset only on an exact match', () => {
  expect([presets.none, presets.view, presets.full].map(presetOf)).toEqual(['none', 'view', 'full'])
  expect(presetOf([16, 4, 12, 8])).toBe('view')
  expect(presetOf([4, 8])).toBeUndefined()
})
