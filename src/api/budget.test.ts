import { expect, test, vi } from 'vitest'

import { backgroundEvery, currentBudget, isLow, noteBudget } from './budget.ts'

const answer = (headers: Record<string, string>) => (name: string) => headers[name] ?? null

test('the rate limit comes from the last response, and a response without one changes nothing', () => {
  noteBudget(answer({ 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '59' }))
  noteBudget(answer({}))
  noteBudget(answer({ 'x-ratelimit-limit': 'many', 'x-ratelimit-remaining': '-1' }))
  expect(currentBudget()).toMatchObject({ limit: 60, remaining: 59 })
})

test('a low remaining limit counts only for its own minute', () => {
  const few = { limit: 60, remaining: 5, seenAt: 1_000 }
  expect(isLow(few, 2_000)).toBe(true)
  expect(isLow(few, 61_000)).toBe(false)
  expect(isLow({ ...few, remaining: 30 }, 2_000)).toBe(false)
  expect(isLow(undefined, 2_000)).toBe(false)
})

test('automatic refreshes pause for a minute when few requests are left', () => {
  noteBudget(answer({ 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '50' }))
  expect(backgroundEvery(15_000)()).toBe(15_000)
  noteBudget(answer({ 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '2' }))
  expect(backgroundEvery(15_000)()).toBe(60_000)
})

test('of a limit that everyone shares, automatic refreshes leave half to what people do', () => {
  noteBudget(answer({ 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '29' }))
  expect(backgroundEvery(15_000)()).toBe(60_000)
  expect(isLow(currentBudget(), Date.now())).toBe(false)
})

test('of two limits the tighter one counts, as long as it says anything', () => {
  noteBudget(answer({ 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '7' }))
  noteBudget(answer({ 'x-ratelimit-limit': '600', 'x-ratelimit-remaining': '290' }))
  expect(currentBudget()).toMatchObject({ limit: 60, remaining: 7 })
  vi.useFakeTimers({ now: Date.now() + 61_000 })
  noteBudget(answer({ 'x-ratelimit-limit': '600', 'x-ratelimit-remaining': '290' }))
  expect(currentBudget()).toMatchObject({ limit: 600, remaining: 290 })
  expect(backgroundEvery(15_000)()).toBe(15_000)
  vi.useRealTimers()
})
