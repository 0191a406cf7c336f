import { expect, test } from 'vitest'

import { type EndpointState, EndpointTracker } from './endpoint-tracker.ts'

const start = Date.parse('2026-03-01T12:00:00Z')
const at = (second: number) => new Date(start + second * 1000).toISOString().replace('Z', '000Z')
const endpoint: EndpointState = {
  id: 1,
  status: 'active',
  config: null,
  failure_count: 0,
  failing_since: null,
  recent_failures: null,
  recent_attempts: null,
}
const trackerOf = (more: Partial<EndpointState> = {}) =>
  new EndpointTracker(new Map([[1, { ...endpoint, ...more }]]), [1000, 1000], () => 0.5)

const entry = (second: number, status: number, more = {}) => ({
  webhook: 1,
  delivery: 7,
  event: 'invoice.paid',
  isTest: false,
  attempt: 1,
  result: {
    outcome: { kind: 'answered', status, retryAfter: null } as const,
    startedAt: start + second * 1000,
    durationMs: 0,
    requestHeaders: {},
    responseHeaders: null,
    responseBody: null,
  },
  ...more,
})

/** Failing since `first`, with a failure marked every hour up to `last`; in hours from the start. */
const failing = (first: number, last: number): Partial<EndpointState> => {
  const marks = Array.from({ length: 10 }, (_, mark) => at((last - mark) * 3600)).toReversed()
  return { failure_count: 100, failing_since: at(first * 3600), recent_failures: JSON.stringify(marks) }
}

test('failures are counted from the last success, even within a batch', () => {
  const tracker = trackerOf()
  for (const [second, status] of [500, 500, 204, 500, 500].entries()) tracker.record(entry(second, status))
  const since = start + 3000
  expect(tracker.updates()).toMatchObject([
    { id: 1, last_delivery_at: at(4), failures: 2, streak: { since, marks: [since] } },
  ])
})

test('without a success the failures of a batch are added to those before', () => {
  const tracker = trackerOf({ failure_count: 7, failing_since: at(-100), recent_failures: `["${at(-100)}"]` })
  for (const second of [0, 1]) tracker.record(entry(second, 500))
  const since = start - 100_000
  expect(tracker.updates()).toMatchObject([
    { id: 1, last_delivery_at: at(1), failures: 9, streak: { since, marks: [since] } },
  ])
})

test('five days of failures, some of them today, disable an endpoint', () => {
  const tracker = trackerOf(failing(-120, -1))
  expect(tracker.record(entry(0, 500)).kind).toBe('disabled')
  expect(tracker.disabled()).toEqual([1])
})

test('a success within a batch ends five days of failures', () => {
  const tracker = trackerOf(failing(-144, -1))
  expect(tracker.record(entry(0, 204)).kind).toBe('delivered')
  expect(tracker.record(entry(1, 500)).kind).toBe('retry')
  expect(tracker.disabled()).toEqual([])
})

test.each([
  ['a day without an attempt', failing(-144, -25)],
  ['an upgrade from a version that kept only the first failure', { failing_since: at(-144 * 3600) }],
  ['a damaged record of failures', { failing_since: at(-144 * 3600), recent_failures: '[dam' }],
])('after %s the five days start over', (_, row) => {
  const tracker = trackerOf(row)
  expect(tracker.record(entry(0, 500)).kind).toBe('retry')
  expect(tracker.updates()).toMatchObject([{ streak: { since: start, marks: [start] } }])
})

test('settings that can’t be read don’t change the schedule', () => {
  expect(trackerOf({ config: '{dam' }).record(entry(0, 500)).kind).toBe('retry')
})

test('once an endpoint is disabled, nothing is retried', () => {
  const tracker = trackerOf()
  const kinds = [410, 500, 204].map((status, second) => tracker.record(entry(second, status)).kind)
  expect(kinds).toEqual(['disabled', 'exhausted', 'delivered'])
  expect(tracker.disabled()).toEqual([1])
  expect(trackerOf({ status: 'disabled' }).record(entry(0, 500)).kind).toBe('exhausted')
})

test('a test has one attempt and doesn’t affect the endpoint', () => {
  const tracker = trackerOf()
  const kinds = [500, 410, 204].map(
    (status, second) => tracker.record(entry(second, status, { isTest: true })).kind,
  )
  expect(kinds).toEqual(['exhausted', 'exhausted', 'delivered'])
  expect(tracker.disabled()).toEqual([])
  expect(tracker.updates()).toMatchObject([
    { recent: [], id: 1, last_delivery_at: at(2), failures: 0, streak: null },
  ])
})

test('nothing is decided about an endpoint that was deleted in the meantime', () => {
  const tracker = new EndpointTracker(new Map(), [1000])
  expect(tracker.record(entry(0, 500)).kind).toBe('exhausted')
  expect(tracker.updates()).toEqual([])
})

test('the last ten attempts are kept without tests, so consecutive failures are the newest of them', () => {
  const tracker = trackerOf({ recent_attempts: 'damaged' })
  const codes = [200, 500, 204, 200, 200, 200, 200, 200, 200, 500, 503]
  for (const [second, status] of codes.entries()) {
    tracker.record(entry(second, status, { delivery: second, attempt: 2 }))
    tracker.record(entry(second, 500, { isTest: true }))
  }
  const [update] = tracker.updates()
  expect(update?.recent.map(({ response_status }) => response_status)).toEqual(codes.slice(-10))
  expect(update?.recent.at(-1)).toEqual({
    delivery_id: 10,
    attempt: 2,
    event: 'invoice.paid',
    response_status: 503,
    at: at(10),
  })
  expect(update?.failures).toBe(2)
})
