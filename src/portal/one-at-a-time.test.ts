import { expect, test, vi } from 'vitest'

import { oneAtATime } from './one-at-a-time.ts'

test('a second click before the first has its answer does nothing, and a later one does it again', async () => {
  const answer = Promise.withResolvers<void>()
  const read = vi.fn<() => Promise<void>>(() => answer.promise)
  const click = oneAtATime(read)
  const first = click()
  await click()
  expect(read).toHaveBeenCalledTimes(1)
  answer.resolve()
  await first
  await click()
  expect(read).toHaveBeenCalledTimes(2)
})

test('a click after one that failed tries again', async () => {
  const read = vi.fn<() => Promise<void>>(() => Promise.reject(new Error('offline')))
  const click = oneAtATime(read)
  await expect(click()).rejects.toThrow('offline')
  await expect(click()).rejects.toThrow('offline')
  expect(read).toHaveBeenCalledTimes(2)
})
