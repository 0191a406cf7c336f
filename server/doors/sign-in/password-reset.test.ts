import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { resetPassword } from '#server/platform/access/staff/members.ts'
import { cheapHash } from '#server/tools/testing/cheap-hash.ts'
import { MailServer, smtpError } from '#server/tools/testing/mail-server.ts'
import { type TestService, startService } from '#server/tools/testing/service.ts'

let mail: MailServer
let service: TestService
let account: number

beforeAll(async () => {
  mail = new MailServer({
    onRcptTo: ({ address }, _session, done) => done(address.startsWith('gone') ? smtpError(550) : null),
  })
  const env = { SMTP_URL: await mail.listen(), MAIL_FROM: 'office@example.com', DEMO: '1' }
  service = await startService(env)
  account = (await service.account('Ours')).id
})
afterAll(async () => {
  await service.close()
  await mail.close()
})

// Requests from one address are limited.
beforeEach(() => service.context.store.db.deleteFrom('sign_in_failures').execute())

const password = 'nine lanterns over water'
const next = 'eleven kettles on the roof'
let people = 0

/** Someone who can sign in, and isn't known to any other test. */
async function person(name = 'ines') {
  people += 1
  const email = `${name}${people}@example.com`
  const user = await service.context.staff.addPerson({ name: 'Ines Duarte', email, password })
  await service.context.staff.addMember(account, user, 'viewer')
  return { email, user }
}

const post = (url: string, payload: object, cookie?: string) =>
  service.app.inject({
    method: 'POST',
    url,
    headers: { 'sec-fetch-site': 'same-origin', ...(cookie !== undefined && { cookie }) },
    payload,
  })
const request = (email: unknown) => post('/api/x/password-reset/request', { email })
const show = (token: string) => post('/api/x/password-reset/show', { token })
const reset = (token: string, to = next) => post('/api/x/password-reset', { token, password: to })
const signIn = (email: string, withPassword: string) =>
  post('/api/x/sign-in', { email, password: withPassword, remember: true })
const cookieOf = (answer: Awaited<ReturnType<typeof post>>) =>
  [answer.headers['set-cookie'] ?? []]
    .flat()
    .map((header) => header.split(';', 1)[0])
    .join('; ')
const statusOf = async (cookie: string) =>
  (await service.app.inject({ url: '/api/x/session', headers: { cookie } })).statusCode

/** What was emailed to someone, once they have that many emails. */
async function lettersTo(email: string, count: number): Promise<string[]> {
  const letters = () => mail.received.filter(({ to }) => to.includes(email))
  await expect.poll(() => letters().length, { timeout: 20_000 }).toBe(count)
  return letters().map(({ source }) => source)
}
const newestSecret = (email: string) => mail.secrets('reset-password', email).at(-1) ?? ''

/** Requests a link and returns its token. */
async function linkFor(email: string, letters = 1): Promise<string> {
  expect((await request(email)).statusCode).toBe(204)
  await lettersTo(email, letters)
  return newestSecret(email)
}

const refusal = (answer: Awaited<ReturnType<typeof post>>) => [
  answer.statusCode,
  answer.json().error.details.token,
]
const used = [422, expect.stringContaining('already used')]

describe('a link for a new password', () => {
  test('sets it once, ends all sessions, forgets all devices, and is followed by an email that says so', async () => {
    const { email, user } = await person()
    const sessions = await Promise.all([signIn(email, password), signIn(email, password)])
    expect((await request(email.toUpperCase())).statusCode).toBe(204)
    await lettersTo(email, 1)
    const token = newestSecret(email)
    expect((await show(token)).json().data).toEqual({ email })
    const answer = await reset(token)
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([204, undefined])
    expect(await Promise.all(sessions.map((one) => statusOf(cookieOf(one))))).toEqual([401, 401])
    const devices = service.context.store.db.selectFrom('staff_devices').select('id')
    expect(await devices.where('user_id', '=', user).execute()).toEqual([])
    expect((await signIn(email, password)).statusCode).toBe(401)
    expect((await signIn(email, next)).statusCode).toBe(200)
    const notice = (await lettersTo(email, 2)).at(-1)
    expect(notice).toContain('Your Bureau password was changed')
    expect(notice).not.toContain('token')
    const recorded = await service.context.store.db
      .selectFrom('audit_log')
      .select(['action', 'actor_kind'])
      .where('target_id', '=', user)
      .where('action', 'like', 'password.%')
      .orderBy('id')
      .execute()
    expect(recorded).toEqual([
      { action: 'password.reset_requested', actor_kind: 'anonymous' },
      { action: 'password.reset', actor_kind: 'staff' },
    ])
    expect(refusal(await reset(token))).toEqual(used)
    expect(refusal(await show(token))).toEqual(used)
  })

  test('is used by one of several requests that come at the same moment', async () => {
    const { email } = await person()
    const token = await linkFor(email)
    const passwords = ['one', 'two', 'six', 'ten'].map((word) => `${word} kettles on the roof`)
    const answers = await Promise.all(passwords.map((to) => reset(token, to)))
    const winners = passwords.filter((_to, index) => answers[index]?.statusCode === 204)
    expect(winners).toHaveLength(1)
    const losers = answers.filter(({ statusCode }) => statusCode !== 204)
    expect(losers.map(refusal)).toEqual([used, used, used])
    const signedIn = await Promise.all(passwords.map((to) => signIn(email, to)))
    expect(passwords.filter((_to, index) => signedIn[index]?.statusCode === 200)).toEqual(winners)
  })

  test('stays valid when somebody asks for another one, until one of them is used', async () => {
    const { email } = await person()
    const older = await linkFor(email)
    const newer = await linkFor(email, 2)
    expect((await show(older)).statusCode).toBe(200)
    expect((await reset(older)).statusCode).toBe(204)
    expect(refusal(await show(newer))[1]).toContain('was changed since')
    expect(refusal(await reset(newer))[1]).toContain('was changed since')
  })

  test('is one of several that are requested at the same moment', async () => {
    const { email, user } = await person()
    await Promise.all([request(email), request(email)])
    await lettersTo(email, 2)
    const links = service.context.store.db.selectFrom('password_resets').select('status')
    const rows = await links.where('user_id', '=', user).execute()
    expect(rows.map(({ status }) => status)).toEqual(['pending', 'pending'])
  })

  test('works for an hour, and says afterwards that it has expired', async () => {
    const { email, user } = await person()
    const token = await linkFor(email)
    const { db } = service.context.store
    const { expires_at } = await db
      .selectFrom('password_resets')
      .select('expires_at')
      .where('user_id', '=', user)
      .executeTakeFirstOrThrow()
    const inMinutes = (Date.parse(expires_at) - Date.now()) / 60_000
    expect(inMinutes).toBeGreaterThan(55)
    expect(inMinutes).toBeLessThanOrEqual(60)
    const expire = (ms: number) =>
      db
        .updateTable('password_resets')
        .set({ expires_at: new Date(Date.now() - ms).toISOString() })
        .where('user_id', '=', user)
        .execute()
    await expire(1_000)
    expect(refusal(await show(token))[1]).toContain('has expired')
    expect(refusal(await reset(token))[1]).toContain('has expired')
    expect((await signIn(email, password)).statusCode).toBe(200)
    await expire(8 * 24 * 60 * 60_000)
    await service.context.lifecycle.sweep()
    expect(refusal(await show(token))[1]).toContain('doesn’t work')
  })

  test('doesn’t work when it is tampered with, and changes nobody else’s password', async () => {
    const [mine, theirs] = [await person(), await person()]
    const token = await linkFor(mine.email)
    const other = token.startsWith('A') ? `B${token.slice(1)}` : `A${token.slice(1)}`
    expect(refusal(await reset(other))[1]).toContain('doesn’t work')
    expect((await post('/api/x/password-reset', { token: [token], password: next })).statusCode).toBe(422)
    const more = { token, password: next, email: theirs.email, user_id: theirs.user }
    expect((await post('/api/x/password-reset', more)).statusCode).toBe(204)
    expect((await signIn(theirs.email, next)).statusCode).toBe(401)
    expect((await signIn(theirs.email, password)).statusCode).toBe(200)
  })

  test('stays usable after a password that is refused', async () => {
    const { email } = await person()
    const token = await linkFor(email)
    for (const refused of ['basketball', 'short', 'x'.repeat(129)]) {
      const answer = await reset(token, refused)
      expect([answer.statusCode, Object.keys(answer.json().error.details)]).toEqual([422, ['password']])
    }
    expect((await reset(token)).statusCode).toBe(204)
  })

  test('stops working when the password is changed in another way', async () => {
    const [onScreen, byCommand] = [await person(), await person()]
    const first = await linkFor(onScreen.email)
    const cookie = cookieOf(await signIn(onScreen.email, password))
    const changed = await service.app.inject({
      method: 'PUT',
      url: '/api/x/password',
      headers: { 'sec-fetch-site': 'same-origin', cookie },
      payload: { current_password: password, new_password: next },
    })
    expect(changed.statusCode).toBe(204)
    expect((await reset(first, password)).statusCode).toBe(422)
    expect((await lettersTo(onScreen.email, 2)).at(-1)).toContain('password was changed')
    const second = await linkFor(byCommand.email)
    await resetPassword(service.context.store, cheapHash, byCommand.email)
    expect((await reset(second)).statusCode).toBe(422)
  })

  test('stores the hash of its secret, and nothing else of it', async () => {
    const { email, user } = await person()
    const token = await linkFor(email)
    const rows = await service.context.store.db
      .selectFrom('password_resets')
      .selectAll()
      .where('user_id', '=', user)
      .execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

describe('a request for a link', () => {
  test('is answered alike for an address that nobody has, for one that can’t be reached, and for the demo', async () => {
    const { email } = await person()
    const gone = await person('gone')
    const answers = []
    for (const asked of ['nobody@example.com', gone.email, 'demo@bureau.example', email])
      answers.push(await request(asked))
    const seen = answers.map(({ statusCode, body, headers }) => {
      const { date: _date, 'x-request-id': _id, ...same } = headers
      return { statusCode, body, same }
    })
    expect(new Set(seen.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(seen[0]?.statusCode).toBe(204)
    await lettersTo(email, 1)
    expect(mail.received.flatMap(({ to }) => to)).not.toContain('nobody@example.com')
    expect(mail.received.flatMap(({ to }) => to)).not.toContain('demo@bureau.example')
  })

  test('does no more for an address that somebody has before it is answered', async () => {
    const { email } = await person()
    const { db } = service.context.store
    await db.schema.alterTable('password_resets').renameTo('resets_away').execute()
    const answers = [await request(email), await request('nobody.here@example.com')]
    await db.schema.alterTable('resets_away').renameTo('password_resets').execute()
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 204])
  })

  test.each(['known', 'unknown'])('is throttled for an address that is %s', async (kind) => {
    const email = kind === 'known' ? (await person()).email : 'stranger@example.com'
    const answers = []
    for (let round = 0; round < 4; round += 1) answers.push(await request(email))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204, 429])
    expect(Number(answers[3]?.headers['retry-after'])).toBeGreaterThan(0)
    expect(answers[3]?.json().error.message).toContain('Too many requests')
  })

  test('by a stranger elsewhere doesn’t keep a person from their own', async () => {
    const { email } = await person()
    const from = (remoteAddress: string) =>
      service.app.inject({
        method: 'POST',
        url: '/api/x/password-reset/request',
        remoteAddress,
        headers: { 'sec-fetch-site': 'same-origin' },
        payload: { email },
      })
    for (let round = 0; round < 5; round += 1) await from('198.51.100.9')
    expect((await from('198.51.100.9')).statusCode).toBe(429)
    expect((await from('203.0.113.4')).statusCode).toBe(204)
  })

  test('doesn’t keep anybody from signing in, however often it is sent', async () => {
    const { email } = await person()
    for (let round = 0; round < 5; round += 1) await request(email)
    expect((await signIn(email, password)).statusCode).toBe(200)
  })

  test('needs an address, and comes from our own pages', async () => {
    expect((await request('no address')).statusCode).toBe(422)
    expect((await request(null)).statusCode).toBe(422)
    const foreign = await service.app.inject({
      method: 'POST',
      url: '/api/x/password-reset/request',
      headers: { 'sec-fetch-site': 'cross-site' },
      payload: { email: 'nobody@example.com' },
    })
    expect(foreign.statusCode).toBe(403)
  })
})

test('requests from one address are limited whatever they ask for', async () => {
  const answers = []
  for (let round = 0; round < 21; round += 1) answers.push(await request(`someone${round}@example.com`))
  const statuses = answers.map(({ statusCode }) => statusCode)
  expect([statuses.slice(0, 20).every((status) => status === 204), statuses[20]]).toEqual([true, 429])
})

test('without a mail server links are neither offered nor sent', async () => {
  const silent = await startService()
  const entrance = await silent.app.inject({ url: '/api/x/entrance' })
  expect(entrance.json().data.can_reset_password).toBe(false)
  const answer = await silent.app.inject({
    method: 'POST',
    url: '/api/x/password-reset/request',
    headers: { 'sec-fetch-site': 'same-origin' },
    payload: { email: 'nobody@example.com' },
  })
  expect([answer.statusCode, answer.json().error.code]).toEqual([409, 'CONFLICT'])
  await silent.close()
  expect((await service.app.inject({ url: '/api/x/entrance' })).json().data.can_reset_password).toBe(true)
})
