import { expect, test } from 'vitest'

import { killLoop } from '#server/testing/kill-loop.ts'

test('twenty kills under load lose no acknowledged event, and what arrives twice is byte-identical', async () => {
  const tally = await killLoop(20)
  expect(tally).toMatchObject({ lost: 0, different: 0 })
  // A kill repeats at most what one endpoint had under way or not yet on record.
  expect(tally.acknowledged).toBeGreaterThan(0)
  expect(tally.received).toBeGreaterThanOrEqual(tally.acknowledged)
}, 300_000)
