import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { type FileHandle, mkdir, mkdtemp, open, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { onPostgres } from '#server/tools/testing/data-dir.ts'
import { type FormPart, customerParts, encodeForm } from '#server/tools/testing/service.ts'

/** A separate disk, mounted in a namespace that ends with the service. Linux lets anyone do this, most containers don't. */
const canMount =
  process.platform === 'linux' &&
  spawnSync('unshare', ['-rm', 'sh', '-c', 'mount -t tmpfs none /mnt']).status === 0
const diskBytes = 12 * 1024 * 1024
const root = resolve(import.meta.dirname, '../../..')

let dataDir: string
let url: string
let key: string
let token: string
let output = ''
/** The small disk, as seen from here. */
let disk: string
let stop: () => Promise<void>

beforeAll(async () => {
  if (!canMount || onPostgres) return
  dataDir = await mkdtemp(join(tmpdir(), 'bureau-test-'))
  const script = `mount -t tmpfs -o size=${diskBytes} none "$DATA_DIR" &&
    "$NODE" server/tools/cli/credentials.ts --account Ours --rate-limit 100000 && exec "$NODE" server/main.ts`
  const child = spawn('unshare', ['-rm', 'sh', '-c', script], {
    cwd: root,
    env: {
      ...process.env,
      NODE: process.execPath,
      DATA_DIR: dataDir,
      DEMO: '0',
      HOST: '127.0.0.1',
      PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child.stdout.setEncoding('utf8').on('data', (said: string) => {
    output += said
  })
  stop = async () => {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  while (!/Bureau is open at/.test(output)) {
    if (child.exitCode !== null) throw new Error(`The service did not start:\n${output}`)
    await wait(20)
  }
  url = /Bureau is open at (\S+)/.exec(output)?.[1] ?? ''
  token = /"token":"([^"]+)"/.exec(output)?.[1] ?? ''
  key = /"key":"([^"]+)"/.exec(output)?.[1] ?? ''
  disk = join('/proc', String(child.pid), 'root', dataDir)
}, 300_000)
afterAll(async () => {
  await stop?.()
  if (dataDir) await rm(dataDir, { recursive: true, force: true })
})

interface Answer {
  readonly status: number
  readonly body: {
    readonly error?: { code: string; message: string }
    readonly message?: string
    readonly data?: { profile_photo_path: string }
  }
}

async function send(
  method: 'POST' | 'PUT',
  path: string,
  credential: string,
  type: string,
  body: string | Uint8Array<ArrayBuffer>,
): Promise<Answer> {
  const headers = { authorization: `Bearer ${credential}`, 'content-type': type }
  const answer = await fetch(url + path, { method, headers, body })
  return { status: answer.status, body: (await answer.json()) as Answer['body'] }
}

async function createCustomer(photo?: File) {
  const parts = (await customerParts()).map<FormPart>(([name, value]) => [
    name,
    name === 'profile_photo_path' && photo ? photo : value,
  ])
  const { contentType, payload } = await encodeForm(parts)
  return send('POST', '/api/customers', key, contentType, new Uint8Array(payload))
}

const saveWebhook = (method: 'POST' | 'PUT', path: string) => {
  const body = {
    url: 'https://hooks.example.com/',
    events: ['customer.created'],
    config: { headers: { 'x-note': 'x'.repeat(900) } },
  }
  return send(method, path, token, 'application/json', JSON.stringify(body))
}

/** What the log says about requests that failed. */
const failures = () =>
  output
    .split('\n')
    .filter((line) => /"msg":"(failed|unavailable)"/.test(line))
    .map((line) => JSON.parse(line) as { err?: { message: string }; reason?: string })
    .map(({ err, reason }) => err?.message ?? reason)

const reason = 'The disk of the server is full, so nothing was saved. Try again once there is space'

test.skipIf(!canMount || onPostgres)(
  'an upload larger than what is free on the disk is answered 503 with the reason, and the log has the error once',
  async () => {
    const photo = new File([new Uint8Array(16 * 1024 * 1024)], 'large.png')
    expect(await createCustomer(photo)).toMatchObject({
      status: 503,
      body: { error: { code: 'UNAVAILABLE', message: reason } },
    })
    await until(() => failures().length > 0)
    expect(failures()).toEqual([expect.stringContaining('ENOSPC')])
    expect(await readdir(join(disk, 'tmp'))).toEqual([])
  },
)

test.skipIf(!canMount || onPostgres)(
  'a database on a full disk answers 503 with the reason, still shows photos, and takes writes again once there is room',
  async () => {
    const before = failures().length
    const photo = (await createCustomer()).body.data?.profile_photo_path
    expect((await saveWebhook('POST', '/api/v1/webhooks')).status).toBe(201)
    await mkdir(join(disk, 'others'))
    const filler = await open(join(disk, 'others', 'filler'), 'w')
    for (const bytes of [1024 * 1024, 4096]) while (await fits(filler, bytes));
    let answer = await saveWebhook('PUT', '/api/v1/webhooks/1')
    for (let count = 0; count < 1000 && answer.status === 200; count += 1)
      answer = await saveWebhook('PUT', '/api/v1/webhooks/1')
    expect(answer).toEqual({ status: 503, body: { message: reason } })
    await until(() => failures().length > before)
    expect(failures().slice(before)).toEqual([expect.stringContaining('database or disk is full')])

    const thumbnail = await fetch(`${photo}?size=64`)
    expect([thumbnail.status, thumbnail.headers.get('content-type')]).toEqual([200, 'image/webp'])

    await filler.close()
    await rm(join(disk, 'others'), { recursive: true })
    expect((await saveWebhook('PUT', '/api/v1/webhooks/1')).status).toBe(200)
  },
)

async function until(isSo: () => boolean) {
  while (!isSo()) await wait(20)
}

const fits = (file: FileHandle, bytes: number) =>
  file.write(new Uint8Array(bytes)).then(
    ({ bytesWritten }) => bytesWritten === bytes,
    () => false,
  )
