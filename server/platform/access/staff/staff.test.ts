import { scryptSync } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type Role, accountHeader, roles } from '#contract/access/session.ts'
import { all } from '#contract/all.ts'
import { abilities } from '#contract/wire/endpoint.ts'
import { buildApp } from '#server/app.ts'
import { createContext } from '#server/context.ts'
import { seedDemo } from '#server/tools/demo/seed.ts'
import { cheapHash } from '#server/tools/testing/cheap-hash.ts'
import { type TestService, startService } from '#server/tools/testing/service.ts'

import { demoColleagues, demoStaff } from './demo-staff.ts'
import { scryptHash } from './password-hash.ts'

const password = 'correct horse battery'
const sameOrigin = { 'sec-fetch-site': 'same-origin' }
let service: TestService

beforeAll(async () => {
  service = await startService({ PUBLIC_URL: 'http://bureau.test' })
  const { staff } = service.context
  const { id } = await service.account('Ours')
  for (const role of roles) {
    const person = { name: `The ${role}`, email: `${role}@ours.example`, password }
    await staff.addMember(id, await staff.addPerson(person), role)
  }
})
afterAll(() => service.close())

interface Tried {
  readonly email: string
  readonly password?: string
  /** Where the request comes from; each test has an address of its own, as addresses are throttled too. */
  readonly from?: string
  readonly target?: TestService
  /** The account that the page is about. */
  readonly about?: number | undefined
}

const signIn = ({ email, password: given = password, from = '192.0.2.1', target = service, about }: Tried) =>
  target.app.inject({
    method: 'POST',
    url: '/api/x/sign-in',
    headers: { ...sameOrigin, ...(about === undefined ? {} : { [accountHeader]: String(about) }) },
    remoteAddress: from,
    payload: { email, password: given, remember: true },
  })

const cookieOf = (role: Role) =>
  cookieFrom({ email: `${role}@ours.example`, from: `192.0.2.${10 + roles.indexOf(role)}` })

async function cookieFrom(tried: Tried): Promise<string> {
  const answer = await signIn(tried)
  expect(answer.statusCode).toBe(200)
  return answer.cookies
    .filter(({ name }) => name === 'bureau.session_token')
    .map(({ name, value }) => `${name}=${encodeURIComponent(value)}`)
    .join('; ')
}

const ask = (url: string, cookie: string) => service.app.inject({ url, headers: { cookie } })

describe('signing in', () => {
  test('hashes passwords with a salt and the cost that protects them', async () => {
    const slow = await startService({}, { passwords: scryptHash })
    const { staff, store } = slow.context
    const account = (await slow.account('Ours')).id
    for (const email of ['a@ours.example', 'b@ours.example'])
      await staff.addMember(account, await staff.addPerson({ name: 'A', email, password }), 'owner')
    const stored = await store.db.selectFrom('staff_identities').select('password').execute()
    const hashes = stored.map((identity) => identity.password ?? '')
    expect(new Set(hashes)).toHaveLength(2)
    for (const hash of hashes) {
      const [salt = '', key = ''] = hash.split(':')
      const options = { N: 2 ** 14, r: 16, p: 1, maxmem: 2 ** 26 }
      expect(key).toBe(scryptSync(password, salt, 64, options).toString('hex'))
    }
    const email = 'a@ours.example'
    expect((await signIn({ email, target: slow })).statusCode).toBe(200)
    expect((await signIn({ email, password: 'wrong', target: slow })).statusCode).toBe(401)
    await slow.close()
  })

  test('sets a cookie that scripts can’t read and other sites can’t send', async () => {
    const [cookie] = (await signIn({ email: 'OWNER@ours.example' })).cookies
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
    expect(cookie).not.toHaveProperty('secure')
  })

  test('sets a Secure cookie only when PUBLIC_URL is https', async () => {
    const secure = await startService({ PUBLIC_URL: 'https://bureau.example.com' })
    const { staff } = secure.context
    const person = { name: 'A', email: 'a@ours.example', password }
    await staff.addMember((await secure.account('Ours')).id, await staff.addPerson(person), 'owner')
    const answer = await signIn({ email: person.email, target: secure })
    const [cookie] = answer.cookies
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', secure: true })
    const shown = await secure.app.inject({
      url: '/api/x/session',
      headers: { cookie: `${cookie?.name}=${encodeURIComponent(cookie?.value ?? '')}` },
    })
    expect(shown.statusCode).toBe(200)
    await secure.close()
  })

  test('gives the same answer for a wrong password and an unknown email', async () => {
    const from = '192.0.2.20'
    const [wrong, unknown] = [
      await signIn({ email: 'owner@ours.example', password: 'wrong', from }),
      await signIn({ email: 'nobody@ours.example', password: 'wrong', from }),
    ]
    expect([wrong.statusCode, unknown.statusCode]).toEqual([401, 401])
    expect(wrong.json().error).toEqual(unknown.json().error)
    expect(wrong.headers).not.toHaveProperty('set-cookie')
  })

  test.each([
    [{ origin: 'https://evil.example' }],
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
  ])('is rejected for a page of another site: %j', async (headers) => {
    const answer = await service.app.inject({
      method: 'POST',
      url: '/api/x/sign-in',
      headers,
      payload: { email: 'owner@ours.example', password, remember: true },
    })
    expect(answer.statusCode).toBe(403)
  })
})

describe('a session', () => {
  const write = (cookie: string, headers: Record<string, string>) =>
    service.app.inject({
      method: 'DELETE',
      url: '/api/customers',
      headers: { host: 'bureau.test', cookie, ...headers },
      payload: { customers: [999_999] },
    })

  test.each([
    [{ 'sec-fetch-site': 'same-origin' }, 404],
    [{ origin: 'http://bureau.test' }, 404],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ 'sec-fetch-site': 'none' }, 403],
    [{ 'sec-fetch-site': 'cross-site', origin: 'http://bureau.test' }, 403],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'http://bureau.test.evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{}, 403],
  ])('that writes with %j gets %i', async (headers, status) => {
    const cookie = await cookieOf('owner')
    expect((await write(cookie, headers as Record<string, string>)).statusCode).toBe(status)
  })

  test('doesn’t rescue a request with a wrong credential', async () => {
    const cookie = await cookieOf('owner')
    const headers = { cookie, authorization: 'Bearer bk_nonsense' }
    expect((await service.app.inject({ url: '/api/customers', headers })).statusCode).toBe(401)
  })

  test('ends after signing out, in this browser only', async () => {
    const [here, there] = [await cookieOf('owner'), await cookieOf('owner')]
    await signOut(here, false)
    expect((await ask('/api/x/session', here)).statusCode).toBe(401)
    expect((await ask('/api/x/session', there)).statusCode).toBe(200)
  })

  test('ends in every browser after signing out everywhere, for this person only', async () => {
    const [here, there, somebody] = [
      await cookieOf('owner'),
      await cookieOf('owner'),
      await cookieOf('viewer'),
    ]
    expect((await signOut(here, true)).statusCode).toBe(204)
    for (const cookie of [here, there]) expect((await ask('/api/customers', cookie)).statusCode).toBe(401)
    expect((await ask('/api/customers', somebody)).statusCode).toBe(200)
  })

  test('can’t be recreated from what the database stores', async () => {
    const cookie = await cookieOf('owner')
    const token = decodeURIComponent(cookie.split('=')[1] ?? '').split('.')[0] ?? ''
    const rows = await service.context.store.db.selectFrom('staff_sessions').select('token').execute()
    expect(token.length).toBeGreaterThan(20)
    expect(rows.map((row) => row.token)).not.toContain(token)
    expect(rows.every((row) => /^[0-9a-f]{64}$/.test(row.token))).toBe(true)
  })

  test('is rejected and deleted once expired, and no other session is', async () => {
    const [old, fresh] = [await cookieOf('owner'), await cookieOf('viewer')]
    const { db } = service.context.store
    const owner = db.selectFrom('staff').select('id').where('email', '=', 'owner@ours.example')
    const countOf = async () =>
      (await db.selectFrom('staff_sessions').select('id').where('user_id', 'in', owner).execute()).length
    await db
      .updateTable('staff_sessions')
      .set({ expires_at: new Date(Date.now() - 1000).toISOString() })
      .where('user_id', 'in', owner)
      .execute()
    expect(await countOf()).toBeGreaterThan(0)
    await service.context.lifecycle.sweep()
    expect(await countOf()).toBe(0)
    expect((await ask('/api/x/session', old)).statusCode).toBe(401)
    expect((await ask('/api/x/session', fresh)).statusCode).toBe(200)
  })

  test('can’t be forged by changing the cookie', async () => {
    const cookie = await cookieOf('owner')
    expect((await ask('/api/x/session', cookie.replace(/.$/, ''))).statusCode).toBe(401)
    expect((await ask('/api/x/session', cookie.replace('=', '=a'))).statusCode).toBe(401)
  })

  describe('of a person in two accounts', () => {
    const person = { name: 'In two', email: 'two@ours.example', password }
    let [first, second, foreign] = [0, 0, 0]
    beforeAll(async () => {
      const { staff } = service.context
      const user = await staff.addPerson(person)
      first = (await service.account('First')).id
      second = (await service.account('Second')).id
      foreign = (await service.account('Foreign')).id
      await staff.addMember(first, user, 'owner')
      await staff.addMember(second, user, 'viewer')
    })

    /** Answers as the page of that account gets them. */
    const shown = async (cookie: string, account?: unknown) => {
      const about = account === undefined ? {} : { [accountHeader]: String(account) }
      const answer = await service.app.inject({ url: '/api/x/session', headers: { cookie, ...about } })
      const { data } = answer.json()
      return [answer.statusCode, data?.account.id, data?.account.role, data?.abilities.length]
    }
    const cookieIn = (about?: number) => cookieFrom({ email: person.email, from: '192.0.2.77', about })
    const goTo = (cookie: string, account: number) =>
      service.app.inject({
        method: 'POST',
        url: '/api/x/switch-account',
        headers: { ...sameOrigin, cookie },
        payload: { account_id: account },
      })

    test('applies to the account each request names, whichever was selected last', async () => {
      const cookie = await cookieIn()
      expect(await shown(cookie)).toEqual([200, first, 'owner', abilities.length])
      expect((await goTo(cookie, second)).statusCode).toBe(200)
      expect(await shown(cookie)).toEqual([200, second, 'viewer', 1])
      expect(await shown(cookie, first)).toEqual([200, first, 'owner', abilities.length])
      expect(await shown(cookie, second)).toEqual([200, second, 'viewer', 1])
    })

    test('writes to the account the request names, with the role held there', async () => {
      const cookie = await cookieIn()
      const create = (account: number) =>
        service.app.inject({
          method: 'POST',
          url: '/api/v1/webhooks',
          headers: { ...sameOrigin, cookie, [accountHeader]: String(account) },
          payload: { url: 'https://hooks.example.com/', events: ['contact.created'] },
        })
      expect((await goTo(cookie, second)).statusCode).toBe(200)
      expect((await create(first)).statusCode).toBe(201)
      expect((await create(second)).statusCode).toBe(403)
      expect((await create(foreign)).statusCode).toBe(403)
      const rows = await service.context.store.db.selectFrom('webhooks').select('account_id').execute()
      expect(rows.map(({ account_id }) => account_id)).toEqual([first])
    })

    test('counts requests for an account it isn’t in, and returns the remaining limit', async () => {
      const cookie = await cookieIn()
      const left = async (account: number) => {
        const headers = { cookie, [accountHeader]: String(account) }
        const answer = await service.app.inject({ url: '/api/x/session', headers })
        return [answer.statusCode, Number(answer.headers['x-ratelimit-remaining'])]
      }
      const [, before = 0] = await left(first)
      expect(await left(foreign)).toEqual([403, before - 1])
      expect(await left(first)).toEqual([200, before - 2])
    })

    test('opens no other account, and can’t tell a foreign account from a missing one', async () => {
      const cookie = await cookieIn()
      for (const named of [foreign, 999_999, 0, -1, '', 'x', `${first}, ${second}`, '1e0', '9'.repeat(40)])
        expect(await shown(cookie, named)).toEqual([403, undefined, undefined, undefined])
    })

    test('restarts in the account of the page, or in the first one if that one is closed to them', async () => {
      expect(await shown(await cookieIn(second))).toEqual([200, second, 'viewer', 1])
      expect(await shown(await cookieIn(foreign))).toEqual([200, first, 'owner', abilities.length])
    })

    test('ends only for pages of an account the person has left', async () => {
      const cookie = await cookieIn(second)
      await service.context.store.db.deleteFrom('memberships').where('account_id', '=', second).execute()
      expect(await shown(cookie, second)).toEqual([403, undefined, undefined, undefined])
      expect(await shown(cookie, first)).toEqual([200, first, 'owner', abilities.length])
    })

    test('doesn’t affect a request with its own credential', async () => {
      const { key } = await service.account('By key')
      const headers = { authorization: `Bearer ${key}`, [accountHeader]: String(foreign) }
      expect((await service.app.inject({ url: '/api/customers', headers })).statusCode).toBe(200)
    })
  })

  const signOut = (cookie: string, everywhere: boolean) =>
    service.app.inject({
      method: 'POST',
      url: '/api/x/sign-out',
      headers: { ...sameOrigin, cookie },
      payload: { everywhere },
    })
})

describe.each(roles)('the role %s', (role) => {
  test('has its permissions and gets 403 for everything else', async () => {
    const cookie = await cookieOf(role)
    const { abilities } = (await ask('/api/x/session', cookie)).json().data as { abilities: string[] }
    expect(abilities).toEqual(expected[role])
    for (const { method, path, ability, access } of all) {
      if (ability === null || access === 'public') continue
      const url = path.replace(/:\w+/g, '999999')
      const answer = await service.app.inject({ method, url, headers: { ...sameOrigin, cookie } })
      const refused = !abilities.includes(ability)
      expect([method, path, answer.statusCode === 403]).toEqual([method, path, refused])
    }
  })

  const everything = [
    'settings.manage',
    'contacts.view',
    'contacts.manage',
    'customers.manage',
    'services.manage',
    'invoices.manage',
    'proposals.manage',
    'contracts.manage',
    'meetings.manage',
    'members.manage',
  ]
  const expected: Record<Role, string[]> = {
    owner: [...everything, 'owners.manage', 'credentials.manage', 'audit.view'],
    admin: [...everything, 'credentials.manage', 'audit.view'],
    staff: [
      'contacts.view',
      'contacts.manage',
      'customers.manage',
      'services.manage',
      'invoices.manage',
      'proposals.manage',
      'contracts.manage',
      'meetings.manage',
    ],
    accountant: ['contacts.view', 'invoices.manage'],
    viewer: ['contacts.view'],
  }
})

test('a viewer can read customers but not create or delete them', async () => {
  const headers = { ...sameOrigin, cookie: await cookieOf('viewer') }
  const status = async (method: 'GET' | 'POST' | 'DELETE') =>
    (await service.app.inject({ method, url: '/api/customers', headers })).statusCode
  expect([await status('GET'), await status('POST'), await status('DELETE')]).toEqual([200, 403, 403])
})

describe('the setup link', () => {
  let empty: TestService
  beforeAll(async () => {
    empty = await startService()
  })
  afterAll(() => empty.close())

  const setUp = (token: string, email = 'first@ours.example', target = empty) =>
    target.app.inject({
      method: 'POST',
      url: '/api/x/set-up',
      headers: sameOrigin,
      payload: { token, account_name: 'Ours', name: 'First', email, password },
    })

  test('works after a setup was killed halfway, with a user but no account', async () => {
    const killed = await startService()
    const { staff } = killed.context
    await staff.addPerson({ name: 'First', email: 'first@ours.example', password: 'another password' })
    expect(await staff.needsSetUp()).toBe(true)
    const answer = await setUp(await staff.newSetUpToken(), 'First@ours.example', killed)
    expect(answer.statusCode).toBe(201)
    expect((await signIn({ email: 'first@ours.example', target: killed })).statusCode).toBe(200)
    expect(await staff.needsSetUp()).toBe(false)
    await killed.close()
  })

  test('works once, and only the newest link', async () => {
    const { staff } = empty.context
    const old = await staff.newSetUpToken()
    const token = await staff.newSetUpToken()
    expect((await setUp(old)).statusCode).toBe(422)
    expect((await setUp('nonsense')).statusCode).toBe(422)

    const answers = await Promise.all([setUp(token), setUp(token, 'second@ours.example')])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 422])
    expect((await setUp(token, 'third@ours.example')).statusCode).toBe(422)
    const people = await empty.context.store.db.selectFrom('staff').select('id').execute()
    expect(people).toHaveLength(1)
    const later = await staff.newSetUpToken()
    expect((await setUp(later, 'fourth@ours.example')).statusCode).toBe(422)
  })
})

describe('the demo', () => {
  let demo: TestService
  beforeAll(async () => {
    demo = await startService({ DEMO: '1' })
    await seedDemo(demo.context)
  })
  afterAll(() => demo.close())

  const everybody = [{ ...demoStaff, role: 'owner' }, ...demoColleagues]
  const entrance = async (target: TestService) =>
    (await target.app.inject({ url: '/api/x/entrance' })).json().data
  const counts = async () => {
    const { db } = demo.context.store
    const countOf = async (table: 'staff' | 'memberships' | 'accounts' | 'customers' | 'custom_fields') =>
      (await db.selectFrom(table).select('id').execute()).length
    return Promise.all(
      (['staff', 'memberships', 'accounts', 'customers', 'custom_fields'] as const).map((table) =>
        countOf(table),
      ),
    )
  }

  test.each(everybody)('signs $email in as $role of its first account', async ({ email, role }) => {
    const answer = await signIn({ email, password: demoStaff.password, target: demo })
    expect(answer.json().data.account).toMatchObject({ name: 'Harbor & Finch Studio', role })
    expect((await entrance(demo)).demo).toEqual({
      email: demoStaff.email,
      password: demoStaff.password,
      people: everybody.map(({ name, email: of, role }) => ({ name, email: of, role })),
    })
  })

  test('is completed by the next start if the first one was killed halfway, and created only once', async () => {
    const { db } = demo.context.store
    const made = await counts()
    await seedDemo(demo.context)
    expect(await counts()).toEqual(made)

    await db.deleteFrom('settings').where('name', '=', 'demo_seeded').execute()
    await db.deleteFrom('staff').where('email', '=', demoColleagues[1].email).execute()
    await seedDemo(demo.context)
    expect(await counts()).toEqual(made)
  })

  test('isn’t available on an address others can reach', async () => {
    const signedIn = await signIn({ email: demoStaff.email, password: demoStaff.password, target: demo })
    const [cookie] = signedIn.cookies
    // The same data folder, now started for everybody.
    const reachable = await createContext(
      { ...demo.context.config, host: '0.0.0.0' },
      { passwords: cheapHash },
    )
    const exposed = { ...demo, app: await buildApp(reachable) }
    for (const { email } of everybody) {
      const answer = await signIn({ email, password: demoStaff.password, target: exposed })
      expect(answer.statusCode).toBe(401)
    }
    const headers = { cookie: `${cookie?.name}=${encodeURIComponent(cookie?.value ?? '')}` }
    const asked = async (target: TestService) =>
      (await target.app.inject({ url: '/api/customers', headers })).statusCode
    expect([await asked(demo), await asked(exposed)]).toEqual([200, 401])
    expect((await entrance(exposed)).demo).toBeNull()
    await exposed.app.close()
    await reachable.store.close()
  })
})
