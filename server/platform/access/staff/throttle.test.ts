import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { timestamp } from '#server/platform/lib/clock.ts'
import { type TestService, startService } from '#server/tools/testing/service.ts'

const password = 'correct horse battery'
const owner = 'owner@ours.example'
let service: TestService
let behindProxy: TestService

beforeAll(async () => {
  service = await startService()
  behindProxy = await startService({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8' })
  for (const target of [service, behindProxy]) await addOwner(target, owner)
})
afterAll(async () => {
  await service.close()
  await behindProxy.close()
})
beforeEach(async () => {
  for (const target of [service, behindProxy]) {
    await target.context.store.db.deleteFrom('sign_in_failures').execute()
    await target.context.store.db.deleteFrom('staff_devices').execute()
  }
})

async function addOwner({ context: services, account }: TestService, email: string) {
  const { id } = await account('Ours')
  await services.staff.addMember(id, await services.staff.addPerson({ name: 'O', email, password }), 'owner')
}

interface Tried {
  readonly email?: string
  readonly password?: string
  readonly from?: string
  readonly headers?: Record<string, string>
  readonly target?: TestService
}

const signIn = ({
  email = owner,
  password: given = password,
  from = '192.0.2.1',
  headers,
  target = service,
}: Tried) =>
  target.app.inject({
    method: 'POST',
    url: '/api/x/sign-in',
    headers: { 'sec-fetch-site': 'same-origin', ...headers },
    remoteAddress: from,
    payload: { email, password: given, remember: true },
  })

const statusOf = async (tried: Tried) => (await signIn(tried)).statusCode

/** What failures are counted for. That somebody was turned away is recorded after the response, maybe of an earlier test. */
async function counted({ context }: TestService): Promise<string[]> {
  const rows = await context.store.db
    .selectFrom('sign_in_failures')
    .select('subject')
    .where('subject', 'not like', 'recorded:%')
    .execute()
  return rows.map(({ subject }) => subject)
}

/** Failed sign-ins, written down instead of made: checking a password is slow on purpose. */
async function fail(subject: string, times: number, target = service) {
  const time = timestamp(Date.now() - 1_000)
  const rows = Array.from({ length: times }, () => ({ subject, at: time }))
  await target.context.store.db.insertInto('sign_in_failures').values(rows).execute()
}

/** The cookie of a device that signed in. */
async function knownDevice(target = service): Promise<string> {
  const answer = await signIn({ target, from: '198.51.100.200' })
  const device = answer.cookies.find(({ name }) => name === 'bureau.device')
  expect(device).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/api/x' })
  return `${device?.name}=${device?.value}`
}

describe('guessing passwords', () => {
  test.each([owner, 'nobody@guessed.example'])(
    'for %s is blocked for an address after five failures, even with the right password',
    async (email) => {
      const from = '192.0.2.21'
      for (let guess = 0; guess < 5; guess += 1)
        expect(await statusOf({ email, password: `guess ${guess}`, from })).toBe(401)
      const answer = await signIn({ email: email.toUpperCase(), from })
      expect(answer.statusCode).toBe(429)
      expect(answer.json().error.message).toBe('Too many failed attempts. Try again in 15 minutes.')
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(800)
    },
  )

  test('blocks no other address, and not the owner at the attacker’s address if the device is known', async () => {
    const cookie = await knownDevice()
    await fail(`pair:${owner} 192.0.2.22`, 5)
    await fail('address:192.0.2.22', 50)
    await fail(`person:${owner}`, 50)
    expect(await statusOf({ from: '192.0.2.22' })).toBe(429)
    expect(await statusOf({ from: '192.0.2.23' })).toBe(200)
    expect(await statusOf({ from: '192.0.2.22', headers: { cookie } })).toBe(200)
  })

  test('allows an address at most five parallel attempts', async () => {
    const guesses = Array.from({ length: 12 }, (_, index) =>
      statusOf({ password: `guess ${index}`, from: '192.0.2.24' }),
    )
    const statuses = await Promise.all(guesses)
    expect(statuses.filter((status) => status === 401)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(7)
  }, 300_000)

  test('from many addresses is limited per person, and never blocks a known device', async () => {
    const cookie = await knownDevice()
    await fail(`person:${owner}`, 100)
    expect(await statusOf({ from: '192.0.2.25' })).toBe(429)
    expect(await statusOf({ from: '192.0.2.25', headers: { cookie } })).toBe(200)
  })

  test('with the cookie of a known device is limited too', async () => {
    const cookie = await knownDevice()
    for (let guess = 0; guess < 15; guess += 1)
      await statusOf({ password: 'wrong', from: '192.0.2.26', headers: { cookie } })
    expect(await statusOf({ password: 'wrong', from: '192.0.2.26', headers: { cookie } })).toBe(429)
  }, 300_000)

  test('counts all addresses of an IPv6 network together', async () => {
    await fail('address:2001:db8:1:2::/64', 50)
    expect(await statusOf({ from: '2001:db8:1:2:3:4:5:6' })).toBe(429)
    expect(await statusOf({ from: '2001:db8:1:3::1' })).toBe(200)
  })

  test('resets for the address that signs in', async () => {
    const from = '192.0.2.27'
    await fail(`pair:${owner} ${from}`, 4)
    expect(await statusOf({ from })).toBe(200)
    await fail(`pair:${owner} ${from}`, 4)
    expect(await statusOf({ from })).toBe(200)
  })

  test('is unblocked on time even if the clock was an hour ahead', async () => {
    const time = timestamp(Date.now() + 3_600_000)
    const rows = Array.from({ length: 5 }, () => ({ subject: `pair:${owner} 192.0.2.28`, at: time }))
    await service.context.store.db.insertInto('sign_in_failures').values(rows).execute()
    const answer = await signIn({ from: '192.0.2.28' })
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(900)
    await service.context.lifecycle.sweep()
    expect(await statusOf({ from: '192.0.2.28' })).toBe(200)
  })
})

test('sixty correct sign-ins of one person at once all succeed', async () => {
  const statuses = await Promise.all(Array.from({ length: 60 }, () => statusOf({ from: '192.0.2.30' })))
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(await counted(service)).toEqual([])
}, 300_000)

describe('a known device', () => {
  test('is recognized by a secret the database doesn’t contain, for its person only', async () => {
    const cookie = await knownDevice()
    const [row] = await service.context.store.db.selectFrom('staff_devices').selectAll().execute()
    expect(row?.token_hash).toMatch(/^[0-9a-f]{64}$/)
    expect(cookie).not.toContain(row?.token_hash)

    await addOwner(service, 'second@ours.example')
    const other = { email: 'second@ours.example', from: '192.0.2.31', headers: { cookie } }
    await fail(`pair:${other.email} ${other.from}`, 5)
    expect(await statusOf(other)).toBe(429)
  })

  test.each(['a.b', 'nonsense', '', '.', 'a.'])(
    'isn’t recognized by a cookie we didn’t sign: %j',
    async (value) => {
      await fail(`pair:${owner} 192.0.2.32`, 5)
      expect(await statusOf({ from: '192.0.2.32', headers: { cookie: `bureau.device=${value}` } })).toBe(429)
    },
  )

  test('still requires the password', async () => {
    const headers = { cookie: await knownDevice() }
    expect((await service.app.inject({ url: '/api/x/session', headers })).statusCode).toBe(401)
    expect(await statusOf({ password: 'wrong', headers })).toBe(401)
  })
})

describe('behind a trusted proxy', () => {
  const through = (client: string, more: Tried = {}) =>
    statusOf({ target: behindProxy, from: '127.0.0.1', headers: { 'x-forwarded-for': client }, ...more })

  test('fifty failures of a stranger block nobody else', async () => {
    await fail('address:203.0.113.9', 50, behindProxy)
    expect(await through('203.0.113.9')).toBe(429)
    expect(await through('203.0.113.10')).toBe(200)
    // What the stranger claims is to the left of what the proxies saw.
    expect(await through('203.0.113.10, 203.0.113.9, 10.1.2.3')).toBe(429)
  })

  test('counts failures for the client’s address', async () => {
    await through('203.0.113.11', { password: 'wrong' })
    expect((await counted(behindProxy)).toSorted()).toEqual([
      'address:203.0.113.11',
      `pair:${owner} 203.0.113.11`,
      `person:${owner}`,
    ])
  })

  test('a client that isn’t a trusted proxy can’t set its own address', async () => {
    await fail('address:203.0.113.12', 50, behindProxy)
    expect(
      await statusOf({
        target: behindProxy,
        from: '203.0.113.12',
        headers: { 'x-forwarded-for': '203.0.113.13' },
      }),
    ).toBe(200)
    await fail('address:203.0.113.12', 1_000, behindProxy)
    expect(
      await statusOf({
        target: behindProxy,
        from: '203.0.113.12',
        headers: { 'x-forwarded-for': '203.0.113.13' },
      }),
    ).toBe(429)
  })
})

test('behind an unlisted proxy, fifty failures of a stranger block nobody else', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  for (let guess = 0; guess < 6; guess += 1) await statusOf({ password: 'wrong', from: '127.0.0.1', headers })
  await fail('address:127.0.0.1', 50)
  expect(await statusOf({ from: '127.0.0.1', headers: { 'x-forwarded-for': '203.0.113.10' } })).toBe(200)
})
