import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, type Socket, createServer as createSocketServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, onTestFinished, test } from 'vitest'

import { type Config, readConfig } from '#server/config.ts'
import { createContext } from '#server/context.ts'
import { backUp } from '#server/platform/backup/back-up.ts'
import { restore } from '#server/platform/backup/restore.ts'
import { readSetting } from '#server/platform/db/settings.ts'
import { FilesUnavailable } from '#server/platform/lib/files-unavailable.ts'
import { environmentOf, makeDataDir, onPostgres, removeDataDir } from '#server/tools/testing/data-dir.ts'
import { S3Server } from '#server/tools/testing/s3-server.ts'
import { type TestService, customerParts, encodeForm, startService } from '#server/tools/testing/service.ts'

import { FileHousekeeping } from './housekeeping.ts'
import { S3Storage } from './s3-storage.ts'
import { FileStore } from './store.ts'

const server = await S3Server.start()
const scratch = await mkdtemp(join(tmpdir(), 'bureau-bucket-'))
afterAll(async () => {
  await server.close()
  await rm(scratch, { recursive: true })
})

const quiet = () => undefined
let prefixes = 0
const newPrefix = () => server.environment(`service/${(prefixes += 1)}`)
const bucketOf = (env: Record<string, string>) => new S3Storage(readConfig(env).files!) // set by `environment`

async function start(env: Record<string, string>): Promise<TestService> {
  const service = await startService(env)
  onTestFinished(() => service.close())
  return service
}

async function newFolder(env: Record<string, string> = {}): Promise<Config> {
  const dataDir = await makeDataDir()
  onTestFinished(() => removeDataDir(dataDir))
  return readConfig({ ...environmentOf(dataDir), LOG_LEVEL: 'silent', ...env })
}

/** Opens what a service consists of on that folder, and closes it again. */
async function open(config: Config): Promise<void> {
  const context = await createContext(config)
  await context.dispatcher.stop()
  await context.store.close()
}

async function create(service: TestService, key: string, email = 'zoe@example.com') {
  const { contentType, payload } = await encodeForm(await customerParts(email))
  const headers = { authorization: `Bearer ${key}`, 'content-type': contentType }
  return service.app.inject({ method: 'POST', url: '/api/customers', headers, payload })
}

const pathnameOf = (response: { json(): { data: { profile_photo_path: string } } }) =>
  new URL(response.json().data.profile_photo_path).pathname

async function keysIn(env: Record<string, string>): Promise<string[]> {
  const keys: string[] = []
  for await (const objects of bucketOf(env).list('files')) keys.push(...objects.map(({ key }) => key))
  return keys
}

/** An error has the moment in it. */
const contentOf = ({ statusCode, rawPayload }: { statusCode: number; rawPayload: Buffer }) =>
  statusCode === 200 && rawPayload.toString('base64')

/** Headers that don't differ with the moment, or with the token. */
const lasting = (headers: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => !['date', 'x-request-id', 'etag'].includes(name)),
  )

describe('a service with its files in a bucket', () => {
  test('sends them with the same bytes, headers and statuses as one with a folder', async () => {
    const env = newPrefix()
    const [inBucket, inFolder] = [await start(env), await start({})]
    const both = []
    for (const service of [inBucket, inFolder]) {
      const { key } = await service.account('Ours')
      const created = await create(service, key)
      expect(created.statusCode).toBe(201)
      const url = pathnameOf(created)
      const answers = []
      for (const query of ['', '?size=64', '?size=64', '?size=65']) {
        const answer = await service.app.inject({ url: url + query })
        const { etag } = answer.headers
        const again = await service.app.inject({
          url: url + query,
          headers: { 'if-none-match': String(etag) },
        })
        answers.push(
          [answer.statusCode, contentOf(answer), lasting(answer.headers)],
          [again.statusCode, lasting(again.headers)],
        )
      }
      const head = await service.app.inject({ method: 'HEAD', url })
      answers.push([head.statusCode, lasting(head.headers)])
      both.push(answers)
    }
    expect(both[0]!.length).toBe(9)
    expect(both[0]).toEqual(both[1])
    expect(await keysIn(env)).toHaveLength(2)
    expect(await readdir(inBucket.dataDir)).not.toContain('files')
    expect(await readdir(join(inBucket.dataDir, 'tmp'))).toEqual([])
  })

  test('deletes the files of a customer who is deleted for good, also when the bucket is away at that moment', async () => {
    const env = newPrefix()
    const service = await start(env)
    const { key, id } = await service.account('Ours')
    const headers = await service.session(id, 'owner')
    const ids: number[] = []
    for (const email of ['a@example.com', 'b@example.com'])
      ids.push((await create(service, key, email)).json().data.id)
    expect(await keysIn(env)).toHaveLength(2)
    await service.send('DELETE', '/api/customers', headers, { customers: ids })
    const purge = (customer: number | undefined) =>
      service.send('DELETE', '/api/x/deleted-customers', headers, { customers: [customer] })
    expect((await purge(ids[0])).statusCode).toBe(204)
    expect(await keysIn(env)).toHaveLength(1)
    await server.pause()
    try {
      expect((await purge(ids[1])).statusCode).toBe(204)
    } finally {
      await server.resume()
    }
    expect(await keysIn(env)).toHaveLength(1)
    await service.context.lifecycle.sweep()
    expect(await keysIn(env)).toEqual([])
  })

  test('responds 503 in the format of the surface while the bucket is away, saves nothing, and goes on when it is back', async () => {
    const env = newPrefix()
    const service = await start(env)
    const { key } = await service.account('Ours')
    const url = pathnameOf(await create(service, key))
    await server.pause()
    try {
      for (const query of ['', '?size=64']) {
        const answer = await service.app.inject({ url: url + query })
        expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2'])
        expect(answer.json()).toMatchObject({
          error: {
            code: 'UNAVAILABLE',
            message: 'Files can’t be read or saved right now; try again in a moment',
          },
        })
      }
      const answer = await create(service, key, 'other@example.com')
      expect([answer.statusCode, answer.json().error.code]).toEqual([503, 'UNAVAILABLE'])
      // What needs no file works.
      const list = await service.send('GET', '/api/customers', { authorization: `Bearer ${key}` })
      expect([list.statusCode, list.json().data.length]).toEqual([200, 1])
    } finally {
      await server.resume()
    }
    expect(await readdir(join(service.dataDir, 'tmp'))).toEqual([])
    expect((await service.app.inject({ url })).statusCode).toBe(200)
    expect((await create(service, key, 'other@example.com')).statusCode).toBe(201)
  })
})

describe('a bucket and an installation', () => {
  test('belong together: no other installation starts on its prefix, and this one on no other', async () => {
    const env = newPrefix()
    const ours = await newFolder(env)
    await open(ours)
    await open(ours)
    await expect(open(await newFolder(env))).rejects.toThrow(
      /^The bucket of FILES_URL has the files of another/,
    )
    await bucketOf(newPrefix()).write('files/aa/' + 'a'.repeat(43), Buffer.from('somebody’s'))
    const theirs = server.environment(`service/${prefixes}`)
    await expect(open(await newFolder(theirs))).rejects.toThrow(/doesn't know/)
  })

  test.runIf(onPostgres)('let another machine with a folder of its own use the same files', async () => {
    const env = { ...newPrefix(), SECRET_KEY: 'k'.repeat(32) }
    const service = await start(env)
    const { key } = await service.account('Ours')
    const token = pathnameOf(await create(service, key)).split('/')[2] ?? ''
    const { databaseUrl } = service.context.config
    const second = { ...(await newFolder(env)), databaseUrl }
    await open(second)
    await open(second)
    expect(await (await FileStore.open(second)).has(token)).toBe(true)
    const kept = await readSetting(service.context.store.db, 'files_kept_before')
    expect(kept).toBeUndefined()
  })

  test('a folder whose files are in a bucket isn’t used without it, by no command either', async () => {
    const env = newPrefix()
    const { dataDir, databaseUrl } = await newFolder(env).then(async (config) => {
      await open(config)
      return config
    })
    const without = { ...readConfig({ LOG_LEVEL: 'silent' }), dataDir, databaseUrl }
    await expect(open(without)).rejects.toThrow(/are in an S3 bucket\. Set FILES_URL to it/)
    await expect(backUp(without, join(scratch, 'without'), quiet)).rejects.toThrow(/are in an S3 bucket/)
    const other = { ...without, files: readConfig(newPrefix()).files }
    await expect(backUp(other, join(scratch, 'other'), quiet)).rejects.toThrow(/doesn't belong to/)
  })

  test('an installation with files in its folder isn’t started on an empty bucket', async () => {
    const service = await startService()
    try {
      const { key } = await service.account('Ours')
      await create(service, key)
      const moved = { ...service.context.config, files: readConfig(newPrefix()).files }
      await expect(open(moved)).rejects.toThrow(/aren't in the bucket.*make a backup and restore it/)
    } finally {
      await service.close()
    }
  })

  test('files aren’t swept once the bucket belongs to another installation', async () => {
    const env = newPrefix()
    const service = await start(env)
    const { store, files, log } = service.context
    await files.commitBytes(Buffer.from('orphan'))
    await bucketOf(env).write('installation', Buffer.from('another'))
    const startedMs = Date.now()
    await new FileHousekeeping({ store, files, log }, startedMs).run(startedMs + 2 * 60 * 60_000)
    expect(await keysIn(env)).toHaveLength(1)
    await bucketOf(env).write(
      'installation',
      Buffer.from((await readSetting(store.db, 'installation')) ?? ''),
    )
    await new FileHousekeeping({ store, files, log }, startedMs).run(startedMs + 2 * 60 * 60_000)
    expect(await keysIn(env)).toEqual([])
  })
})

test('a backup brings files from a bucket to a folder and back, with the same content', async () => {
  const env = newPrefix()
  const service = await start(env)
  const { key } = await service.account('Ours')
  const url = pathnameOf(await create(service, key))
  const token = url.split('/')[2] ?? ''
  const original = await service.context.files.readBytes(token)
  const [first, second] = [join(scratch, 'first'), join(scratch, 'second')]
  expect(await backUp(service.context.config, first, quiet)).toMatchObject({ files: 1, missing_files: 0 })

  const folder = await newFolder()
  await restore(folder, first, quiet)
  await open(folder)
  const inFolder = await FileStore.open(folder)
  expect((await inFolder.readBytes(token))?.equals(original ?? Buffer.of())).toBe(true)
  expect(await backUp(folder, second, quiet)).toMatchObject({ files: 1, missing_files: 0 })

  await expect(restore(await newFolder(env), second, quiet)).rejects.toThrow(/isn't empty under this prefix/)
  const elsewhere = newPrefix()
  const bucket = await newFolder(elsewhere)
  const interrupt = (line: string) => {
    if (line === 'Files copied') throw new Error('killed')
  }
  await expect(restore(bucket, second, interrupt)).rejects.toThrow('killed')
  await restore(bucket, second, quiet)
  await open(bucket)
  expect((await (await FileStore.open(bucket)).readBytes(token))?.equals(original ?? Buffer.of())).toBe(true)
  expect(await readdir(join(bucket.dataDir))).not.toContain('files')
})

describe('a store that fails', () => {
  const config = readConfig(server.environment('failing')).files!
  const listen = async (listener: ReturnType<typeof createServer | typeof createSocketServer>) => {
    await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done))
    onTestFinished(() => void listener.close())
    return `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
  }
  /** A local file to store. */
  const fileWith = async (text: string) => {
    const path = join(scratch, 'local')
    await writeFile(path, text)
    return path
  }

  test('by refusing the credentials is unavailable, and says so without them', async () => {
    const strict = await S3Server.start({ isStrict: true })
    onTestFinished(() => strict.close())
    const right = readConfig(strict.environment('x')).files!
    const path = await fileWith('content')
    await new S3Storage(right).copyIn('files/aa/file', path)
    const wrong = new S3Storage({ ...right, secretAccessKey: 'a wrong secret' })
    const error = await wrong.copyIn('files/aa/other', path).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(FilesUnavailable)
    expect(String(error)).toBe(
      'Error: The file store of FILES_URL is unavailable: SignatureDoesNotMatch (403)',
    )
    expect(await new S3Storage(right).has('files/aa/other')).toBe(false)
  })

  test('by having no such bucket is unavailable, not empty', async () => {
    const storage = new S3Storage({ ...config, bucket: 'no-such-bucket' })
    await expect(storage.open('installation')).rejects.toThrow('NoSuchBucket (404)')
  })

  test('by never responding is unavailable after a while', async () => {
    const sockets: Socket[] = []
    const endpoint = await listen(createSocketServer((socket) => void sockets.push(socket.resume())))
    const storage = new S3Storage({ ...config, endpoint }, { waitMs: 200 })
    await expect(storage.has('files/aa/file')).rejects.toThrow(FilesUnavailable)
    await expect(storage.copyIn('files/aa/file', await fileWith('content'))).rejects.toThrow(FilesUnavailable)
    for (const socket of sockets) socket.destroy()
  })

  test('by losing the connection within a file is unavailable', async () => {
    const endpoint = await listen(
      createServer((_request, response) => {
        response.writeHead(200, { 'content-length': 1000 }).write('ten bytes.', () => response.destroy())
      }),
    )
    await expect(new S3Storage({ ...config, endpoint }).readBytes('files/aa/file')).rejects.toThrow(
      FilesUnavailable,
    )
  })

  test('once gets the file again, with its checksum signed, so that a damaged one is refused', async () => {
    const received: [unknown, unknown, string][] = []
    const endpoint = await listen(
      createServer((request, response) => {
        const chunks: Buffer[] = []
        request.on('data', (chunk: Buffer) => chunks.push(chunk))
        request.on('end', () => {
          const { authorization, 'x-amz-content-sha256': sum } = request.headers
          received.push([
            /x-amz-content-sha256/.test(String(authorization)),
            sum,
            Buffer.concat(chunks).toString(),
          ])
          response.writeHead(received.length === 1 ? 503 : 200).end()
        })
      }),
    )
    await new S3Storage({ ...config, endpoint }).copyIn('files/aa/file', await fileWith('content'))
    const sum = 'ed7002b439e9ac845f22357d822bac1444730fbdb6016d3ec9432297b9ec9f73'
    expect(received).toEqual([
      [true, sum, 'content'],
      [true, sum, 'content'],
    ])
  })
})
