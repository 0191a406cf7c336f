import { expect, test } from 'vitest'

import { presets } from './-permission-edits.ts'
import { permissionSummary, permissionWords } from './-permission-words.ts'

const of = (ids: readonly number[]) => ({
  permissions: Object.fromEntries(ids.map((id) => [String(id), ''])),
})

test.each([
  [[], 'No access'],
  [presets.full, 'Full access'],
  [presets.view, 'View only'],
  [[8, 16], 'Contracts, Meetings'],
  [[4], 'Invoices'],
  [[4, 8, 12], '3 of 4 areas'],
  [[1, 4, 8, 12, 16], '4 of 4 areas'],
])('the permissions %j are summarized as %s', (ids, words) => {
  expect(permissionSummary(of(ids))).toBe(words)
})

test('each area’s permissions are listed in full', () => {
  expect(permissionWords(of([4, 3, 13, 14, 15, 16]))).toBe('Invoices: view, delete; Meetings: everything')
})
