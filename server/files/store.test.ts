import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { FileStore } from './store.ts'

let dataDir: string
let files: FileStore

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'bureau-test-'))
  files = await FileStore.open(dataDir)
})
afterEach(() => rm(dataDir, { recursive: true }))

const receive = async (text: string) => {
  const received = await files.receive(Readable.from([Buffer.from(text)]), 100)
  if (received === 'too-large') throw new Error(text)
  return received
}
const keep = async (text: string) => files.keep(await receive(text))
const age = (path: string) => utimes(path, new Date(0), new Date(0))
const tempFiles = () => readdir(join(dataDir, 'tmp'))
const sweep = (known: readonly string[]) => files.sweep(async () => new Set(known))
const hasFile = async (path: string) => {
  const names = await readdir(join(dataDir, 'files'), { recursive: true })
  return names.some((name) => path.endsWith(name) && name.includes('/'))
}

test('a kept file that no row names is swept with all that was drawn from it', async () => {
  const [known, orphan] = [await keep('known'), await keep('orphan')]
  await writeFile(files.thumbnailPath(orphan, 64), 'small')
  await writeFile(files.thumbnailPath(known, 64), 'small')
  const paths = [known, orphan].flatMap((token) => [files.pathOf(token), files.thumbnailPath(token, 64)])
  await Promise.all(paths.map(age))

  await sweep([known])
  expect(await Promise.all(paths.map(hasFile))).toEqual([true, true, false, false])
})

test('a young file without a row is left alone: its customer may be about to be written', async () => {
  const token = await keep('young')
  await sweep([])
  expect(await hasFile(files.pathOf(token))).toBe(true)
})

test('a file counts as young from when it is kept, however long its request took', async () => {
  const received = await receive('slow')
  await age(received.tempPath)
  const token = await files.keep(received)
  await sweep([])
  expect(await hasFile(files.pathOf(token))).toBe(true)
})

test('a thumbnail that was never finished is swept, its file is not', async () => {
  const token = await keep('photo')
  const part = `${files.thumbnailPath(token, 256)}.1.part`
  await writeFile(part, 'half')
  await Promise.all([part, files.pathOf(token)].map(age))
  await sweep([token])
  expect(await Promise.all([part, files.pathOf(token)].map(hasFile))).toEqual([false, true])
})

test('uploads of a killed process are swept, at the next start and while running', async () => {
  const left = join(dataDir, 'tmp', 'left')
  for (const clear of [() => sweep([]), () => FileStore.open(dataDir)]) {
    await writeFile(left, 'half')
    await age(left)
    await clear()
    expect(await tempFiles()).toEqual([])
  }
})

test('an upload under way for hours is not taken for a forgotten one, also not by another process', async () => {
  const received = await receive('slow')
  await age(received.tempPath)
  await sweep([])
  await FileStore.open(dataDir)
  expect(await tempFiles()).toHaveLength(1)
  await files.discard([received])
  expect(await tempFiles()).toEqual([])
})
