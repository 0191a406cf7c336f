import { expect, test } from 'vitest'

import { changeLines } from './customer-change-lines.ts'

const names = new Map([['source', 'How they found us']])

/** Without the isolation of values. */
const linesOf = (...given: Parameters<typeof changeLines>) =>
  changeLines(...given).map((line) => line.replaceAll(/[\u2068\u2069]/g, ''))

test('what was changed is named as on the page, in its order, from and to', () => {
  const changes = {
    'custom_fields.source': { from: null, to: 'Fair' },
    invoice_template: { from: null, to: 'German' },
    city: { from: 'Oslo', to: null },
    email: { from: 'zoe@example.com', to: 'new@example.com' },
  }
  expect(linesOf(changes, names)).toEqual([
    'Email: zoe@example.com → new@example.com',
    'City: Oslo → none',
    'Invoice template: default → German',
    'How they found us: none → Fair',
  ])
})

test('a text of several lines stays on one, and a field that is gone is named by its key', () => {
  const changes = { 'custom_fields.remarks': { from: 'one\n two', to: '' } }
  expect(linesOf(changes, names)).toEqual(['remarks: one two → none'])
})

test('permissions are summed up, and files are listed by what became of them', () => {
  const all = ['view', 'create', 'edit', 'delete'].map((verb) => `${verb}-invoice`)
  expect(linesOf({ permissions: { from: [], to: all } }, names)).toEqual([
    'Permissions: No access → Invoices',
  ])
  expect(linesOf({ permissions: { from: ['view-invoice'], to: all } }, names)).toEqual([
    'Permissions changed',
  ])
  expect(linesOf({ files: { from: ['a.pdf'], to: ['b.png', 'c.png'] } }, names)).toEqual([
    'Added b.png and c.png',
    'Removed a.pdf',
  ])
})

test('an entry without changes, or with ones that only a newer service knows, says nothing', () => {
  expect(linesOf(null, names)).toEqual([])
  expect(linesOf({ photo: { from: 1, to: 2 }, files: { from: 3, to: {} } }, names)).toEqual([])
})

test('values from right to left keep their places around the arrow', () => {
  expect(changeLines({ city: { from: 'بيروت', to: 'دبي' } }, names)).toEqual([
    'City: \u2068بيروت\u2069 → \u2068دبي\u2069',
  ])
})
