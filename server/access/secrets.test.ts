import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { makeDataDir, onPostgres, removeDataDir } from '#server/testing/data-dir.ts'
import { type ServiceProcess, credentialsOn, startProcess } from '#server/testing/process.ts'
import { customerParts, encodeForm } from '#server/testing/service.ts'

let dataDir: string
let service: ServiceProcess

beforeAll(async () => {
  dataDir = await makeDataDir()
  service = await startProcess(dataDir, { LOG_LEVEL: 'trace' })
}, 300_000)
afterAll(async () => {
  await service.end('SIGKILL')
  await removeDataDir(dataDir)
})

const password = 'a password nobody else has'
const sameOrigin = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }

const post = (path: string, body: unknown) =>
  fetch(service.url + path, { method: 'POST', headers: sameOrigin, body: JSON.stringify(body) })

async function createCustomer(key: string): Promise<string> {
  const { contentType, payload } = await encodeForm(await customerParts())
  const answer = await fetch(`${service.url}/api/customers`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': contentType },
    body: new Uint8Array(payload),
  })
  return new URL(((await answer.json()) as { data: { profile_photo_path: string } }).data.profile_photo_path)
    .pathname
}

/** Every file of the data folder but the secret itself, write-ahead log included. */
async function stored(): Promise<string> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && entry.name !== 'secret-key')
  expect(files.map(({ name }) => name)).toContain('bureau.sqlite-wal')
  const texts = await Promise.all(
    files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1')),
  )
  return texts.join('\n')
}

test('no token, key, password, session or link is written to disk or the log', async ({ skip }) => {
  skip(onPostgres, 'PostgreSQL keeps its files elsewhere')
  const [, setUpToken = ''] = /#token=(\S+)/.exec(service.output()) ?? []
  const setUp = await post('/api/x/set-up', {
    token: setUpToken,
    account_name: 'Ours',
    name: 'First',
    email: 'first@ours.example',
    password,
  })
  expect(setUp.status).toBe(201)
  const [cookie = ''] = (setUp.headers.getSetCookie()[0] ?? '').split(';')
  const sessionToken = decodeURIComponent(cookie.slice(cookie.indexOf('=') + 1)).split('.')[0] ?? ''
  const { token, key } = await credentialsOn(dataDir)
  const made = await fetch(`${service.url}/api/x/credentials`, {
    method: 'POST',
    headers: { ...sameOrigin, cookie, 'idempotency-key': 'made-on-screen' },
    body: JSON.stringify({ kind: 'key', name: 'Shop', abilities: [], rate_limit: 60, expires_on: null }),
  })
  const { secret: shownOnce } = (await made.json()) as { secret: string }

  // Right ones and wrong ones, in every place where somebody may put them.
  const wrong = 'bk_wrong-but-nearly-right-and-therefore-secret'
  const wrongPassword = 'nearly the right password'
  const photo = await createCustomer(key)
  const asked = await Promise.all([
    fetch(`${service.url}/api/x/session`, { headers: { cookie } }),
    fetch(`${service.url}/api/customers?limit=1`, { headers: { authorization: `bearer ${shownOnce}` } }),
    fetch(`${service.url}/api/customers?limit=1`, { headers: { authorization: `bearer ${key}` } }),
    fetch(`${service.url}/api/customers`, { headers: { authorization: `Bearer ${token}` } }),
    fetch(`${service.url}/api/customers`, { headers: { authorization: `Bearer ${wrong}` } }),
    fetch(`${service.url}/api/customers?token=${token}&key=${key}`),
    fetch(`${service.url}${photo}?size=64`),
    post('/api/x/sign-in', { email: 'first@ours.example', password: wrongPassword, remember: true }),
    post('/api/x/sign-in', { email: 'first@ours.example', password, remember: true }),
    post('/api/x/sign-in', { email: [password], password: { password }, remember: true }),
  ])
  expect(asked.map(({ status }) => status)).toEqual([200, 200, 200, 401, 401, 401, 200, 401, 200, 422])
  await Promise.all(asked.map((answer) => answer.text()))

  const secrets = { token, key, shownOnce, password, wrongPassword, wrong, sessionToken, cookie, setUpToken }
  const disk = await stored()
  const log = service.output().replace(/^ {2}Create the owner account.*$/m, '')
  expect(log).toContain('"path":"/api/customers"')
  const fileToken = photo.split('/')[2] ?? ''
  for (const [name, secret] of Object.entries(secrets)) {
    expect(secret.length, name).toBeGreaterThan(20)
    expect(disk.includes(secret), `${name} on disk`).toBe(false)
    expect(log.includes(secret), `${name} in the log`).toBe(false)
  }
  expect(log.includes(fileToken), 'the address of a file in the log').toBe(false)
})
