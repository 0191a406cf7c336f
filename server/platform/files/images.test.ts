import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { makePng } from '#server/tools/testing/png.ts'

import { decodingBytes, drawThumbnail, tryImage } from './images.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bureau-images-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function fileOf(bytes: Uint8Array): Promise<string> {
  const path = join(folder, `${Math.random()}`)
  await writeFile(path, bytes)
  return path
}

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#115e59' } })

test.each([
  ['an interlaced PNG of 16 bit', makePng(7_000, 7_000, { depth: 16, interlaced: true })],
  [
    'an interlaced PNG with alpha of 16 bit',
    makePng(6_000, 6_000, { depth: 16, interlaced: true, alpha: true }),
  ],
])('%s that needs more memory than decoding may use is never decoded', async (_, bytes) => {
  expect(await tryImage(await fileOf(bytes))).toBe('too-large')
})

test('the same image without interlacing is decoded row by row', async () => {
  const photo = await plain(7_000, 7_000).toColourspace('rgb16').png({ compressionLevel: 1 }).toBuffer()
  expect(await tryImage(await fileOf(photo))).toBe('decodes')
})

test('a truncated image is distinguished from one that is too large', async () => {
  const photo = await plain(100, 100).png().toBuffer()
  expect(await tryImage(await fileOf(photo))).toBe('decodes')
  expect(await tryImage(await fileOf(photo.subarray(0, 60)))).toBe('broken')
  expect(await tryImage(await fileOf(Buffer.from('no image')))).toBe('broken')
})

test('an image that must be decoded as a whole counts as a whole', () => {
  const jpeg = { format: 'jpeg', isProgressive: false, width: 6_000, height: 8_000, channels: 3 } as const
  const need = (more: object) => Math.round(decodingBytes({ ...jpeg, depth: 'uchar', ...more }) / 1e6)
  expect(need({ isProgressive: false })).toBeLessThan(50)
  expect(need({ isProgressive: true, chromaSubsampling: '4:2:0' })).toBe(161)
  expect(need({ isProgressive: true, chromaSubsampling: '4:4:4' })).toBe(305)
  expect(need({ format: 'png', isProgressive: false })).toBeLessThan(50)
  expect(need({ format: 'png', isProgressive: true })).toBe(161)
  expect(need({ format: 'png', orientation: 6 })).toBe(161)
  expect(need({ format: 'gif' })).toBe(257)
})

test('eight large photos and thumbnails at once leave threads for file access', async () => {
  const path = await fileOf(await plain(4_000, 4_000).png({ progressive: true }).toBuffer())
  let decoded = 0
  const work = Array.from({ length: 8 }, async (_, index) => {
    await (index % 2 === 0 ? tryImage(path) : drawThumbnail(path, 64))
    decoded += 1
  })
  // Both decoders are busy once the first is done.
  await Promise.race(work)
  const before = decoded
  await readFile(path)
  expect(decoded - before).toBeLessThanOrEqual(2)
  await Promise.all(work)
})
