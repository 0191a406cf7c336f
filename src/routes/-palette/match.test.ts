import { expect, test } from 'vitest'

import { containsWords, markMatches, matchesLabel, misfit } from './match.ts'

const marked = (label: string, text: string) =>
  markMatches(label, text)
    .map((piece) => (piece.isMatch ? `[${piece.text}]` : piece.text))
    .join('')

test.each([
  ['New customer', 'new cus', true],
  ['New customer', 'cus', true],
  ['New customer', 'tomer', false],
  ['Dark theme', 'DARK', true],
  ['Invoices', 'inx', false],
])('action %j matches %j: %s', (label, text, expected) => {
  expect(matchesLabel(label, text)).toBe(expected)
})

test('records match like on the service: every word, anywhere, ignoring accents and case', () => {
  expect(containsWords(['Zoë', 'Ødegård', null], 'odeg zo')).toBe(true)
  expect(containsWords(['Zoë', 'Ødegård', null], 'odeg ana')).toBe(false)
})

test('what fits better comes first: a number by its end, then names by their beginning, then anything else', () => {
  const rows: [string, string][] = [
    ['Imp142 Person 142', '+1 555 0142'],
    ['Acme 0142 Ltd', ''],
    ['0142 Ltd', ''],
    ['INV-2026-0142', 'Ana Horvat'],
    ['B0142', 'Ana Horvat'],
  ]
  const order = rows.toSorted((one, other) => misfit(...one, '0142') - misfit(...other, '0142'))
  expect(order.map(([label]) => label)).toEqual([
    'INV-2026-0142',
    'B0142',
    '0142 Ltd',
    'Acme 0142 Ltd',
    'Imp142 Person 142',
  ])
})

test.each([
  ['Ana Horvat', 'hor', 'Ana [Hor]vat'],
  ['Ana Horvat', 'vat ana', '[Ana] Hor[vat]'],
  ['Zoë Ødegård', 'odeg', 'Zoë [Ødeg]ård'],
  ['INV-2026-0169', '0169', 'INV-2026-[0169]'],
  ['aaa', 'aa a', '[aa]a'],
  ['Straße', 'stra', 'Straße'],
  ['Ana', '', 'Ana'],
])('in %j, %j highlights %j', (label, text, expected) => {
  expect(marked(label, text)).toBe(expected)
})
