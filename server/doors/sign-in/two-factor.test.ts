import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import type { TwoFactor } from '#contract/access/two-factor.ts'
import { replacePassword } from '#server/platform/access/staff/password.ts'
import { codeAt, stepAt } from '#server/platform/access/staff/two-factor/totp.ts'
import { type TestService, startService } from '#server/tools/testing/service.ts'

let service: TestService
let account: number

beforeAll(async () => {
  service = await startService()
  account = (await service.account('Ours')).id
})
afterAll(() => service.close())

// Codes depend on the time of day: it stands still, and moves on where a test says so.
let timeMs = Date.UTC(2026, 10, 22, 12)
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: later(3_600) })
})
afterEach(() => void vi.useRealTimers())
function later(seconds: number): number {
  timeMs += seconds * 1_000
  if (vi.isFakeTimers()) vi.setSystemTime(timeMs)
  return timeMs
}

type Headers = Record<string, string>
type Answer = Awaited<ReturnType<typeof post>>
const stranger = {
  'sec-fetch-site': 'same-origin',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
}
const password = 'nine lanterns over water'
let people = 0

const post = (url: string, headers: Headers, payload?: object, remoteAddress = '127.0.0.1') =>
  service.app.inject({ method: 'POST', url, headers, remoteAddress, ...(payload && { payload }) })
const get = (url: string, headers: Headers) => service.app.inject({ url, headers })
/** The cookies that a browser has after those responses: the newest of each name. */
function browser(...answers: Answer[]): Headers {
  const jar = new Map<string, string>()
  for (const header of answers.flatMap((answer) => [answer.headers['set-cookie'] ?? []].flat())) {
    const [pair = ''] = header.split(';', 1)
    const name = pair.slice(0, pair.indexOf('='))
    if (/Max-Age=0/i.test(header)) jar.delete(name)
    else jar.set(name, pair)
  }
  return { ...stranger, cookie: [...jar.values()].join('; ') }
}
const fields = (answer: Answer) => [answer.statusCode, Object.keys(answer.json().error.details ?? {})]

async function person(role: 'owner' | 'viewer' = 'viewer', inAccount = account) {
  people += 1
  const email = `lena${people}@example.com`
  const id = await service.context.staff.addPerson({ name: 'Lena Okafor', email, password })
  await service.context.staff.addMember(inAccount, id, role)
  const first = (headers: Headers = stranger, from?: string) =>
    post('/api/x/sign-in', headers, { email, password, remember: true }, from)
  return { id, email, first }
}

/** Someone who has turned it on, in the browser where they did. */
async function protectedPerson(role: 'owner' | 'viewer' = 'viewer', inAccount = account) {
  const someone = await person(role, inAccount)
  const here = browser(await someone.first())
  const begun = await post('/api/x/two-factor/begin', here, { current_password: password })
  const { key } = begun.json().data as { key: string }
  const code = () => codeAt(key, stepAt(Date.now()))
  const confirmed = await post('/api/x/two-factor/confirm', here, { code: code() })
  const { recovery_codes: codes } = confirmed.json().data as { recovery_codes: string[] }
  later(60)
  const second = (headers: Headers, typed: string, trust = false, from?: string) =>
    post('/api/x/sign-in/code', headers, { code: typed, trust }, from)
  return { ...someone, here, key, code, codes, second }
}
const shown = async (headers: Headers) => (await get('/api/x/two-factor', headers)).json().data as TwoFactor
const status = async (headers: Headers) => (await get('/api/x/session', headers)).statusCode

describe('turning it on', () => {
  test('takes the password and a code of the new key, and shows ten recovery codes once', async () => {
    const { first, email } = await person()
    const here = browser(await first())
    expect(fields(await post('/api/x/two-factor/begin', here, { current_password: 'wrong' }))).toEqual([
      422,
      ['current_password'],
    ])
    const { uri, key } = (await post('/api/x/two-factor/begin', here, { current_password: password })).json()
      .data as { uri: string; key: string }
    const { protocol, host, pathname, searchParams } = new URL(uri)
    expect([protocol, host, pathname]).toEqual(['otpauth:', 'totp', `/Bureau:${encodeURIComponent(email)}`])
    expect(Object.fromEntries(searchParams)).toEqual({
      secret: key,
      issuer: 'Bureau',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
    expect(key).toMatch(/^[A-Z2-7]{32}$/)
    expect(fields(await post('/api/x/two-factor/confirm', here, { code: '000000' }))).toEqual([422, ['code']])
    expect(await shown(here)).toMatchObject({ is_on: false, recovery_codes_left: 0 })
    const typed = codeAt(key, stepAt(Date.now())).replace(/^.{3}/, '$& ')
    const confirmed = await post('/api/x/two-factor/confirm', here, { code: typed })
    expect(confirmed.statusCode).toBe(200)
    const codes = confirmed.json().data.recovery_codes as string[]
    expect(new Set(codes).size).toBe(10)
    expect(await shown(here)).toEqual({
      is_on: true,
      recovery_codes_left: 10,
      required_by: [],
      trusted_devices: [],
    })
    // The session stays.
    expect(await status(here)).toBe(200)
  })

  test('is refused while it’s on, so that nobody is locked out by a key they never scanned', async () => {
    const { here, first, second, code } = await protectedPerson()
    const again = await post('/api/x/two-factor/begin', here, { current_password: password })
    expect(again.statusCode).toBe(409)
    expect((await post('/api/x/two-factor/confirm', here, { code: code() })).statusCode).toBe(409)
    expect((await second(browser(await first()), code())).statusCode).toBe(200)
  })

  test('of two confirmations at once, one gets the recovery codes', async () => {
    const { first } = await person()
    const here = browser(await first())
    const begun = await post('/api/x/two-factor/begin', here, { current_password: password })
    const code = codeAt(begun.json().data.key, stepAt(Date.now()))
    const answers = await Promise.all([1, 2, 3].map(() => post('/api/x/two-factor/confirm', here, { code })))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409])
  })
})

describe('signing in', () => {
  test('gives no session for the password alone, and one for the code', async () => {
    const { first, second, code, email } = await protectedPerson()
    const half = await first()
    expect([half.statusCode, half.json().data]).toEqual([200, null])
    const waiting = browser(half)
    expect(waiting.cookie).not.toContain('session_token')
    expect(await status(waiting)).toBe(401)
    const done = await second(waiting, code())
    expect(done.json().data.user.email).toBe(email)
    expect(await status(browser(half, done))).toBe(200)
    // The challenge is used up, and the cookie gone.
    expect(browser(half, done).cookie).not.toContain('two_factor')
    later(60)
    expect((await second(waiting, code())).statusCode).toBe(401)
  })

  test('that waits for a code ends with a new password', async () => {
    const { first, second, code, email } = await protectedPerson()
    const waiting = browser(await first())
    const { db } = service.context.store
    const person = await db
      .selectFrom('staff')
      .select(['id', 'email'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    await db.transaction().execute((trx) => replacePassword(trx, person, 'a hash'))
    expect((await second(waiting, code())).statusCode).toBe(401)
  })

  test('takes a code once, even in another sign-in and from many at once', async () => {
    const { first, second, code } = await protectedPerson()
    const waiting = await Promise.all([1, 2, 3, 4].map(async () => browser(await first())))
    const typed = code()
    const answers = await Promise.all(waiting.map((headers) => second(headers, typed)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422, 422, 422])
    expect((await second(browser(await first()), typed)).statusCode).toBe(422)
  })

  test('takes no code of an earlier step than the one used last', async () => {
    const { first, second, key } = await protectedPerson()
    const step = stepAt(Date.now())
    expect((await second(browser(await first()), codeAt(key, step + 1))).statusCode).toBe(200)
    expect((await second(browser(await first()), codeAt(key, step))).statusCode).toBe(422)
    expect((await second(browser(await first()), codeAt(key, step + 2))).statusCode).toBe(422)
  })

  test('takes a recovery code once, as it’s typed, from many at once', async () => {
    const { first, second, codes, here } = await protectedPerson()
    const typed = ` ${codes[0]!.replace('-', ' ').toUpperCase()} `
    const waiting = await Promise.all([1, 2, 3].map(async () => browser(await first())))
    const answers = await Promise.all(waiting.map((headers) => second(headers, typed)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422, 422])
    expect(await shown(here)).toMatchObject({ recovery_codes_left: 9 })
    const both = await Promise.all(
      [codes[1]!, codes[2]!].map(async (one) => second(browser(await first()), one)),
    )
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(await shown(here)).toMatchObject({ recovery_codes_left: 7 })
  })

  test('has to be completed within ten minutes, with a cookie that wasn’t altered', async () => {
    const { first, second, code } = await protectedPerson()
    const waiting = browser(await first())
    later(599)
    const altered = { ...waiting, cookie: waiting['cookie']!.replace(/(two_factor=.)./, '$1~') }
    expect((await second(altered, code())).statusCode).toBe(401)
    expect((await second(stranger, code())).statusCode).toBe(401)
    later(2)
    expect((await second(waiting, code())).statusCode).toBe(401)
    await service.context.lifecycle.sweep()
    const left = await service.context.store.db.selectFrom('staff_verifications').select('id').execute()
    expect(left).toEqual([])
  })

  test('lets nobody guess codes: not from one address, not from many, not by entering the password again', async () => {
    const { id, first, second, code, here } = await protectedPerson()
    const waiting = browser(await first())
    const guess = (from: string) => second(waiting, '000000', false, from)
    for (let tries = 0; tries < 5; tries += 1) expect((await guess('192.0.2.1')).statusCode).toBe(422)
    expect((await guess('192.0.2.1')).statusCode).toBe(429)
    await first(stranger, '192.0.2.1')
    expect((await guess('192.0.2.1')).statusCode).toBe(429)
    for (let tries = 0; tries < 5; tries += 1) await guess(`192.0.2.${10 + tries}`)
    const limited = await second(waiting, code(), false, '192.0.2.99')
    expect(limited.statusCode).toBe(429)
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0)
    // Of those that were turned away, one is in the audit log; of the wrong codes, each.
    const noted = async () => {
      const rows = await service.context.store.db
        .selectFrom('audit_log')
        .select('action')
        .where('target_id', '=', id)
        .where('action', 'in', ['sign_in.failed', 'sign_in.throttled'])
        .execute()
      return Object.entries(Object.groupBy(rows, ({ action }) => action)).map(
        ([action, all]) => [action, all?.length] as const,
      )
    }
    await vi.waitFor(
      async () =>
        expect(new Map(await noted())).toEqual(
          new Map([
            ['sign_in.failed', 10],
            ['sign_in.throttled', 1],
          ]),
        ),
      10_000,
    )
    // In a browser where they have signed in before, the person still can.
    const known = browser(await first(here))
    known['cookie'] += `; ${/bureau\.device=[^;]*/.exec(here['cookie']!)![0]}`
    expect((await second(known, code(), false, '192.0.2.99')).statusCode).toBe(200)
  })
})

test('who joins another account by invitation with the sign-in they have gets no session there before the code', async () => {
  const { id, email, second, code, first } = await protectedPerson()
  const elsewhere = (await service.account(`Elsewhere of ${email}`)).id
  const owner = await service.session(elsewhere, 'owner')
  const invited = await post('/api/x/invitations', owner, { email, role: 'viewer' })
  const token = new URL(invited.json().data.link as string).hash.replace('#token=', '')
  const accept = (given: string) => post('/api/x/invitation/accept', stranger, { token, password: given })
  expect(fields(await accept('not the right password'))).toEqual([422, ['password']])
  const joined = await accept(password)
  expect([joined.statusCode, joined.json().data]).toEqual([200, null])
  const waiting = browser(joined)
  expect(waiting['cookie']).not.toContain('session_token')
  expect(await status(waiting)).toBe(401)
  expect(fields(await second(waiting, '000000'))).toEqual([422, ['code']])
  const done = await second(waiting, code())
  expect(done.statusCode).toBe(200)
  const inside = { ...browser(joined, done), 'x-account-id': String(elsewhere) }
  expect((await get('/api/x/session', inside)).json().data.account).toMatchObject({
    id: elsewhere,
    role: 'viewer',
  })
  // The link is used up, and the second factor is what it was.
  expect(fields(await accept(password))).toEqual([422, ['token']])
  expect((await first()).json().data).toBeNull()
  const memberships = await service.context.store.db
    .selectFrom('memberships')
    .select('account_id')
    .where('user_id', '=', id)
    .execute()
  expect(memberships.map(({ account_id }) => account_id)).toEqual([account, elsewhere])
})

describe('a trusted browser', () => {
  test('is asked for no code for 30 days, and then again', async () => {
    const { first, second, code } = await protectedPerson()
    const half = await first()
    const done = await second(browser(half), code(), true)
    const trusted = browser(half, done)
    expect((await shown(trusted)).trusted_devices).toMatchObject([
      { device: 'Firefox on Linux', is_current: true },
    ])
    const again = await first(trusted)
    expect(again.json().data.user).toMatchObject({ name: 'Lena Okafor' })
    expect(await status(browser(again))).toBe(200)
    expect((await first()).json().data).toBeNull()
    later(30 * 24 * 3_600)
    expect((await first(trusted)).json().data).toBeNull()
  })

  test('is trusted by its own person only, and not after it was forgotten', async () => {
    const one = await protectedPerson()
    const half = await one.first()
    const trusted = browser(half, await one.second(browser(half), one.code(), true))
    const other = await protectedPerson()
    expect((await other.first(trusted)).json().data).toBeNull()
    const [device] = (await shown(trusted)).trusted_devices
    const forget = (headers: Headers, id: number | null) =>
      post('/api/x/two-factor/forget-devices', headers, { id })
    expect((await forget(other.here, device!.id)).statusCode).toBe(204)
    expect((await one.first(trusted)).json().data).not.toBeNull()
    expect((await forget(one.here, device!.id)).statusCode).toBe(204)
    expect((await one.first(trusted)).json().data).toBeNull()
  })

  test('is trusted no longer after another password', async () => {
    const { first, second, code, here } = await protectedPerson()
    const half = await first()
    const trusted = browser(half, await second(browser(half), code(), true))
    const change = (from: string, to: string) =>
      service.app.inject({
        method: 'PUT',
        url: '/api/x/password',
        headers: here,
        payload: { current_password: from, new_password: to },
      })
    expect((await change(password, 'eleven kettles on the roof')).statusCode).toBe(204)
    expect((await change('eleven kettles on the roof', password)).statusCode).toBe(204)
    expect((await first(trusted)).json().data).toBeNull()
  })
})

describe('with the password and a code', () => {
  test('it’s turned off, and trusts nobody', async () => {
    const { id, first, second, code, here } = await protectedPerson()
    const half = await first()
    await second(browser(half), code(), true)
    later(60)
    const off = (current_password: string, typed: string) =>
      post('/api/x/two-factor/turn-off', here, { current_password, code: typed })
    expect(fields(await off('wrong', code()))).toEqual([422, ['current_password']])
    expect(fields(await off(password, '000000'))).toEqual([422, ['code']])
    expect((await off(password, code())).statusCode).toBe(204)
    expect(await shown(here)).toMatchObject({ is_on: false, trusted_devices: [] })
    expect((await first()).json().data).not.toBeNull()
    expect((await off(password, code())).statusCode).toBe(409)
    const actions = await service.context.store.db
      .selectFrom('audit_log')
      .select('action')
      .where('target_id', '=', id)
      .where('action', 'like', 'two_factor.%')
      .orderBy('id')
      .execute()
    expect(actions.map(({ action }) => action)).toEqual(['two_factor.enabled', 'two_factor.disabled'])
  })

  test('new recovery codes replace the earlier ones', async () => {
    const { first, second, codes, here } = await protectedPerson()
    const renew = (current_password: string) =>
      post('/api/x/two-factor/recovery-codes', here, { current_password })
    expect(fields(await renew('wrong'))).toEqual([422, ['current_password']])
    const fresh = (await renew(password)).json().data.recovery_codes as string[]
    expect((await second(browser(await first()), codes[0]!)).statusCode).toBe(422)
    expect((await second(browser(await first()), fresh[0]!)).statusCode).toBe(200)
  })
})

test('nothing of it is stored in clear text', async () => {
  const { first, key, codes, id } = await protectedPerson()
  const waiting = browser(await first())
  const challenge = decodeURIComponent(/two_factor=([^;]*)/.exec(waiting['cookie']!)![1]!).split('.')[0]!
  const { db } = service.context.store
  const rows = JSON.stringify([
    await db.selectFrom('staff_two_factors').selectAll().where('user_id', '=', id).execute(),
    await db.selectFrom('staff_verifications').selectAll().execute(),
  ])
  expect(challenge.length).toBeGreaterThan(20)
  for (const secret of [key, challenge, ...codes, ...codes.map((one) => one.replace('-', ''))])
    expect(rows).not.toContain(secret)
})
