import { expect, test } from 'vitest'

import type { LiveChange } from '#contract/wire/live.ts'

import { ChangeStream } from './stream.ts'

const deliveries = (id: number): LiveChange => ({ topic: 'deliveries', id })

test('a reader that doesn’t read buffers nothing and misses no topic', () => {
  const stream = new ChangeStream()
  for (let id = 0; id < 100_000; id += 1) stream.enqueue(deliveries(id))
  stream.enqueue({ topic: 'customers', id: null })
  expect(stream.readableLength).toBeLessThan(100_000)

  let text = ''
  for (let part = stream.read(); part !== null; part = stream.read()) text += String(part)
  expect(text).toContain('data: {"topic":"deliveries","id":null}\n\n')
  expect(text).toContain('data: {"topic":"customers","id":null}\n\n')
})

test('a stream that stays full is closed at the next heartbeat', () => {
  const stream = new ChangeStream()
  stream.heartbeat()
  expect(stream.destroyed).toBe(false)
  for (let id = 0; id < 10_000; id += 1) stream.enqueue(deliveries(id))
  stream.heartbeat()
  expect(stream.destroyed).toBe(true)
})
