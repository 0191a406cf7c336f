import { expect, test } from 'vitest'

import { Thumbnails } from './thumbnails.ts'

let nowMs = 0
let drawn: string[] = []

/** Gets a thumbnail of that many bytes and remembers that it was drawn. */
const get = (thumbnails: Thumbnails, key: string, bytes = 1) =>
  thumbnails.get(key, async () => {
    drawn.push(key)
    return Buffer.alloc(bytes)
  })

function fresh(): Thumbnails {
  nowMs = 0
  drawn = []
  return new Thumbnails(() => nowMs)
}

test('a thumbnail is kept for five minutes', async () => {
  const thumbnails = fresh()
  await get(thumbnails, 'a')
  nowMs = 5 * 60_000 - 1
  await get(thumbnails, 'a')
  expect(drawn).toEqual(['a'])
  nowMs += 1
  await get(thumbnails, 'a')
  expect(drawn).toEqual(['a', 'a'])
})

test('beyond 16 MB the oldest go first, and each counts once', async () => {
  const thumbnails = fresh()
  const half = 8 * 1024 * 1024
  for (const key of ['a', 'b', 'a']) await get(thumbnails, key, half)
  expect(drawn).toEqual(['a', 'b'])
  await get(thumbnails, 'c', half)
  await get(thumbnails, 'b', half)
  expect(drawn).toEqual(['a', 'b', 'c'])
  await get(thumbnails, 'a', half)
  expect(drawn).toEqual(['a', 'b', 'c', 'a'])
})
