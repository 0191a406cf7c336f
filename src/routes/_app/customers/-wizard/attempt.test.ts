import { expect, test } from 'vitest'

import { type Attempt, freshKey, nextMove } from './attempt.ts'

const lost: Attempt = {
  key: 'k1',
  fingerprint: 'same',
  email: 'a@b.c',
  name: 'A',
  last_name: 'B',
  outcome: 'open',
}
const fresh = { knowsKeys: true, freshKey: () => 'k2' }

test('the first time, a customer is sent under a new key', () => {
  expect(nextMove(undefined, 'same', fresh)).toEqual({ kind: 'send', key: 'k2' })
})

test('after a lost answer the same request goes under the same key', () => {
  expect(nextMove(lost, 'same', fresh)).toEqual({ kind: 'send', key: 'k1' })
})

test('a service that knows no keys is asked whether the customer is there before anything is sent again', () => {
  expect(nextMove(lost, 'same', { ...fresh, knowsKeys: false })).toEqual({ kind: 'look' })
})

test('a form changed after a lost answer is not sent before one has looked', () => {
  expect(nextMove(lost, 'changed', fresh)).toEqual({ kind: 'look' })
})

test('a mended form goes under a new key, an unchanged one keeps its own', () => {
  const refused = { ...lost, outcome: 'refused' } as const
  expect(nextMove(refused, 'changed', fresh)).toEqual({ kind: 'send', key: 'k2' })
  expect(nextMove(refused, 'same', fresh)).toEqual({ kind: 'send', key: 'k1' })
})

test('no two keys are the same', () => {
  expect(new Set(Array.from({ length: 1000 }, freshKey)).size).toBe(1000)
  expect(freshKey()).toMatch(/^[0-9a-f]{32}$/)
})
