import { expect, test } from 'vitest'

import type { Finished } from './queue.ts'
import { Unrecorded } from './unrecorded.ts'

const finished = (id: number) => ({ delivery: { id } }) as Finished
const idsOf = ({ finished: some }: ReturnType<Unrecorded['take']>) => some.map(({ delivery }) => delivery.id)

test('an outage of the database gives up nothing while no delivery fails alone three times', () => {
  const unrecorded = new Unrecorded()
  for (const id of [1, 2, 3]) unrecorded.finish(finished(id))
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

test('after a batch was recorded alone, the next go together again', () => {
  const unrecorded = new Unrecorded()
  for (const id of [1, 2]) unrecorded.finish(finished(id))
  unrecorded.failed(unrecorded.take())
  for (let at = 0; at < 2; at++) unrecorded.recorded(unrecorded.take())
  for (const id of [3, 4]) unrecorded.finish(finished(id))
  expect(idsOf(unrecorded.take())).toEqual([3, 4])
})
