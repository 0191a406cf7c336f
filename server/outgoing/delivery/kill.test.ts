import { expect, test } from 'vitest'

import { killLoop } from '#server/tools/testing/kill-loop.ts'
import { runs } from '#server/tools/testing/runs.ts'

test('kills under load lose no acknowledged event, resend no recorded one, and repeat identical bytes', async () => {
  const tally = await killLoop(runs(4, 20))
  // A kill repeats only what was in flight or not on record yet.
  expect(tally).toMatchObject({ lost: 0, different: 0, resentAfterRecord: 0 })
  expect(tally.acknowledged).toBeGreaterThan(0)
  expect(tally.received).toBeGreaterThanOrEqual(tally.acknowledged)
}, 300_000)
