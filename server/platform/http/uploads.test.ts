import { once } from 'node:events'
import { readdir, rename } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { describe, expect, test } from 'vitest'

import { uploadTooMuch } from '#server/tools/bench/uploads.ts'
import { startWithAccount } from '#server/tools/testing/office.ts'
import { makePng } from '#server/tools/testing/png.ts'
import { customerParts, encodeForm, startService } from '#server/tools/testing/service.ts'

const { service, account } = await startWithAccount()
const port = Number(new URL(await service.listen()).port)

const filesIn = async (folder: 'tmp' | 'files') => {
  const entries = await readdir(join(service.dataDir, folder), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}
const rows = async () => {
  const { db } = service.context.store
  return (await db.selectFrom('customers').select('id').execute()).length
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(20)
}

test('a disk error while storing a file isn’t blamed on the request', async () => {
  const form = await encodeForm(await customerParts())
  const send = () =>
    service.app.inject({
      method: 'POST',
      url: '/api/customers',
      headers: { authorization: `Bearer ${account.key}`, 'content-type': form.contentType },
      payload: form.payload,
    })
  const folder = join(service.dataDir, 'tmp')
  await rename(folder, `${folder}-gone`)
  const answer = await send()
  expect([answer.statusCode, answer.json().error.code]).toEqual([503, 'UNAVAILABLE'])
  expect(answer.body).not.toContain(service.dataDir)
  await rename(`${folder}-gone`, folder)
  expect(await rows()).toBe(0)
})

test('a form with too many parts is rejected at the first one beyond, while the rest is still on its way', async () => {
  const part = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n'
  const socket = connect(port, '127.0.0.1')
  socket.write(
    [
      'POST /api/customers HTTP/1.1',
      'host: localhost',
      `authorization: Bearer ${account.key}`,
      'content-type: multipart/form-data; boundary=x',
      'content-length: 50000000',
      '',
      part.repeat(1_001),
    ].join('\r\n'),
  )
  const [answer] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 422 /)
  expect(answer.toString()).toContain('"body":"The request must have at most 1000 parts"')
})

test.each([
  ['with a Content-Length', false],
  ['in chunks', true],
])('an aborted upload %s leaves no file and no row', async (_title, chunked) => {
  const { contentType, payload } = await encodeForm(await customerParts())
  const part = payload.subarray(0, payload.length - 60)
  const socket = connect(port, '127.0.0.1')
  socket.write(
    [
      'POST /api/customers HTTP/1.1',
      'host: localhost',
      `authorization: Bearer ${account.key}`,
      `content-type: ${contentType}`,
      chunked ? 'transfer-encoding: chunked' : `content-length: ${payload.length}`,
      '\r\n',
    ].join('\r\n'),
  )
  if (chunked) socket.write(`${part.length.toString(16)}\r\n`)
  socket.write(part)
  await until(async () => (await filesIn('tmp')).length > 0)
  socket.destroy()
  await until(async () => (await filesIn('tmp')).length === 0)
  expect(await filesIn('files')).toEqual([])
  expect(await rows()).toBe(0)
})

describe('an image that claims too many pixels', () => {
  const bombs: [string, Buffer][] = [
    ['PNG', makePng(100_000, 100_000)],
    ['PNG one pixel high', makePng(100_000_000, 1)],
    ['GIF', gif(65_535, 65_535)],
    ['WebP', webp(16_383, 16_383)],
  ]

  test.each(bombs)('is rejected by its header alone: %s', async (_kind, bytes) => {
    const before = process.memoryUsage.rss()
    const parts = (await customerParts()).map(([name, value]): [string, string | File] =>
      name === 'profile_photo_path' ? [name, new File([new Uint8Array(bytes)], 'a.png')] : [name, value],
    )
    const { contentType, payload } = await encodeForm(parts)
    const answer = await service.app.inject({
      method: 'POST',
      url: '/api/customers',
      headers: { authorization: `Bearer ${account.key}`, 'content-type': contentType },
      payload,
    })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().error.details).toEqual({
      profile_photo_path: 'The photo can’t be read as an image',
    })
    // Decoded, the smallest of them would take 200 MB.
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 1024 * 1024)
    expect(await filesIn('tmp')).toEqual([])
  })
})

test('a photo that needs too much memory to decode is rejected with advice', async () => {
  const bytes = new Uint8Array(makePng(7_000, 7_000, { depth: 16, interlaced: true }))
  const parts = (await customerParts()).map(([name, value]): [string, string | File] =>
    name === 'profile_photo_path' ? [name, new File([bytes], 'a.png')] : [name, value],
  )
  const { contentType, payload } = await encodeForm(parts)
  const headers = { authorization: `Bearer ${account.key}`, 'content-type': contentType }
  const answer = await service.app.inject({ method: 'POST', url: '/api/customers', headers, payload })
  const text = 'The photo takes too much memory to read; save it with fewer pixels or without interlacing'
  expect(answer.statusCode).toBe(422)
  expect(answer.json().error.details).toEqual({ profile_photo_path: text })
})

test.runIf(process.platform === 'linux')(
  'twenty uploads of 100 MB side by side are refused within 64 MB of memory',
  async () => {
    const { statuses, grownBytes } = await uploadTooMuch(20, 100 * 1024 * 1024)
    expect(new Set(statuses)).toEqual(new Set([422]))
    expect(grownBytes).toBeLessThan(64 * 1024 * 1024)
  },
  150_000,
)

function gif(width: number, height: number): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt16LE(width, 0)
  size.writeUInt16LE(height, 2)
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, ...size, 0, 2, 2, 0x4c, 1, 0, 0x3b])
  return Buffer.concat([
    Buffer.from('GIF89a'),
    size,
    Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255]),
    frame,
  ])
}

/** The header of a lossless picture; its size is 14 bits each. */
function webp(width: number, height: number): Buffer {
  const bits = Buffer.alloc(4)
  bits.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0)
  const data = Buffer.concat([Buffer.from([0x2f]), bits, Buffer.alloc(59)])
  const lengths = [Buffer.alloc(4), Buffer.alloc(4)] as const
  lengths[0].writeUInt32LE(data.length + 12)
  lengths[1].writeUInt32LE(data.length)
  return Buffer.concat([Buffer.from('RIFF'), lengths[0], Buffer.from('WEBPVP8L'), lengths[1], data])
}

test('an upload that breaks off before it is read leaves its Idempotency-Key unused', async () => {
  const { contentType, payload } = await encodeForm(await customerParts('again@example.com'))
  const headers = {
    authorization: `Bearer ${account.key}`,
    'content-type': contentType,
    'idempotency-key': 'broken-off',
  }
  const { db } = service.context.store
  // Whoever asks waits for the database meanwhile: SQLite for its one connection, PostgreSQL for the row.
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('credentials')
      .set({ last_used_at: null })
      .where('account_id', '=', account.id)
      .execute()
    const socket = connect(port, '127.0.0.1')
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    const head = [
      'POST /api/customers HTTP/1.1',
      'host: localhost',
      ...lines,
      `content-length: ${payload.length}`,
    ]
    socket.write([...head, '\r\n'].join('\r\n'))
    socket.write(payload.subarray(0, 100))
    await wait(200)
    socket.destroy()
    await wait(200)
  })
  await wait(200)
  const answer = await service.app.inject({ method: 'POST', url: '/api/customers', headers, payload })
  expect(answer.statusCode).toBe(201)
})

test('a customer whose commit wasn’t confirmed keeps its photo', async () => {
  const unsure = await startService()
  const { key } = await unsure.account('Ours')
  unsure.context.store.onCommit(() => {
    throw new Error('connection reset')
  })
  const { contentType, payload } = await encodeForm(await customerParts())
  const headers = { authorization: `Bearer ${key}`, 'content-type': contentType }
  const answer = await unsure.app.inject({ method: 'POST', url: '/api/customers', headers, payload })
  expect(answer.statusCode).toBe(500)
  const { data } = (
    await unsure.app.inject({ url: '/api/customers', headers: { authorization: `Bearer ${key}` } })
  ).json()
  const photo = await unsure.app.inject({ url: new URL(data[0].profile_photo_path).pathname })
  expect(photo.statusCode).toBe(200)
  await unsure.close()
})
