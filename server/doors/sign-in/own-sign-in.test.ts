import { afterAll, beforeAll, expect, test } from 'vitest'

import type { OwnSession } from '#contract/access/own-sign-in.ts'
import { type TestService, startService } from '#server/tools/testing/service.ts'

let service: TestService
let account: number

beforeAll(async () => {
  service = await startService()
  account = (await service.account('Ours')).id
})
afterAll(() => service.close())

type Headers = Record<string, string>
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const password = 'nine lanterns over water'
let people = 0

/** Someone new, and a function that signs them in once more. */
async function person() {
  people += 1
  const email = `ines${people}@example.com`
  const user = await service.context.staff.addPerson({ name: 'Ines Duarte', email, password })
  await service.context.staff.addMember(account, user, 'viewer')
  const signIn = async (withPassword = password, userAgent = firefox) => {
    const answer = await service.app.inject({
      method: 'POST',
      url: '/api/x/sign-in',
      headers: { 'sec-fetch-site': 'same-origin', 'user-agent': userAgent },
      payload: { email, password: withPassword, remember: true },
    })
    const cookies = [answer.headers['set-cookie'] ?? []].flat()
    const cookie = cookies.map((header) => header.split(';', 1)[0]).join('; ')
    return { statusCode: answer.statusCode, headers: { cookie, 'sec-fetch-site': 'same-origin' } }
  }
  return { email, signIn, begin: async () => (await signIn()).headers }
}

const ask = (method: 'GET' | 'POST' | 'PUT', url: string, headers: Headers, payload?: object) =>
  service.app.inject({ method, url, headers, ...(payload && { payload }) })
const sessions = async (headers: Headers) =>
  (await ask('GET', '/api/x/own-sessions', headers)).json().data as OwnSession[]
const end = (headers: Headers, id: number | null) => ask('POST', '/api/x/own-sessions/end', headers, { id })
const change = (headers: Headers, current_password: string, new_password: string) =>
  ask('PUT', '/api/x/password', headers, { current_password, new_password })
const status = async (headers: Headers) => (await ask('GET', '/api/x/session', headers)).statusCode
const problems = (answer: Awaited<ReturnType<typeof ask>>) => [
  answer.statusCode,
  Object.keys(answer.json().error.details ?? {}),
]

test('a person sees where they are signed in, this browser first, and nobody else’s sessions', async () => {
  const { begin, signIn } = await person()
  const [first, second] = [await begin(), (await signIn(password, 'curl/8')).headers]
  await (await person()).begin()
  const seen = await sessions(first)
  expect(seen.map(({ device, is_current }) => [device, is_current])).toEqual([
    ['Firefox on Windows', true],
    [null, false],
  ])
  expect((await sessions(second)).map(({ is_current }) => is_current)).toEqual([true, false])
  expect(JSON.stringify(seen)).not.toContain('token')
})

test('a session that hasn’t been used yet says where it began', async () => {
  const { begin, signIn } = await person()
  const here = await begin()
  await signIn(password, 'curl/8')
  const other = (await sessions(here)).find(({ is_current }) => !is_current)
  expect(other).toMatchObject({ ip_address: '127.0.0.1', last_seen_at: null })
})

test('an ended session is over with its next request, and the others go on', async () => {
  const { begin } = await person()
  const [here, there, elsewhere] = [await begin(), await begin(), await begin()]
  const ended = (await sessions(there)).find(({ is_current }) => is_current)!
  expect(await status(there)).toBe(200)
  expect((await end(here, ended.id)).statusCode).toBe(204)
  expect(await Promise.all([here, there, elsewhere].map(status))).toEqual([200, 401, 200])
  // It may be asked for again.
  expect((await end(here, ended.id)).statusCode).toBe(204)
  expect((await end(here, null)).statusCode).toBe(204)
  expect(await Promise.all([here, there, elsewhere].map(status))).toEqual([200, 401, 401])
})

test('nobody ends the session of another person', async () => {
  const [mine, theirs] = [await (await person()).begin(), await (await person()).begin()]
  const [foreign] = await sessions(theirs)
  expect((await end(mine, foreign!.id)).statusCode).toBe(204)
  expect(await status(theirs)).toBe(200)
})

test('a new password ends all other sessions, and the old one no longer works', async () => {
  const { begin, signIn } = await person()
  const [here, there] = [await begin(), await begin()]
  const next = 'eleven kettles on the roof'
  const changed = await change(here, password, next)
  expect(changed.statusCode).toBe(204)
  expect(await Promise.all([here, there].map(status))).toEqual([200, 401])
  expect((await signIn(password)).statusCode).toBe(401)
  expect((await signIn(next)).statusCode).toBe(200)
})

test('a changed password makes other browsers known devices no longer', async () => {
  const { begin, email } = await person()
  const here = await begin()
  await begin()
  const { db } = service.context.store
  const known = () =>
    db
      .selectFrom('staff_devices')
      .innerJoin('staff', 'staff.id', 'staff_devices.user_id')
      .select('staff_devices.id')
      .where('staff.email', '=', email)
      .execute()
  expect(await known()).toHaveLength(2)
  await change(here, password, 'eleven kettles on the roof')
  expect(await known()).toHaveLength(1)
})

test('a wrong, common, short or unchanged password is refused at its field, and nothing changes', async () => {
  const { begin, signIn } = await person()
  const [here, there] = [await begin(), await begin()]
  const next = 'eleven kettles on the roof'
  expect(problems(await change(here, 'wrong', next))).toEqual([422, ['current_password']])
  for (const refused of ['Password123', 'qwertyuiop', 'short', 'x'.repeat(129), password])
    expect([refused, ...problems(await change(here, password, refused))]).toEqual([
      refused,
      422,
      ['new_password'],
    ])
  expect(await Promise.all([here, there].map(status))).toEqual([200, 200])
  expect((await signIn()).statusCode).toBe(200)
})

test('guessing the current password is answered with a wait', async () => {
  const here = await (await person()).begin()
  // Without the cookie of a known device, as a thief of the session alone would.
  const thief = { ...here, cookie: here.cookie!.replace(/bureau\.device=[^;]*/, '') }
  const guesses = await Promise.all(
    Array.from({ length: 12 }, (_, index) => change(thief, `guess ${index}`, 'eleven kettles on the roof')),
  )
  expect(guesses.map(({ statusCode }) => statusCode)).toContain(429)
})

test('common passwords are refused at setup and for invitations, too', async () => {
  const asked = { name: 'Ines', email: 'setup@example.com', password: 'basketball' }
  const stranger = { 'sec-fetch-site': 'same-origin' }
  const token = await service.context.staff.newSetUpToken()
  const setUp = await ask('POST', '/api/x/set-up', stranger, { ...asked, token, account_name: 'Other' })
  expect(problems(setUp)).toEqual([422, ['password']])

  const owner = await service.session(account, 'owner')
  const email = 'invited@example.com'
  const invited = await ask('POST', '/api/x/invitations', owner, { email, role: 'staff' })
  const link = new URL(invited.json().data.link)
  const accepted = { name: 'Ines', password: 'basketball', token: link.hash.replace('#token=', '') }
  expect(problems(await ask('POST', '/api/x/invitation/accept', stranger, accepted))).toEqual([
    422,
    ['password'],
  ])
})
