import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile, readdir, readlink, realpath, writeFile } from 'node:fs/promises'
import { type Socket, connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'

import { storedPath } from '#server/tools/testing/data-dir.ts'
import { type TestService, customerParts, encodeForm, startService } from '#server/tools/testing/service.ts'

const bigBytes = 40 * 1024 * 1024

let service: TestService
let port: number
let bigFile: string
let pathOnDisk: string
const sockets: Socket[] = []

beforeAll(async () => {
  service = await startService({}, { stalledMs: 2_000, connections: 40 })
  port = Number(new URL(await service.listen()).port)
  const { key } = await service.account('Ours')
  const { contentType, payload } = await encodeForm(await customerParts())
  const headers = { authorization: `Bearer ${key}`, 'content-type': contentType }
  const made = await service.app.inject({ method: 'POST', url: '/api/customers', headers, payload })
  bigFile = new URL(made.json().data.profile_photo_path).pathname
  pathOnDisk = await realpath(storedPath(service.dataDir, bigFile.split('/')[2] as string))
  // Larger than the system buffers for a connection.
  await writeFile(pathOnDisk, randomBytes(bigBytes))
  await service.context.store.db.updateTable('files').set({ bytes: bigBytes }).execute()
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await until(async () => (await openConnections()) === 0)
})
afterAll(() => service.close())

describe('pipelined requests', () => {
  test('are answered in order', async () => {
    const paths = ['/healthz', '/api/v1/webhooks', '/readyz', '/nope', '/healthz']
    const answer = await converse(
      paths.map((path) => getOf(path)).join('') + getOf('/api/nope', 'connection: close\r\n'),
    )
    expect(answer.match(/(?<=HTTP\/1\.1 )\d+/g)).toEqual(['200', '401', '200', '404', '200', '404'])
  })

  test('after one that closes the connection get no response', async () => {
    const answer = await converse(getOf('/healthz', 'connection: close\r\n') + getOf('/healthz'))
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200'])
  })

  test.runIf(process.platform === 'linux')('that nobody reads are worked on one at a time', async () => {
    for (let count = 0; count < 30; count += 1) (await open()).write(getOf(bigFile).repeat(17))
    await until(async () => (await openHandles()) >= 30)
    await wait(200)
    expect(await openHandles()).toBe(30)
    await until(async () => (await openHandles()) === 0)
  })

  test('by the thousand close the connection', async () => {
    const all = await Promise.all(Array.from({ length: 30 }, () => open()))
    for (const socket of all) socket.write(getOf(bigFile).repeat(1_000))
    await until(async () => (await openConnections()) === 0)
    expect(all.map(({ bytesRead }) => bytesRead)).toEqual(all.map(() => 0))
  })
})

test('a client that doesn’t read its file is disconnected, even if it keeps sending', async () => {
  const socket = await open()
  socket.write(getOf(bigFile))
  const sending = setInterval(() => socket.write(getOf('/healthz')), 500)
  await until(async () => (await openConnections()) === 0)
  clearInterval(sending)
  expect(socket.bytesRead).toBeLessThan(bigBytes)
})

test('a client that reads slowly but steadily gets the whole file', async () => {
  const socket = await open()
  socket.write(getOf(bigFile, 'connection: close\r\n'))
  let bytes = 0
  socket.resume().on('data', (chunk: Buffer) => {
    bytes += chunk.length
    socket.pause()
    setTimeout(() => socket.resume(), 10)
  })
  await once(socket, 'end')
  expect(bytes).toBeGreaterThan(bigBytes)
})

test('the response to an invalid request waits for the response before it', async () => {
  const socket = await open()
  const chunks: Buffer[] = []
  socket.resume().on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.write(`${getOf(bigFile)}rubbish\r\n\r\n`)
  await once(socket, 'close')
  const all = Buffer.concat(chunks)
  const start = all.indexOf('\r\n\r\n') + 4
  expect(all.subarray(start, start + bigBytes).equals(await readFile(pathOnDisk))).toBe(true)
  expect(all.subarray(start + bigBytes).toString('latin1')).toMatch(/^HTTP\/1\.1 400 /)
})

test('HTTP/0.9 is rejected', async () => {
  expect(await converse('GET /healthz\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
})

test('idle connections make room when all are in use', async () => {
  for (let count = 0; count < 40; count += 1) {
    const socket = (await open()).resume()
    socket.write(getOf('/healthz'))
    await once(socket, 'data')
  }
  expect(await openConnections()).toBe(40)
  await until(() =>
    converse(getOf('/healthz', 'connection: close\r\n')).then((answer) => answer.includes(' 200 ')),
  )
})

test('one address gets its share of the connections, and idle ones make room', async () => {
  const limited = await startService({}, { perAddress: 3, isProxy: () => false })
  const { port } = new URL(await limited.listen())
  const isOpen = async (bytes: string) => {
    const socket = connect({ port: Number(port), host: '127.0.0.1' })
    sockets.push(socket)
    socket.on('error', () => undefined).write(bytes)
    return Promise.race([once(socket.resume(), 'close').then(() => false), wait(500, true)])
  }
  const halfSent = getOf('/healthz').slice(0, -2)
  for (let count = 0; count < 3; count += 1) expect(await isOpen(halfSent)).toBe(true)
  expect(await isOpen(halfSent)).toBe(false)
  sockets.shift()?.destroy()
  await vi.waitFor(async () => expect(await isOpen(getOf('/healthz'))).toBe(true))
  expect(await isOpen(halfSent)).toBe(false)
  await vi.waitFor(async () => expect(await isOpen(halfSent)).toBe(true))
  await limited.close()
}, 60_000)

test('an idle connection stays open for longer than proxies keep theirs', async () => {
  const usual = await startService()
  const answer = await fetch(`${await usual.listen()}/healthz`)
  expect(answer.headers.get('keep-alive')).toBe('timeout=72')
  await usual.close()
})

test('shutdown doesn’t wait for connections that sent nothing', async () => {
  const stopping = await startService()
  const socket = connect({ port: Number(new URL(await stopping.listen()).port), host: '127.0.0.1' })
  sockets.push(socket)
  // A connection is counted once the service has taken it, which the answer to a later one shows.
  await once(socket, 'connect')
  await fetch(`${await stopping.listen()}/healthz`)
  const closed = once(socket.resume(), 'close')
  await stopping.close()
  expect(await closed).toEqual([false])
})

const getOf = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${more}\r\n`

/** A connection that reads nothing yet. */
async function open(): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' }).pause()
  sockets.push(socket)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

/** Sends that and returns everything received until the connection ends. */
async function converse(bytes: string): Promise<string> {
  const socket = await open()
  let answer = ''
  socket
    .resume()
    .setEncoding('latin1')
    .on('data', (text: string) => {
      answer += text
    })
  socket.write(bytes)
  await new Promise((done) => socket.once('close', done))
  return answer
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(20)
}

const openConnections = () =>
  new Promise<number>((done, fail) =>
    service.app.server.getConnections((error, count) => (error ? fail(error) : done(count))),
  )

/** How many times this process has the file open. */
async function openHandles(): Promise<number> {
  const names = await readdir('/proc/self/fd')
  const targets = await Promise.all(names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')))
  return targets.filter((target) => target === pathOnDisk).length
}
