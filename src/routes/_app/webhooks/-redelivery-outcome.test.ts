import { expect, test } from 'vitest'

import { redeliveryOutcome } from './-redelivery-outcome.ts'

const before = { pending: 2, failed: 5 }

test.each([
  ['right after they were queued', { pending: 5, failed: 2 }, { waiting: 3, failed: 0, delivered: 0 }],
  ['when one of each came out', { pending: 3, failed: 3 }, { waiting: 1, failed: 1, delivered: 1 }],
  ['when all failed again', { pending: 2, failed: 5 }, { waiting: 0, failed: 3, delivered: 0 }],
  ['when all were delivered', { pending: 2, failed: 2 }, { waiting: 0, failed: 0, delivered: 3 }],
  ['when others fail meanwhile', { pending: 2, failed: 9 }, { waiting: 0, failed: 3, delivered: 0 }],
  ['when others are delivered meanwhile', { pending: 0, failed: 2 }, { waiting: 0, failed: 0, delivered: 3 }],
])('redelivering three of five failed deliveries is counted as %s', (_when, now, outcome) => {
  expect(redeliveryOutcome(3, before, now)).toEqual({ count: 3, ...outcome })
})
