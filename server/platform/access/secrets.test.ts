import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { makeMigratedDataDir } from '#server/tools/testing/blank-database.ts'
import { onPostgres, removeDataDir } from '#server/tools/testing/data-dir.ts'
import { MailServer } from '#server/tools/testing/mail-server.ts'
import { type ServiceProcess, credentialsOn, startProcess } from '#server/tools/testing/process.ts'
import { customerParts, encodeForm } from '#server/tools/testing/service.ts'

import { codeAt, stepAt } from './staff/two-factor/totp.ts'

let dataDir: string
let service: ServiceProcess
const mail = new MailServer()

beforeAll(async () => {
  dataDir = await makeMigratedDataDir()
  service = await startProcess(dataDir, {
    LOG_LEVEL: 'trace',
    SMTP_URL: await mail.listen(),
    MAIL_FROM: 'office@example.com',
  })
}, 300_000)
afterAll(async () => {
  await service.end('SIGKILL')
  await mail.close()
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

/** The secret of the newest link that someone was emailed, once they were sent that many. */
async function emailedSecret(page: string, email: string, count = 1): Promise<string> {
  const secrets = () => mail.secrets(page, email)
  await expect.poll(() => secrets().length, { timeout: 30_000 }).toBe(count)
  return secrets().at(-1) ?? ''
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

  const invite = (email: string) =>
    fetch(`${service.url}/api/x/invitations`, {
      method: 'POST',
      headers: { ...sameOrigin, cookie },
      body: JSON.stringify({ email, role: 'staff' }),
    })
  const second = 'second@ours.example'
  await invite(second)
  const acceptedLink = await emailedSecret('invitation', second)
  await post('/api/x/invitation', { token: acceptedLink })
  const joined = { token: acceptedLink, name: 'Second', password: 'the password of the second one' }
  expect((await post('/api/x/invitation/accept', joined)).status).toBe(200)
  await invite('third@ours.example')
  const openInvitation = await emailedSecret('invitation', 'third@ours.example')

  const forget = () => post('/api/x/password-reset/request', { email: second })
  await forget()
  const usedReset = await emailedSecret('reset-password', second)
  await post('/api/x/password-reset/show', { token: usedReset })
  const resetTo = 'the password after the reset'
  const resets = [
    await post('/api/x/password-reset', { token: usedReset, password: resetTo }),
    await post('/api/x/password-reset', { token: usedReset, password: resetTo }),
  ]
  expect(resets.map(({ status }) => status)).toEqual([204, 422])
  await forget()
  const openReset = await emailedSecret('reset-password', second, 2)
  const links = { acceptedLink, openInvitation, usedReset, openReset, resetTo, joined: joined.password }
  const own = { ...sameOrigin, cookie }
  const ask = (path: string, body: object) =>
    fetch(service.url + path, { method: 'POST', headers: own, body: JSON.stringify(body) })
  const begun = await ask('/api/x/two-factor/begin', { current_password: password })
  const { key: appKey } = ((await begun.json()) as { data: { key: string } }).data
  const confirmed = await ask('/api/x/two-factor/confirm', { code: codeAt(appKey, stepAt(Date.now())) })
  const { recovery_codes: recoveryCodes } = (
    (await confirmed.json()) as { data: { recovery_codes: string[] } }
  ).data
  expect(recoveryCodes).toHaveLength(10)

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

  // The second step of that sign-in: right and wrong.
  const [waiting] = asked.slice(8).map((answer) => answer.headers.getSetCookie())
  const challenge = (waiting ?? []).find((header) => header.includes('two_factor='))?.split(';', 1)[0] ?? ''
  const half = { ...sameOrigin, cookie: challenge }
  const enterCode = (code: string) =>
    fetch(`${service.url}/api/x/sign-in/code`, {
      method: 'POST',
      headers: half,
      body: JSON.stringify({ code, trust: true }),
    })
  const wrongCode = 'a-recovery-code-that-nobody-ever-had'
  const usedCode = recoveryCodes[0] ?? ''
  expect([(await enterCode(wrongCode)).status, (await enterCode(usedCode)).status]).toEqual([422, 200])
  const challengeToken = decodeURIComponent(challenge.slice(challenge.indexOf('=') + 1)).split('.')[0] ?? ''

  const credentials = { token, key, shownOnce, wrong, sessionToken, cookie }
  const twoFactor = { appKey, wrongCode, challengeToken }
  const secrets = { ...credentials, ...links, ...twoFactor, password, wrongPassword, setUpToken }
  const disk = await stored()
  const log = service.output().replace(/^ {2}Create the owner account.*$/m, '')
  expect(log).toContain('"path":"/api/customers"')
  const fileToken = photo.split('/')[2] ?? ''
  for (const [name, secret] of Object.entries(secrets)) {
    expect(secret.length, name).toBeGreaterThan(20)
    expect(disk.includes(secret), `${name} on disk`).toBe(false)
    expect(log.includes(secret), `${name} in the log`).toBe(false)
  }
  for (const code of recoveryCodes.flatMap((one) => [one, one.replace('-', '')])) {
    expect(disk.includes(code), 'a recovery code on disk').toBe(false)
    expect(log.includes(code), 'a recovery code in the log').toBe(false)
  }
  expect(log.includes(fileToken), 'the address of a file in the log').toBe(false)
})
