import { expect, test } from 'vitest'

import { type Account, Ledger } from './ledger.ts'

const start = Date.parse('2026-03-01T12:00:00Z')
const day = 24 * 60 * 60_000
const at = (second: number) => new Date(start + second * 1000).toISOString().replace('Z', '000Z')
const account: Account = { id: 1, status: 'active', config: null, failing_since: null }
const ledgerOf = (more: Partial<Account> = {}) =>
  new Ledger(new Map([[1, { ...account, ...more }]]), [1000, 1000], () => 0.5)

const entry = (second: number, status: number, more = {}) => ({
  webhook: 1,
  isTest: false,
  attempt: 1,
  attempted: {
    outcome: { kind: 'answered', status, retryAfter: null } as const,
    startedAt: start + second * 1000,
    durationMs: 0,
    requestHeaders: {},
    responseHeaders: null,
    responseBody: null,
  },
  ...more,
})

test('failures are counted from the last success, within a batch as well', () => {
  const ledger = ledgerOf()
  for (const [second, status] of [500, 500, 204, 500, 500].entries()) ledger.enter(entry(second, status))
  expect(ledger.standings()).toEqual([
    { id: 1, last_delivery_at: at(4), succeeded: 'yes', failures: 2, failing_since: at(3) },
  ])
})

test('without a success the failures of a batch come on top of those before', () => {
  const ledger = ledgerOf({ failing_since: at(-100) })
  for (const second of [0, 1]) ledger.enter(entry(second, 500))
  expect(ledger.standings()).toEqual([
    { id: 1, last_delivery_at: at(1), succeeded: 'no', failures: 2, failing_since: at(-100) },
  ])
})

test('a success within a batch ends five days of failures', () => {
  const ledger = ledgerOf({ failing_since: new Date(start - 6 * day).toISOString() })
  expect(ledger.enter(entry(0, 204)).kind).toBe('delivered')
  expect(ledger.enter(entry(1, 500)).kind).toBe('retry')
  expect(ledger.disabled()).toEqual([])
})

test('once an endpoint is off, nothing is tried again', () => {
  const ledger = ledgerOf()
  const kinds = [410, 500, 204].map((status, second) => ledger.enter(entry(second, status)).kind)
  expect(kinds).toEqual(['disabled', 'exhausted', 'delivered'])
  expect(ledger.disabled()).toEqual([1])
  expect(ledgerOf({ status: 'disabled' }).enter(entry(0, 500)).kind).toBe('exhausted')
})

test('a test is tried once and says nothing about the endpoint', () => {
  const ledger = ledgerOf()
  const kinds = [500, 410, 204].map(
    (status, second) => ledger.enter(entry(second, status, { isTest: true })).kind,
  )
  expect(kinds).toEqual(['exhausted', 'exhausted', 'delivered'])
  expect(ledger.disabled()).toEqual([])
  expect(ledger.standings()).toEqual([
    { id: 1, last_delivery_at: at(2), succeeded: 'no', failures: 0, failing_since: null },
  ])
})

test('of an endpoint that was deleted meanwhile nothing is decided', () => {
  const ledger = new Ledger(new Map(), [1000])
  expect(ledger.enter(entry(0, 500)).kind).toBe('exhausted')
  expect(ledger.standings()).toEqual([])
})
