import { expect, test } from 'vitest'

import type { CompletedAttempt } from './batch.ts'
import { UnrecordedWrites } from './unrecorded.ts'

const completed = (id: number) => ({ delivery: { id } }) as CompletedAttempt
const idsOf = ({ completed: attempts }: ReturnType<UnrecordedWrites['take']>) =>
  attempts.map(({ delivery }) => delivery.id)

test('a database outage abandons nothing unless a delivery fails alone three times', () => {
  const unrecorded = new UnrecordedWrites()
  for (const id of [1, 2, 3]) unrecorded.complete(completed(id))
  const whole = unrecorded.take()
  expect(idsOf(whole)).toEqual([1, 2, 3])
  expect(unrecorded.failed(whole)).toBeUndefined()
  const seen = []
  while (!unrecorded.isEmpty) {
    const batch = unrecorded.take()
    seen.push(idsOf(batch))
    unrecorded.recorded(batch)
  }
  expect(seen).toEqual([[1], [2], [3]])
})

test('after attempts were recorded one by one, the next ones share a batch again', () => {
  const unrecorded = new UnrecordedWrites()
  for (const id of [1, 2]) unrecorded.complete(completed(id))
  unrecorded.failed(unrecorded.take())
  for (let at = 0; at < 2; at++) unrecorded.recorded(unrecorded.take())
  for (const id of [3, 4]) unrecorded.complete(completed(id))
  expect(idsOf(unrecorded.take())).toEqual([3, 4])
})
