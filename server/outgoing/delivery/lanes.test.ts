import { expect, test } from 'vitest'

import { Slots } from './lanes.ts'

const fill = (slots: Slots, account: number) => {
  let taken = 0
  for (; slots.mayTake(account); taken++) slots.take(account)
  return taken
}

test('an account has at most a hundred attempts in flight', () => {
  const slots = new Slots()
  expect(fill(slots, 1)).toBe(100)
  slots.free(1)
  expect(fill(slots, 1)).toBe(1)
})

test('however many accounts are busy, the next ones get free slots', () => {
  const slots = new Slots()
  for (const account of [1, 2, 3, 4]) expect(fill(slots, account)).toBe(100)
  expect([5, 6, 7].map((account) => fill(slots, account))).toEqual([10, 10, 10])
})

test('all accounts together have at most five hundred', () => {
  const slots = new Slots()
  for (let account = 0; account < 100; account++) fill(slots, account)
  expect([slots.taken, slots.isFull]).toEqual([500, true])
})
