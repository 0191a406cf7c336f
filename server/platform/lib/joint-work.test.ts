import { expect, test } from 'vitest'

import { JointWork } from './joint-work.ts'

function setUp() {
  const begun: PromiseWithResolvers<number>[] = []
  const work = new JointWork<undefined, number>(async (_key, items) => {
    const one = Promise.withResolvers<number>()
    begun.push(one)
    const result = await one.promise
    return items.map(() => result)
  })
  const ask = (key = 'a') => work.ask(key, undefined)
  return { ask, begun }
}

test('who asks while work is being done gets the next result, together with all others who wait', async () => {
  const { ask, begun } = setUp()
  const first = ask()
  const [second, third] = [ask(), ask()]
  expect(begun).toHaveLength(1)
  begun[0]?.resolve(1)
  expect(await first).toBe(1)
  await Promise.resolve()
  expect(begun).toHaveLength(2)
  const fourth = ask()
  begun[1]?.resolve(2)
  expect(await Promise.all([second, third])).toEqual([2, 2])
  await Promise.resolve()
  begun[2]?.resolve(3)
  expect(await fourth).toBe(3)
})

test('work of one key doesn’t wait for that of another', () => {
  const { ask, begun } = setUp()
  void ask('a')
  void ask('b')
  expect(begun).toHaveLength(2)
})

test('a failure is told to those who asked for that work, and the next is done anew', async () => {
  const { ask, begun } = setUp()
  const [first, second] = [ask(), ask()]
  begun[0]?.reject(new Error('lost'))
  await expect(first).rejects.toThrow('lost')
  await Promise.resolve()
  begun[1]?.resolve(2)
  expect(await second).toBe(2)
  void ask()
  expect(begun).toHaveLength(3)
})

test('each gets the result for what they asked with', async () => {
  const work = new JointWork<number, number>(async (_key, items) => items.map((item) => item * items.length))
  expect(await Promise.all([work.ask('a', 1), work.ask('a', 2), work.ask('a', 3)])).toEqual([1, 4, 6])
})
