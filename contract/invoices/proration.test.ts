import fc from 'fast-check'
import { expect, test } from 'vitest'

import { lineAmount } from './amounts.ts'
import {
  type BilledLine,
  differences,
  netOf,
  partOfLines,
  prorate,
  settle,
  subscribedLines,
} from './proration.ts'
import { monthlyRevenue } from './recurring-revenue.ts'
import { frequencies, periodAt } from './schedule-dates.ts'
import {
  type SubscriptionMove,
  type SubscriptionStatus,
  isChangeable,
  subscriptionAfter,
  subscriptionMoves,
  subscriptionStatus,
  subscriptionStatuses,
} from './subscription-states.ts'

const line = (more: Partial<BilledLine> = {}): BilledLine => ({
  description: 'Care',
  quantity: 1_000_000,
  unitPrice: 1_000,
  discount: 0,
  taxRate: 21_000,
  ...more,
})
const anyLine = fc.record({
  description: fc.constant('Care'),
  quantity: fc.integer({ min: 0, max: 5_000_000 }),
  unitPrice: fc.integer({ min: 0, max: 1_000_000 }),
  discount: fc.integer({ min: 0, max: 100_000 }),
  taxRate: fc.constantFrom(0, 9_000, 21_000),
})
const anyLines = fc.array(anyLine, { minLength: 1, maxLength: 5 })

test.each([
  [1_000n, { from: 0, until: 10, of: 30 }, 333n],
  [1_000n, { from: 10, until: 30, of: 30 }, 667n],
  // A half goes away from zero.
  [1n, { from: 0, until: 15, of: 30 }, 1n],
  [-1n, { from: 0, until: 15, of: 30 }, -1n],
  [1n, { from: 15, until: 30, of: 30 }, 0n],
  [500n, { from: 3, until: 3, of: 31 }, 0n],
])('of %d, the days %o are %d', (amount, part, expected) => {
  expect(prorate(amount, part)).toBe(expected)
})

test('the parts of a period always add up to it, however it is divided', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
      fc.integer({ min: 1, max: 366 }),
      fc.array(fc.integer({ min: 0, max: 366 }), { maxLength: 8 }),
      (amount, of, cuts) => {
        const days = [0, ...cuts.filter((day) => day <= of).toSorted((a, b) => a - b), of]
        const parts = days
          .slice(1)
          .map((until, index) => prorate(amount, { from: days[index] ?? 0, until, of }))
        expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(amount)
      },
    ),
  )
})

test('a part is less than one unit away from its exact share', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10 ** 9 }),
      fc.tuple(fc.nat(366), fc.nat(366), fc.integer({ min: 1, max: 366 })),
      (amount, [a, b, of]) => {
        const [from, until] = [Math.min(a, b, of), Math.min(Math.max(a, b), of)]
        const exact = (amount * (until - from)) / of
        expect(Math.abs(Number(prorate(BigInt(amount), { from, until, of })) - exact)).toBeLessThanOrEqual(
          1.000_001,
        )
      },
    ),
  )
})

test('a price of its own is divided among the lines without a remainder, each at its tax rate', () => {
  fc.assert(
    fc.property(anyLines, fc.nat(10 ** 7), fc.integer({ min: 1, max: 100 }), (plan, price, quantity) => {
      const lines = subscribedLines(plan, { quantity, price })
      expect(netOf(lines)).toBe(BigInt(price) * BigInt(quantity))
      expect(lines.map(({ taxRate }) => taxRate)).toEqual(plan.map(({ taxRate }) => taxRate))
    }),
  )
  expect(subscribedLines([line()], { quantity: 3, price: null })).toEqual([line({ quantity: 3_000_000 })])
})

test('changes there and back cancel out, to the last unit', () => {
  fc.assert(
    fc.property(anyLines, fc.integer({ min: 1, max: 50 }), fc.nat(30), (plan, quantity, from) => {
      const [before, after] = [
        subscribedLines(plan, { quantity: 1, price: null }),
        subscribedLines(plan, { quantity, price: null }),
      ]
      const rest = { from, until: 31, of: 31 }
      expect(netOf([...differences(before, after, rest), ...differences(after, before, rest)])).toBe(0n)
    }),
  )
})

test('an invoice is never negative at any tax rate, and no credit is lost', () => {
  const anyChange = fc
    .tuple(anyLine, fc.integer({ min: -1_000_000, max: 1_000_000 }))
    .map(([one, unitPrice]) => ({
      ...one,
      quantity: 1_000_000,
      discount: 0,
      unitPrice,
    }))
  fc.assert(
    fc.property(anyLines, fc.array(anyChange, { maxLength: 6 }), (lines, changes) => {
      const settled = settle(lines, changes)
      expect(netOf(settled.lines) + netOf(settled.rest)).toBe(netOf(lines) + netOf(changes))
      for (const rate of [0, 9_000, 21_000])
        expect(netOf(settled.lines.filter(({ taxRate }) => taxRate === rate))).toBeGreaterThanOrEqual(0n)
    }),
  )
})

test('what is billed in part says so', () => {
  expect(partOfLines([line()], { from: 0, until: 12, of: 30 })).toEqual([
    line({ description: 'Care (12 of 30 days)', unitPrice: 400 }),
  ])
  expect(
    lineAmount(
      differences([line()], [line({ quantity: 2_000_000 })], { from: 20, until: 30, of: 30 })[0] ?? line(),
    ),
  ).toBe(333n)
})

test('every day is in the period that begins on or before it and ends after it', () => {
  const anyDay = fc
    .integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2060, 0, 1) })
    .map((ms) => new Date(ms).toISOString().slice(0, 10))
  fc.assert(
    fc.property(fc.constantFrom(...frequencies), anyDay, anyDay, (frequency, a, b) => {
      const [starts_on, day] = a < b ? [a, b] : [b, a]
      const period = periodAt({ frequency, starts_on }, day)
      expect(period.starts_on <= day && day < period.next_on).toBe(true)
      expect(periodAt({ frequency, starts_on }, period.starts_on)).toEqual(period)
    }),
  )
})

test('a month of revenue is a twelfth of a year, rounded once', () => {
  expect(monthlyRevenue([{ frequency: 'monthly', amount: 1_000 }])).toBe(1_000)
  expect(monthlyRevenue([{ frequency: 'yearly', amount: 1_000 }])).toBe(83)
  expect(
    monthlyRevenue([
      { frequency: 'quarterly', amount: 1_000 },
      { frequency: 'weekly', amount: 300 },
    ]),
  ).toBe(1_633)
  expect(
    monthlyRevenue(Array.from({ length: 12 }, () => ({ frequency: 'yearly' as const, amount: 1 }))),
  ).toBe(1)
  expect([6, 18, 30].map((amount) => monthlyRevenue([{ frequency: 'yearly', amount }]))).toEqual([0, 2, 2])
})

const allowed: Record<SubscriptionStatus, Partial<Record<SubscriptionMove, SubscriptionStatus>>> = {
  upcoming: { cancel: 'ended' },
  trialing: { cancel: 'canceling' },
  active: { pause: 'paused', cancel: 'canceling' },
  paused: { resume: 'active', cancel: 'canceling' },
  canceling: { keep: 'active' },
  ended: {},
}
test.each(subscriptionStatuses.flatMap((status) => subscriptionMoves.map((move) => [status, move] as const)))(
  'of a subscription that is %s: %s',
  (status, move) => {
    expect(subscriptionAfter(status, move)).toBe(allowed[status][move])
  },
)

test('only one that goes on can be changed', () => {
  expect(subscriptionStatuses.filter(isChangeable)).toEqual(['upcoming', 'trialing', 'active', 'paused'])
})

test.each([
  ['upcoming', {}, '2026-01-14'],
  ['trialing', {}, '2026-01-15'],
  ['trialing', {}, '2026-01-28'],
  ['active', {}, '2026-01-29'],
  ['paused', { schedule_status: 'paused' }, '2026-02-10'],
  [
    'canceling',
    { canceled_at: '2026-02-01T00:00:00.000Z', ends_on: '2026-02-28', schedule_status: 'ended' },
    '2026-02-28',
  ],
  [
    'ended',
    { canceled_at: '2026-02-01T00:00:00.000Z', ends_on: '2026-02-28', schedule_status: 'ended' },
    '2026-03-01',
  ],
  // Its last period is billed, and goes on.
  ['active', { ends_on: '2026-03-10', schedule_status: 'ended' }, '2026-03-05'],
  ['ended', { ends_on: '2026-03-10', schedule_status: 'paused' }, '2026-03-11'],
] as const)('it is %s: %o on %s', (status, more, today) => {
  const facts = {
    schedule_status: 'active',
    starts_on: '2026-01-15',
    billed_from: '2026-01-29',
    ends_on: null,
    canceled_at: null,
  } as const
  expect(subscriptionStatus({ ...facts, ...more }, today)).toBe(status)
})
