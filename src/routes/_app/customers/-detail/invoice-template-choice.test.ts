import { expect, test } from 'vitest'

import { listedOrDefault } from './invoice-template-choice.ts'

test('a chosen invoice template that was deleted meanwhile leaves the default', () => {
  expect(listedOrDefault('2', [{ id: 1 }, { id: 2 }])).toBe('2')
  expect(listedOrDefault('2', [{ id: 1 }])).toBe('')
  expect(listedOrDefault('', [{ id: 1 }])).toBe('')
  expect(listedOrDefault('2', undefined)).toBe('')
})
