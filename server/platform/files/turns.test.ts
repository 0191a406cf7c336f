import { expect, test } from 'vitest'

import { Turns } from './turns.ts'

/** Work that ends when told to. */
function work() {
  let end: () => void = () => undefined
  const ended = new Promise<void>((done) => {
    end = done
  })
  return { end, run: () => ended }
}

test('work runs in order, within its slots and bytes', async () => {
  const turns = new Turns(2, 100)
  const began: string[] = []
  const begin = (name: string, need: number) => {
    const { run, end } = work()
    const done = turns.run(need, () => {
      began.push(name)
      return run()
    })
    return async () => {
      end()
      await done
    }
  }
  const endA = begin('a', 60)
  const endB = begin('b', 60)
  const endC = begin('c', 10)
  const endD = begin('d', 10)
  await Promise.resolve()
  // There is a slot for c and memory too, but b was first.
  expect(began).toEqual(['a'])
  await endA()
  expect(began).toEqual(['a', 'b', 'c'])
  await endC()
  expect(began).toEqual(['a', 'b', 'c', 'd'])
  await Promise.all([endB(), endD()])
})

test('failed work frees its slot', async () => {
  const turns = new Turns(1, 10)
  await expect(turns.run(10, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await turns.run(10, () => Promise.resolve('yes'))).toBe('yes')
})

test('work that can never fit is rejected immediately', async () => {
  const turns = new Turns(1, 10)
  expect(turns.fits(11)).toBe(false)
  await expect(turns.run(11, () => Promise.resolve())).rejects.toThrow(RangeError)
})
