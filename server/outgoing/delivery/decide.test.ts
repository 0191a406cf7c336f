import fc from 'fast-check'
import { expect, test } from 'vitest'

import { type Outcome, decide } from './decide.ts'

const second = 1000
const day = 24 * 60 * 60 * second
const now = Date.parse('2026-03-01T12:00:00Z')
const policy = { scheduleMs: [5 * second, 300 * second, 1800 * second], maxRetries: undefined }
const at = (attempt: number, random = 0.5) => ({ attempt, streak: null, now, random })
const answered = (status: number, retryAfter: string | null = null): Outcome => ({
  kind: 'answered',
  status,
  retryAfter,
})
const timeout: Outcome = { kind: 'failed', error: 'timeout' }

test('only a 2xx response is a success', () => {
  for (let status = 100; status <= 999; status++) {
    const { kind } = decide(answered(status), policy, at(1))
    expect([status, kind === 'delivered']).toEqual([status, status >= 200 && status < 300])
  }
})

test('waits follow the schedule, and after its end there are no more retries', () => {
  const waits = [1, 2, 3].map((attempt) => decide(timeout, policy, at(attempt)))
  expect(waits).toEqual(policy.scheduleMs.map((wait) => ({ kind: 'retry', at: now + wait })))
  expect(decide(timeout, policy, at(4))).toEqual({ kind: 'exhausted' })
  expect(decide(timeout, policy, at(400))).toEqual({ kind: 'exhausted' })
})

test('waits vary by a tenth', () => {
  expect(decide(timeout, policy, at(1, 0))).toEqual({ kind: 'retry', at: now + 4500 })
  expect(decide(timeout, policy, at(1, 0.9999))).toEqual({ kind: 'retry', at: now + 5500 })
})

test('an endpoint may ask for fewer retries, never for more', () => {
  const kinds = (maxRetries: number) =>
    [1, 2, 3, 4].map((attempt) => decide(timeout, { ...policy, maxRetries }, at(attempt)).kind)
  expect(kinds(0)).toEqual(['exhausted', 'exhausted', 'exhausted', 'exhausted'])
  expect(kinds(1)).toEqual(['retry', 'exhausted', 'exhausted', 'exhausted'])
  expect(kinds(9)).toEqual(['retry', 'retry', 'retry', 'exhausted'])
})

test('410 disables the endpoint at once', () => {
  expect(decide(answered(410), policy, at(1))).toEqual({ kind: 'disabled', because: 'gone' })
})

test('a hopeless endpoint is disabled, unless the attempt succeeds', () => {
  const marks = Array.from({ length: 10 }, (_, mark) => now - mark * 3600 * second).toReversed()
  const since = (then: number) => ({ ...at(1), streak: { since: then, marks } })
  expect(decide(timeout, policy, since(now - 5 * day))).toEqual({ kind: 'disabled', because: 'failing' })
  expect(decide(timeout, policy, since(now - 5 * day + 1)).kind).toBe('retry')
  expect(decide(answered(204), policy, since(now - 9 * day))).toEqual({ kind: 'delivered' })
})

test.each([
  ['120', 120 * second],
  [' 7 ', 7 * second],
  ['86400', day],
  ['86401', day],
  ['9'.repeat(400), day],
  ['Sun, 01 Mar 2026 12:01:00 GMT', 60 * second],
  ['Sun, 01 Mar 9999 12:01:00 GMT', day],
])('Retry-After %s is honored up to a day', (header, wait) => {
  expect(decide(answered(503, header), policy, at(1))).toEqual({ kind: 'retry', at: now + wait })
})

test.each([
  '',
  '0',
  '-1',
  '-99999999',
  '1.5',
  '1e9',
  '0x10',
  'NaN',
  'Infinity',
  'soon',
  'null',
  '1, 2',
  'Sun, 01 Mar 2020 12:01:00 GMT',
  'Xxx, 99 Xxx 2026 99:99:99 GMT',
  '2027-01-01T00:00:00Z',
  '1\u0000',
])('Retry-After %j doesn’t change the schedule', (header) => {
  expect(decide(answered(429, header), policy, at(1))).toEqual({ kind: 'retry', at: now + 5 * second })
})

test('no header makes a retry sooner than the schedule or later than a day', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (header, random) => {
        const decision = decide(answered(500, header), policy, at(1, random))
        if (decision.kind !== 'retry') throw new Error(decision.kind)
        expect(decision.at).toBeGreaterThanOrEqual(now + 4500)
        expect(decision.at).toBeLessThanOrEqual(now + day)
      },
    ),
  )
})
