import fc from 'fast-check'
import { expect, test } from 'vitest'

import { RateLimiter } from './rate-limit.ts'

test('every minute admits exactly the limit, never more or fewer', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20 }),
      fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 200 }),
      (limit, gaps) => {
        const limiter = new RateLimiter()
        const admitted: number[] = []
        let now = 1_000_000
        for (const gap of gaps) {
          now += gap
          const recent = admitted.filter((timeMs) => timeMs > now - 60_000).length
          const result = limiter.consume('token:1', limit, now)
          expect(result.kind).toBe(recent < limit ? 'admitted' : 'limited')
          if (result.kind === 'admitted') admitted.push(now)
        }
      },
    ),
  )
})

test('the next request is admitted after Retry-After', () => {
  const limiter = new RateLimiter()
  for (const timeMs of [0, 10_000, 20_500]) limiter.consume('token:1', 3, timeMs)
  const result = limiter.consume('token:1', 3, 30_000)
  expect(result).toEqual({ kind: 'limited', retryAfterSeconds: 30 })
  expect(limiter.consume('token:1', 3, 30_000 + 30_000).kind).toBe('admitted')
})

test('one caller doesn’t use up another’s limit', () => {
  const limiter = new RateLimiter()
  expect(limiter.consume('token:1', 1, 0).kind).toBe('admitted')
  expect(limiter.consume('token:2', 1, 0).kind).toBe('admitted')
  expect(limiter.consume('token:1', 1, 0).kind).toBe('limited')
})

test('a sweep keeps every caller of the last minute', () => {
  const limiter = new RateLimiter()
  limiter.consume('token:1', 1, 0)
  limiter.sweep(59_000)
  expect(limiter.consume('token:1', 1, 59_000).kind).toBe('limited')
})
