import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { Member } from '#contract/access/people.ts'
import { codeAt, stepAt } from '#server/platform/access/staff/two-factor/totp.ts'
import { type TestService, startService } from '#server/tools/testing/service.ts'

let service: TestService
let account: number
let accounts = 0

beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())
beforeEach(async () => {
  accounts += 1
  account = (await service.account(`Ours ${accounts}`)).id
})

type Headers = Record<string, string>
const password = 'a long password'
const send = (method: 'GET' | 'POST' | 'PUT', url: string, headers: Headers, payload?: object) =>
  service.send(method, url, headers, payload)
const require = async (headers: Headers, is_required = true) =>
  (await send('PUT', '/api/x/two-factor-requirement', headers, { is_required })).statusCode
const members = async (headers: Headers) =>
  (await send('GET', '/api/x/members', headers)).json().data as Member[]
const reset = async (headers: Headers, id: number) =>
  (await send('POST', `/api/x/members/${id}/reset-two-factor`, headers)).statusCode

/** What the audit log says about two-factor authentication in this account. */
async function audited() {
  const rows = await service.context.store.db
    .selectFrom('audit_log')
    .select('action')
    .where('account_id', '=', account)
    .where('action', 'like', 'two_factor.%')
    .orderBy('id')
    .execute()
  return rows.map(({ action }) => action)
}

/** Turns it on for the person of a session. */
async function turnOn(headers: Headers) {
  const begun = await send('POST', '/api/x/two-factor/begin', headers, { current_password: password })
  const { key } = begun.json().data as { key: string }
  const code = codeAt(key, stepAt(Date.now()))
  expect((await send('POST', '/api/x/two-factor/confirm', headers, { code })).statusCode).toBe(200)
}
async function protectedOwner() {
  const owner = await service.session(account, 'owner')
  await turnOn(owner)
  return owner
}

describe('an account that requires it', () => {
  test('shows nothing to people without it, until they turn it on', async () => {
    const owner = await protectedOwner()
    const staff = await service.session(account, 'staff')
    expect((await send('GET', '/api/v1/contacts', staff)).statusCode).toBe(200)
    expect(await require(owner)).toBe(204)
    expect((await send('GET', '/api/v1/contacts', owner)).statusCode).toBe(200)
    expect((await send('GET', '/api/v1/contacts', staff)).statusCode).toBe(403)
    const refused = await send('GET', '/api/x/overview', staff)
    expect([refused.statusCode, refused.json().error.code]).toEqual([403, 'TWO_FACTOR_REQUIRED'])
    const session = (await send('GET', '/api/x/session', staff)).json().data
    expect(session).toMatchObject({ needs_two_factor: true, abilities: [] })
    await turnOn(staff)
    expect((await send('GET', '/api/v1/contacts', staff)).statusCode).toBe(200)
    expect((await send('GET', '/api/x/session', staff)).json().data.needs_two_factor).toBe(false)
  })

  test('lets nobody turn it off, and lets people into their other accounts', async () => {
    const owner = await protectedOwner()
    await require(owner)
    const off = await send('POST', '/api/x/two-factor/turn-off', owner, {
      current_password: password,
      code: '000000',
    })
    expect(off.json().error.message).toBe(`Ours ${accounts} requires two-factor authentication`)
    const staff = await service.session(account, 'staff')
    const { user_id } = (await members(owner)).find(({ role }) => role === 'staff')!
    const elsewhere = (await service.account('Elsewhere')).id
    await service.context.staff.addMember(elsewhere, user_id, 'viewer')
    const there = { ...staff, 'x-account-id': String(elsewhere) }
    expect((await send('GET', '/api/v1/contacts', there)).statusCode).toBe(200)
    const back = await send('POST', '/api/x/switch-account', there, { account_id: account })
    expect(back.json().data).toMatchObject({ needs_two_factor: true, abilities: [] })
  })

  test('ends the live streams of people without it', async () => {
    const owner = await protectedOwner()
    const staff = await service.session(account, 'staff')
    const origin = await service.listen()
    const stream = await fetch(`${origin}/api/x/live?account=${account}`, { headers: staff })
    const ended = stream.text()
    await require(owner)
    await ended
    expect((await fetch(`${origin}/api/x/live?account=${account}`, { headers: staff })).status).toBe(403)
  })

  test('is made so by owners only, who have it themselves', async () => {
    const owner = await service.session(account, 'owner')
    const admin = await service.session(account, 'admin')
    await turnOn(admin)
    expect([await require(admin), await require(owner)]).toEqual([403, 409])
    await turnOn(owner)
    expect([await require(owner), await require(owner)]).toEqual([204, 204])
    expect((await send('GET', '/api/x/members', admin)).json().requires_two_factor).toBe(true)
    expect((await members(owner)).map(({ has_two_factor }) => has_two_factor)).toEqual([true, true])
    expect(await require(owner, false)).toBe(204)
    // Each once, although it was asked for twice.
    expect(await audited()).toEqual([
      'two_factor.enabled',
      'two_factor.enabled',
      'two_factor.required',
      'two_factor.not_required',
    ])
  })
})

describe('someone who lost their phone', () => {
  test('gets a fresh start from an admin, and is signed out everywhere', async () => {
    const admin = await service.session(account, 'admin')
    const staff = await service.session(account, 'staff')
    await turnOn(staff)
    const { id } = (await members(admin)).find(({ role }) => role === 'staff')!
    expect(await reset(admin, id)).toBe(204)
    expect((await send('GET', '/api/x/session', staff)).statusCode).toBe(401)
    expect((await members(admin)).map(({ has_two_factor }) => has_two_factor)).toEqual([false, false])
    expect(await audited()).toEqual(['two_factor.enabled', 'two_factor.reset'])
  })

  test('gets none from someone with fewer abilities, and nobody from themselves', async () => {
    const admin = await service.session(account, 'admin')
    const owner = await protectedOwner()
    const of = async (role: string) => (await members(admin)).find((one) => one.role === role)!.id
    expect(await reset(admin, await of('owner'))).toBe(403)
    expect(await reset(admin, await of('admin'))).toBe(409)
    const viewer = await service.session(account, 'viewer')
    expect(await reset(viewer, await of('owner'))).toBe(403)
    expect(await reset(owner, 999_999)).toBe(404)
  })

  test('gets none from the owner of another account that they were invited to', async () => {
    const victim = await protectedOwner()
    const { user_id } = (await members(victim))[0]!
    const trap = (await service.account(`Trap ${accounts}`)).id
    const attacker = await service.session(trap, 'owner')
    await service.context.staff.addMember(trap, user_id, 'viewer')
    const { id } = (await members(attacker)).find(({ role }) => role === 'viewer')!
    expect(await reset(attacker, id)).toBe(409)
    expect((await send('GET', '/api/x/two-factor', victim)).json().data.is_on).toBe(true)
  })
})
