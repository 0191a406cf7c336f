import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'

import { dayMs, hourMs } from '#contract/values/durations.ts'
import { readConfig } from '#server/config.ts'
import { S3Server } from '#server/tools/testing/s3-server.ts'

import { FolderStorage } from './folder-storage.ts'
import { S3Storage } from './s3-storage.ts'
import type { FileStorage } from './storage.ts'
import { FileStore } from './store.ts'

const server = await S3Server.start()
afterAll(() => server.close())

let prefixes = 0

/** Both places for files. What holds for one holds for the other. */
const places = [
  {
    place: 'the data folder',
    environment: () => ({}),
    storage: (dataDir: string): Promise<FileStorage> => FolderStorage.open(dataDir),
  },
  {
    place: 'a bucket',
    environment: () => server.environment(`tests/${prefixes}`),
    // Few at a time, so that every listing has several pages.
    storage: async (): Promise<FileStorage> =>
      new S3Storage(readConfig(server.environment(`tests/${prefixes}`)).files!, { keysAtOnce: 7 }),
  },
]

describe.each(places)('in $place', ({ environment, storage: openStorage }) => {
  let dataDir: string
  let files: FileStore
  let storage: FileStorage

  beforeEach(async () => {
    prefixes += 1
    dataDir = await mkdtemp(join(tmpdir(), 'bureau-test-'))
    storage = await openStorage(dataDir)
    files = await FileStore.open(readConfig({ ...environment(), DATA_DIR: dataDir }))
  })
  afterEach(() => rm(dataDir, { recursive: true }))

  const commit = (text: string) => files.commitBytes(Buffer.from(text))
  const textOf = async (token: string) => (await files.readBytes(token))?.toString()
  const keysIn = async (folder: 'files' | 'trash') => {
    const keys: string[] = []
    for await (const objects of storage.list(folder)) keys.push(...objects.map(({ key }) => key))
    return keys.toSorted()
  }
  /** By default two hours later, when nothing counts as new any more. */
  const sweep = (known: readonly string[], { nowMs = Date.now() + 2 * hourMs, keptBeforeMs = 0 } = {}) =>
    files.sweep({ isKnown: async () => new Set(known), nowMs, keptBeforeMs })
  const keyOf = (token: string) => `files/${token.slice(0, 2)}/${token}`
  const temporary = () => readdir(join(dataDir, 'tmp'))

  test('an upload is stored as it was sent, and nothing of it stays in the temporary folder', async () => {
    const sent = Buffer.alloc(5_000_000, 'Zoë 🙂')
    const chunks = Array.from({ length: 50 }, (_, n) => sent.subarray(n * 100_000, (n + 1) * 100_000))
    const upload = await files.writeTemp(Readable.from(chunks), sent.length)
    if (upload === 'too-large') throw new Error('refused')
    const token = await files.commit(upload)
    expect(await temporary()).toEqual([])
    const opened = await files.open(token)
    expect(opened?.bytes).toBe(sent.length)
    expect((await buffer(opened!.stream)).equals(sent)).toBe(true) // asserted above
    expect(await files.has(token)).toBe(true)
  })

  test('an upload that is too large or breaks off leaves nothing', async () => {
    expect(await files.writeTemp(Readable.from([Buffer.alloc(60), Buffer.alloc(60)]), 100)).toBe('too-large')
    async function* broken() {
      yield Buffer.alloc(60)
      throw new Error('gone')
    }
    await expect(files.writeTemp(Readable.from(broken()), 100)).rejects.toThrow('gone')
    expect(await temporary()).toEqual([])
    expect(await keysIn('files')).toEqual([])
  })

  test('a missing file is missing in every way, and can be removed again', async () => {
    const token = await commit('gone')
    await files.remove([token])
    await files.remove([token])
    expect(await files.open(token)).toBeUndefined()
    expect(await files.readBytes(token)).toBeUndefined()
    expect(await files.readThumbnail(token, 64)).toBeUndefined()
    expect(await files.withPath(token, async () => 'there')).toBeUndefined()
    expect(await files.has(token)).toBe(false)
  })

  test('a file goes with its thumbnails, and no other does', async () => {
    const [removed, kept] = [await commit('removed'), await commit('kept')]
    for (const token of [removed, kept])
      for (const size of [64, 256] as const) await files.writeThumbnail(token, size, Buffer.from(`${size}`))
    expect((await files.readThumbnail(kept, 256))?.toString()).toBe('256')
    await files.remove([removed])
    const key = keyOf(kept)
    expect(await keysIn('files')).toEqual([key, `${key}.256.webp`, `${key}.64.webp`])
  })

  test('a file that is deleted while it is sent is sent to its end', async () => {
    const token = await files.commitBytes(Buffer.alloc(3_000_000, 'x'))
    const opened = await files.open(token)
    await files.remove([token])
    expect((await buffer(opened!.stream)).length).toBe(3_000_000) // committed above
  })

  test('work that needs a path gets one with the content, and nothing temporary stays', async () => {
    const token = await commit('content')
    expect(await files.withPath(token, (path) => readFile(path, 'utf8'))).toBe('content')
    await expect(files.withPath(token, () => Promise.reject(new Error('work')))).rejects.toThrow('work')
    expect(await temporary()).toEqual([])
  })

  test('a copy of a local file leaves that file', async () => {
    const path = join(dataDir, 'original')
    await writeFile(path, 'original')
    await files.copyIn('a'.repeat(43), path)
    expect(await textOf('a'.repeat(43))).toBe('original')
    expect(await readFile(path, 'utf8')).toBe('original')
  })

  test('many files stored at once are each readable and listed once', async () => {
    const texts = Array.from({ length: 30 }, (_, n) => `file ${n}`)
    const tokens = await Promise.all(texts.map(commit))
    expect(await Promise.all(tokens.map(textOf))).toEqual(texts)
    expect(await keysIn('files')).toEqual(tokens.map(keyOf).toSorted())
    const listed: string[] = []
    for await (const some of files.storedTokens()) listed.push(...some)
    expect(listed.toSorted()).toEqual(tokens.toSorted())
    expect(await files.countStored(0, Date.now() + hourMs)).toBe(30)
    expect(await files.countStored(Date.now() + hourMs, Date.now() + 2 * hourMs)).toBe(0)
  })

  test('a sweep moves what has no row to the trash, brings it back with its row, and deletes it after a week', async () => {
    const [known, orphan] = [await commit('known'), await commit('orphan')]
    for (const token of [known, orphan]) await files.writeThumbnail(token, 64, Buffer.from('small'))
    const nowMs = Date.now() + 2 * hourMs
    const day = new Date(nowMs).toISOString().slice(0, 10)
    expect(await sweep([known], { nowMs })).toMatchObject({ trashed: 1, refused: 0, deleted: 0 })
    expect(await keysIn('files')).toEqual([keyOf(known), `${keyOf(known)}.64.webp`])
    expect(await keysIn('trash')).toEqual([`trash/${day}/${orphan}`])

    expect(await sweep([known, orphan], { nowMs })).toMatchObject({ restored: 1 })
    expect(await textOf(orphan)).toBe('orphan')
    expect(await sweep([known], { nowMs })).toMatchObject({ trashed: 1 })
    await sweep([known], { nowMs: nowMs + 7 * dayMs })
    expect(await keysIn('trash')).toHaveLength(1)
    expect(await sweep([known], { nowMs: nowMs + 8 * dayMs })).toMatchObject({ deleted: 1 })
    expect(await keysIn('trash')).toEqual([])
    expect(await textOf(known)).toBe('known')
  })

  test('a sweep leaves files of the last hour, and from before a given time', async () => {
    const token = await commit('young')
    expect(await sweep([], { nowMs: Date.now() + hourMs / 2 })).toMatchObject({ trashed: 0 })
    expect(await sweep([], { keptBeforeMs: Date.now() + hourMs })).toMatchObject({ trashed: 0 })
    expect(await textOf(token)).toBe('young')
  })

  test('a sweep that would remove more than half of the files, and more than ten, removes none', async () => {
    const tokens = await Promise.all(Array.from({ length: 21 }, (_, n) => commit(`file ${n}`)))
    expect(await sweep(tokens.slice(0, 10))).toMatchObject({ trashed: 0, refused: 11 })
    expect(await keysIn('files')).toHaveLength(21)
    expect(await sweep(tokens.slice(0, 11))).toMatchObject({ trashed: 10, refused: 0 })
  })

  test('two sweeps at once do what one does', async () => {
    const tokens = await Promise.all(Array.from({ length: 30 }, (_, n) => commit(`file ${n}`)))
    const known = tokens.slice(8)
    await Promise.all([sweep(known), sweep(known)])
    expect(await keysIn('files')).toEqual(known.map(keyOf).toSorted())
    expect(await keysIn('trash')).toHaveLength(8)
    await Promise.all([sweep(tokens), sweep(tokens)])
    expect(await keysIn('files')).toEqual(tokens.map(keyOf).toSorted())
    expect(await keysIn('trash')).toEqual([])
    expect(await Promise.all(tokens.map(textOf))).not.toContain(undefined)
  })

  test('what isn’t ours stays', async () => {
    await storage.write('installation', Buffer.from('id'))
    await mkdir(join(dataDir, 'files', 'aa'), { recursive: true })
    await storage.write('files/aa/readme.md', Buffer.from('mine'))
    expect(await sweep([])).toEqual({ uploads: 0, trashed: 0, refused: 0, restored: 0, deleted: 0 })
    expect(await files.owner()).toBe('id')
    expect((await storage.readBytes('files/aa/readme.md'))?.toString()).toBe('mine')
  })
})
