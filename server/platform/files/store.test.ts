import { mkdir, mkdtemp, readFile, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { dayMs } from '#contract/values/durations.ts'
import { storedPath } from '#server/tools/testing/data-dir.ts'

import { FileStore } from './store.ts'

let dataDir: string
let files: FileStore

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'bureau-test-'))
  files = await FileStore.open({ dataDir, files: undefined })
})
afterEach(() => rm(dataDir, { recursive: true }))

const writeTemp = async (text: string) => {
  const upload = await files.writeTemp(Readable.from([Buffer.from(text)]), 100)
  if (upload === 'too-large') throw new Error(text)
  return upload
}
const commit = async (text: string) => files.commit(await writeTemp(text))
const pathOf = (token: string, size?: number) => storedPath(dataDir, token, size)
const age = (path: string) => utimes(path, new Date(0), new Date(0))
const tempFiles = () => readdir(join(dataDir, 'tmp'))
const sweep = (known: readonly string[], { nowMs = Date.now(), keptBeforeMs = 0 } = {}) =>
  files.sweep({ isKnown: async () => new Set(known), nowMs, keptBeforeMs })
const trashed = async () => {
  const names = await readdir(join(dataDir, 'trash'), { recursive: true }).catch(() => [])
  return names.filter((name) => name.includes('/')).map((name) => name.split('/')[1])
}
const hasFile = async (path: string) => {
  const names = await readdir(join(dataDir, 'files'), { recursive: true })
  return names.some((name) => path.endsWith(name) && name.includes('/'))
}

test('a stored file without a row moves to the trash, and its thumbnails are deleted', async () => {
  const [known, orphan] = [await commit('known'), await commit('orphan')]
  await writeFile(pathOf(orphan, 64), 'small')
  await writeFile(pathOf(known, 64), 'small')
  const paths = [known, orphan].flatMap((token) => [pathOf(token), pathOf(token, 64)])
  await Promise.all(paths.map(age))

  expect(await sweep([known])).toMatchObject({ trashed: 1, refused: 0, deleted: 0 })
  expect(await Promise.all(paths.map(hasFile))).toEqual([true, true, false, false])
  expect(await trashed()).toEqual([orphan])
})

test('the trash keeps a file for seven days', async () => {
  const token = await commit('orphan')
  await age(pathOf(token))
  const nowMs = Date.now()
  await sweep([], { nowMs })
  await sweep([], { nowMs: nowMs + 7 * dayMs })
  expect(await trashed()).toEqual([token])
  expect(await sweep([], { nowMs: nowMs + 8 * dayMs })).toMatchObject({ deleted: 1 })
  expect(await readdir(join(dataDir, 'trash'))).toEqual([])
})

test('a file in the trash is restored once it has a row again', async () => {
  const token = await commit('restored')
  await age(pathOf(token))
  await sweep([])
  expect(await sweep([token])).toMatchObject({ restored: 1 })
  expect(await readFile(pathOf(token), 'utf8')).toBe('restored')
  expect(await sweep([token])).toMatchObject({ trashed: 0, restored: 0 })
})

test('two services can sweep the same folder at once', async () => {
  const tokens = await Promise.all(Array.from({ length: 40 }, (_, index) => commit(`file ${index}`)))
  await Promise.all(tokens.map((token) => age(pathOf(token))))
  const [first, known] = [tokens.slice(0, 10), tokens.slice(10)]
  const both = async (having: readonly string[], nowMs: number) => {
    const swept = await Promise.all([sweep(having, { nowMs }), sweep(having, { nowMs })])
    return (['trashed', 'restored', 'deleted'] as const).map((what) => swept[0][what] + swept[1][what])
  }
  const nowMs = Date.now()
  expect(await both(known, nowMs)).toEqual([10, 0, 0])
  expect(await both([...known, ...first.slice(0, 4)], nowMs)).toEqual([0, 4, 0])
  expect(await both([...known, ...first.slice(0, 4)], nowMs + 8 * dayMs)).toEqual([0, 0, 6])
})

test('a sweep that would remove more than half of the files, and more than ten, removes none', async () => {
  const tokens = await Promise.all(Array.from({ length: 21 }, (_, index) => commit(`file ${index}`)))
  await Promise.all(tokens.map((token) => age(pathOf(token))))
  expect(await sweep(tokens.slice(0, 10))).toMatchObject({ trashed: 0, refused: 11 })
  expect(await Promise.all(tokens.map((token) => hasFile(pathOf(token))))).not.toContain(false)
  expect(await sweep(tokens.slice(0, 11))).toMatchObject({ trashed: 10, refused: 0 })
})

test('files older than a given time stay, with their thumbnails', async () => {
  const token = await commit('older than the database')
  await writeFile(pathOf(token, 64), 'small')
  await Promise.all([pathOf(token), pathOf(token, 64)].map(age))
  await sweep([], { keptBeforeMs: Date.now() })
  expect(await hasFile(pathOf(token))).toBe(true)
  expect(await hasFile(pathOf(token, 64))).toBe(true)
})

test('foreign files and folders are ignored wherever they are', async () => {
  const token = await commit('orphan')
  const strangers = [
    'tmp/notes.txt',
    'tmp/ABCDEF',
    'files/readme.md',
    'files/aa/.DS_Store',
    `files/${token.slice(0, 2)}/a.bin`,
    'trash/2020-01-01/keep.txt',
    'trash/mine.txt',
    'trash/2020-01-02',
  ]
  const folders = [
    'tmp/lost+found',
    `tmp/${'a'.repeat(32)}`,
    'files/lost+found',
    `files/aa/${'a'.repeat(43)}`,
    'trash/2020-01-01',
  ]
  for (const folder of folders) await mkdir(join(dataDir, folder), { recursive: true })
  for (const name of strangers) await writeFile(join(dataDir, name), 'mine')
  for (const name of [...strangers, ...folders]) await age(join(dataDir, name))
  await age(pathOf(token))

  expect(await sweep([])).toEqual({ uploads: 0, trashed: 1, refused: 0, restored: 0, deleted: 0 })
  for (const name of [...strangers, ...folders]) await stat(join(dataDir, name))
})

test('a new file without a row stays: its customer may be about to be written', async () => {
  const token = await commit('young')
  await sweep([])
  expect(await hasFile(pathOf(token))).toBe(true)
})

test('a file’s age counts from when it was committed, however long its request took', async () => {
  const upload = await writeTemp('slow')
  await age(upload.tempPath)
  const token = await files.commit(upload)
  await sweep([])
  expect(await hasFile(pathOf(token))).toBe(true)
})

test('an unfinished thumbnail is swept, but its file isn’t', async () => {
  const token = await commit('photo')
  const part = `${pathOf(token, 256)}.1.part`
  await writeFile(part, 'half')
  await Promise.all([part, pathOf(token)].map(age))
  await sweep([token])
  expect(await Promise.all([part, pathOf(token)].map(hasFile))).toEqual([false, true])
})

test('a killed process’s uploads are swept', async () => {
  const left = join(dataDir, 'tmp', '0123456789abcdef0123456789abcdef')
  await writeFile(left, 'half')
  await age(left)
  expect(await files.sweepUploads()).toBe(1)
  expect(await tempFiles()).toEqual([])
})

test('an upload whose request takes hours survives another process’s sweep', async () => {
  const upload = await writeTemp('slow')
  await age(upload.tempPath)
  await files.touchUploads()
  const other = await FileStore.open({ dataDir, files: undefined })
  expect(await other.sweepUploads()).toBe(0)
  expect(await tempFiles()).toHaveLength(1)
  await files.discard([upload])
  expect(await tempFiles()).toEqual([])
})
