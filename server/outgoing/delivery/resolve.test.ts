import { type Socket, createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { NameResolver } from './address-guard.ts'

type Reply = 'nothing' | 'servfail' | 'nxdomain' | 'address'

let server: Socket
let asked: number
let answer: (name: string) => Reply
let systemAsked: string[]

beforeEach(async () => {
  asked = 0
  systemAsked = []
  server = createSocket('udp4', (query, from) => {
    const reply = replyTo(query, answer(nameIn(query)))
    if (reply) server.send(reply, from.port, from.address)
    asked += 1
  })
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(() => {
  server.close()
})

const address = { address: '192.0.2.7', family: 4 }
const resolver = (system = async (name: string) => (systemAsked.push(name), [address])) =>
  new NameResolver({ servers: [`127.0.0.1:${(server.address() as AddressInfo).port}`], system })

test('a lost packet is sent again, without asking the system', async () => {
  // One query per address family: the first packet of each is lost.
  answer = () => (asked < 2 ? 'nothing' : 'address')
  expect(await resolver().resolve('hooks.example.com')).toContainEqual({ address: '192.0.2.1', family: 4 })
  expect(systemAsked).toEqual([])
})

test('a broken name server fails the lookup without asking the system', async () => {
  answer = () => 'servfail'
  await expect(resolver().resolve('hooks.example.com')).rejects.toMatchObject({ code: 'ESERVFAIL' })
  expect(systemAsked).toEqual([])
})

test('a name that DNS doesn’t know is looked up in the hosts file', async () => {
  answer = () => 'nxdomain'
  expect(await resolver().resolve('printer')).toEqual([address])
  expect(systemAsked).toEqual(['printer'])
})

test('a name many requests wait for is looked up once, and hanging lookups delay no others', async () => {
  answer = () => 'nxdomain'
  const ended: (() => void)[] = []
  const slow = resolver((name) => {
    systemAsked.push(name)
    if (name !== 'slow') return Promise.resolve([address])
    return new Promise((resolve) => ended.push(() => resolve([address])))
  })
  const waiting = Array.from({ length: 20 }, () => slow.resolve('slow'))
  expect(await slow.resolve('printer')).toEqual([address])
  expect(systemAsked.filter((name) => name === 'slow').length).toBeLessThanOrEqual(1)
  while (ended.length === 0) await new Promise(setImmediate)
  for (const end of ended) end()
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => [address]))
  expect(systemAsked.filter((name) => name === 'slow')).toHaveLength(1)
})

test('the lookup queue is bounded, and a lookup that waited too long is dropped', async () => {
  answer = () => 'nxdomain'
  const hanging = resolver((name) => {
    systemAsked.push(name)
    return new Promise(() => undefined)
  })
  // The first two occupy the system for good.
  for (const name of ['a', 'b']) void hanging.resolve(name)
  while (systemAsked.length < 2) await new Promise(setImmediate)
  const names = Array.from({ length: 150 }, (_, at) => `name${at}`)
  const results = await Promise.allSettled(names.map((name) => hanging.resolve(name)))
  expect(results.every(({ status }) => status === 'rejected')).toBe(true)
  expect(systemAsked).toEqual(['a', 'b'])
}, 300_000)

function nameIn(query: Buffer): string {
  const labels = []
  for (let at = 12; query.readUInt8(at) > 0; at += query.readUInt8(at) + 1) {
    labels.push(query.toString('latin1', at + 1, at + 1 + query.readUInt8(at)))
  }
  return labels.join('.')
}

/** The smallest reply a resolver accepts: the question again, with a code, and an A record where one is wanted. */
function replyTo(query: Buffer, reply: Reply): Buffer | undefined {
  if (reply === 'nothing') return undefined
  let end = 12
  while (query.readUInt8(end) > 0) end += query.readUInt8(end) + 1
  const question = query.subarray(12, end + 5)
  const isA = query.readUInt16BE(end + 1) === 1
  const code = { servfail: 2, nxdomain: 3, address: 0 }[reply]
  const header = Buffer.from([query[0] ?? 0, query[1] ?? 0, 0x81, 0x80 | code, 0, 1, 0, 0, 0, 0, 0, 0])
  if (reply !== 'address' || !isA) return Buffer.concat([header, question])
  header.writeUInt16BE(1, 6)
  const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 1])
  return Buffer.concat([header, question, record])
}
