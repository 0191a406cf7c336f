import { expect, test } from 'vitest'

import { narrowed } from './narrowed.ts'

const names = ['Zoë Ødegård, Ødegård AS', 'Noor Haddad', 'Ada Lovelace']
const label = (name: string) => name

test.each([
  ['odeg', ['Zoë Ødegård, Ødegård AS']],
  ['ødegård, zoë', ['Zoë Ødegård, Ødegård AS']],
  ['ad', ['Noor Haddad', 'Ada Lovelace']],
  ['noor ada', []],
  ['', names],
])('of what was found before, “%s” leaves what may still match', (text, left) => {
  expect(narrowed(names, text, label)).toEqual(left)
})
