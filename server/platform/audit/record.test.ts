import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'

import type { AuditAction } from '#contract/account/audit-actions.ts'
import { dayMs, minuteMs } from '#contract/values/durations.ts'
import { changeRole, resetPassword } from '#server/platform/access/staff/members.ts'
import { Tenant } from '#server/platform/access/tenant.ts'
import { now, timestamp } from '#server/platform/lib/clock.ts'
import { cheapHash } from '#server/tools/testing/cheap-hash.ts'
import { startWithAccount } from '#server/tools/testing/office.ts'
import type { TestAccount } from '#server/tools/testing/service.ts'

import { recordedActions, recordedOf } from './fields.ts'
import { audit } from './record.ts'

const { service } = await startWithAccount({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
const { store, staff } = service.context
let accounts = 0
let account: TestAccount
let owner: Record<string, string>
beforeEach(async () => {
  accounts += 1
  account = await service.account(`Audited ${accounts}`)
  owner = await service.session(account.id, 'owner')
})

const entries = async (of = account) => {
  const rows = await of.tenant.select('audit_log').selectAll().orderBy('id').execute()
  return rows.map(({ changes, ...row }) => ({
    ...row,
    changes: changes === null ? null : (JSON.parse(changes) as Record<string, unknown>),
  }))
}
const actions = async (of = account) => (await entries(of)).map(({ action }) => action)
const signIn = (email: string, password: string) =>
  service.app.inject({
    method: 'POST',
    url: '/api/x/sign-in',
    headers: { 'x-forwarded-for': '203.0.113.7', 'x-request-id': 'from-the-proxy' },
    payload: { email, password, remember: false },
  })
let people = 0
const newPerson = async (...of: readonly TestAccount[]) => {
  people += 1
  const person = {
    name: 'Ines Duarte',
    email: `ines${people}@example.com`,
    password: 'nine lanterns over water',
  }
  const id = await staff.addPerson(person)
  for (const one of of) await staff.addMember(one.id, id, 'staff')
  return { ...person, id }
}

test('a sign-in is in every account of the person, with their address and the request', async () => {
  const other = await service.account(`Other ${accounts}`)
  const { email, password, id } = await newPerson(account, other)
  expect((await signIn(email, password)).statusCode).toBe(200)
  for (const of of [account, other])
    expect((await entries(of)).at(-1)).toMatchObject({
      action: 'sign_in.succeeded',
      action_group: 'sign_in',
      actor_kind: 'staff',
      actor_id: id,
      actor_name: 'Ines Duarte',
      target_kind: 'person',
      target_id: id,
      target_name: email,
      address: '203.0.113.7',
      request_id: 'from-the-proxy',
    })
})

test('failed sign-ins of a person are recorded until the throttle stops them; those of strangers aren’t', async () => {
  const { email, id } = await newPerson(account)
  await signIn('stranger@example.com', 'a wrong password')
  const answers = []
  for (let n = 0; n < 9; n += 1) answers.push((await signIn(email, 'a wrong password')).statusCode)
  expect(answers.filter((status) => status === 401)).toHaveLength(5)
  const failed = async () => (await entries()).filter(({ action }) => action === 'sign_in.failed')
  await vi.waitFor(async () => expect(await failed()).toHaveLength(5), 10_000)
  expect((await failed())[0]).toMatchObject({
    actor_kind: 'anonymous',
    actor_id: null,
    target_id: id,
    target_name: email,
    address: '203.0.113.7',
  })
  expect(JSON.stringify(await entries())).not.toContain('stranger')
})

test('that the throttle turns a person away is one entry in 15 minutes, whoever tries from wherever', async () => {
  const { email, id } = await newPerson(account)
  const other = await newPerson(account)
  const blocked = async () => (await entries()).filter(({ action }) => action === 'sign_in.throttled')
  const blockOf = async (person: string) => {
    const rows = Array.from({ length: 100 }, () => ({ subject: `person:${person}`, at: now() }))
    await store.db.insertInto('sign_in_failures').values(rows).execute()
  }
  await blockOf(email)
  await blockOf('stranger@example.com')
  const tries = [email, email.toUpperCase(), 'stranger@example.com', email, email]
  const answers = await Promise.all(tries.map((tried) => signIn(tried, 'a wrong password')))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(tries.map(() => 429))
  await vi.waitFor(async () => expect(await blocked()).toHaveLength(1), 10_000)
  expect((await signIn(email, 'a wrong password')).statusCode).toBe(429)
  // Someone else's is recorded after it, so nothing is still on its way.
  await blockOf(other.email)
  await signIn(other.email, 'a wrong password')
  await vi.waitFor(
    async () => expect((await blocked()).map(({ target_id }) => target_id)).toContain(other.id),
    10_000,
  )
  expect((await blocked()).filter(({ target_id }) => target_id === id)).toMatchObject([
    { actor_kind: 'anonymous', actor_id: null, target_name: email, address: '203.0.113.7', changes: null },
  ])
  expect(JSON.stringify(await entries())).not.toMatch(/stranger|wrong password/)

  // As if that had been sixteen minutes ago: it is recorded again.
  await store.db
    .updateTable('sign_in_failures')
    .set({ at: timestamp(Date.now() - 16 * minuteMs) })
    .where('subject', '=', `recorded:${email}`)
    .execute()
  await signIn(email, 'a wrong password')
  await vi.waitFor(
    async () => expect((await blocked()).filter(({ target_id }) => target_id === id)).toHaveLength(2),
    10_000,
  )
})

test('a wrong current password is recorded as that of the person who is signed in, without the password', async () => {
  const { email, password, id } = await newPerson(account)
  const { headers } = await signIn(email, password)
  const cookie = [headers['set-cookie'] ?? []].flat().join('; ')
  const session = { cookie, 'sec-fetch-site': 'same-origin' }
  const wrong = 'not the password at all'
  const change = await service.send('PUT', '/api/x/password', session, {
    current_password: wrong,
    new_password: 'twelve herons by the weir',
  })
  const turnOn = await service.send('POST', '/api/x/two-factor/begin', session, { current_password: wrong })
  expect([change.statusCode, turnOn.statusCode]).toEqual([422, 422])
  const failed = (await entries()).filter(({ action }) => action === 'password.check_failed')
  const entry = { actor_kind: 'staff', actor_id: id, target_id: id, target_name: email, changes: null }
  expect(failed).toMatchObject([entry, entry])
  expect(JSON.stringify(await entries())).not.toMatch(/not the password|twelve herons/)
})

test.each([
  ['a current password', 'PUT', '/api/x/password', { new_password: 'twelve herons by the weir' }],
  ['a current password for the second factor', 'POST', '/api/x/two-factor/begin', {}],
  ['a code', 'POST', '/api/x/two-factor/confirm', { code: '123456' }],
] as const)(
  'that someone who is signed in is turned away with %s is one entry in 15 minutes, as that person’s',
  async (what, method, path, body) => {
    const { email, password, id } = await newPerson(account)
    const { headers } = await signIn(email, password)
    const cookie = [headers['set-cookie'] ?? []].flat().join('; ')
    const blocked = async () =>
      (await entries()).filter(
        ({ action, target_id }) => action === 'own_sign_in.throttled' && target_id === id,
      )
    const step = what === 'a code' ? 'code ' : ''
    // The cookie of the session alone, as someone who stole it has.
    const session = { cookie: cookie.replace(/bureau\.device=[^;]*/, ''), 'sec-fetch-site': 'same-origin' }
    const rows = Array.from({ length: 100 }, () => ({ subject: `${step}person:${email}`, at: now() }))
    await store.db.insertInto('sign_in_failures').values(rows).execute()
    const guess = async () =>
      (await service.send(method, path, session, { current_password: 'a wrong password', ...body }))
        .statusCode
    expect(await Promise.all([guess(), guess(), guess()])).toEqual([429, 429, 429])
    expect(await guess()).toBe(429)
    const entry = { actor_kind: 'staff', actor_id: id, target_id: id, target_name: email, changes: null }
    expect(await blocked()).toMatchObject([entry])

    // As if that had been sixteen minutes ago: it is recorded again.
    await store.db
      .updateTable('sign_in_failures')
      .set({ at: timestamp(Date.now() - 16 * minuteMs) })
      .where('subject', '=', `recorded:own ${email}`)
      .execute()
    await guess()
    expect(await blocked()).toMatchObject([entry, entry])
    expect(JSON.stringify(await entries())).not.toMatch(/wrong password|twelve herons|123456/)
  },
)

test('a change of someone’s notification settings is recorded with what differs, and saving the same isn’t', async () => {
  const save = (email: boolean) =>
    service.send('PUT', '/api/x/notification-settings', owner, {
      kinds: [{ kind: 'invoices.overdue', in_app: true, email }],
      digest: { every: 'day', weekday: 1, hour: 8 },
    })
  for (const email of [false, false]) expect((await save(email)).statusCode).toBe(200)
  const [entry, ...more] = await entries()
  expect(more).toEqual([])
  expect(entry).toMatchObject({ action: 'notifications.changed', actor_kind: 'staff', target_kind: 'person' })
  expect([entry?.actor_id, entry?.changes]).toEqual([
    entry?.target_id,
    {
      overdue_invoices: { from: ['in_app', 'email'], to: ['in_app'] },
      digest_every: { from: 'week', to: 'day' },
      digest_weekday: { from: 1, to: null },
    },
  ])
})

test('views are recorded while they are shared, and private ones never', async () => {
  const view = {
    name: 'Late',
    list: '/invoices',
    search: 'status=overdue&sort=due_date',
    columns: null,
    is_pinned: false,
    is_default: false,
  }
  const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, version: number, body?: object) =>
    service.send(method, `/api/x/views${path}`, { ...owner, 'if-match': `"${version}"` }, body)
  const create = async (name: string, is_shared: boolean) =>
    (await send('POST', '', 1, { ...view, name, is_shared })).json().data.id as number
  const own = await create('Nobody’s business', false)
  await send('PUT', `/${own}`, 1, { ...view, name: 'Mine alone', is_shared: false })
  await send('DELETE', `/${own}`, 2)

  const id = await create('Late', true)
  const change = async (version: number, to: object) =>
    expect((await send('PUT', `/${id}`, version, { ...view, is_shared: true, ...to })).statusCode).toBe(200)
  await change(1, {})
  await change(1, { name: 'Overdue' })
  await change(2, { name: 'Now my own', is_shared: false })
  await change(3, { name: 'Still my own', is_shared: false })
  await change(4, { name: 'Everyone’s' })
  expect((await send('DELETE', `/${id}`, 5)).statusCode).toBe(204)
  const recorded = await entries()
  expect(recorded.map(({ action, target_name, changes }) => [action, target_name, changes])).toEqual([
    [
      'saved_view.shared',
      'Late',
      {
        list: { from: null, to: '/invoices' },
        name: { from: null, to: 'Late' },
        filters: { from: null, to: '{"status":"overdue","sort":"due_date"}' },
      },
    ],
    ['saved_view.changed', 'Late', { name: { from: 'Late', to: 'Overdue' } }],
    ['saved_view.unshared', 'Overdue', null],
    ['saved_view.shared', 'Everyone’s', expect.objectContaining({ name: { from: null, to: 'Everyone’s' } })],
    ['saved_view.deleted', 'Everyone’s', expect.objectContaining({ name: { from: 'Everyone’s', to: null } })],
  ])
  expect(recorded[0]).toMatchObject({ actor_kind: 'staff', target_kind: 'saved_view', target_id: id })
  expect(JSON.stringify(recorded)).not.toMatch(/business|own|alone/)
})

test('what commands do is recorded as theirs', async () => {
  const { email } = await newPerson(account)
  await changeRole(store, account.id, email, 'admin')
  await resetPassword(store, cheapHash, email)
  expect(await entries()).toMatchObject([
    {
      action: 'member.role_changed',
      actor_kind: 'command',
      actor_name: 'Command line',
      target_name: email,
      changes: { role: { from: 'staff', to: 'admin' } },
      address: null,
    },
    { action: 'password.reset', actor_kind: 'command', target_name: email },
  ])
})

test('the life of a webhook is recorded by who paused and who rotated it, without its secrets', async () => {
  const created = await service.send('POST', '/api/x/webhooks', owner, {
    name: 'Shop',
    url: 'https://hooks.example.com/in?token=do-not-tell',
    events: ['customer.created'],
    config: { headers: { Authorization: 'Bearer do-not-tell' }, timeout: 5 },
  })
  const { id } = created.json().data
  const path = `/api/x/webhooks/${id}`
  await service.send('PUT', path, owner, { status: 'paused' })
  await service.send('PUT', path, owner, { status: 'active', events: ['customer.updated'] })
  await service.send('PUT', path, owner, { status: 'active' })
  const rotated = await service.send('POST', `${path}/rotate-secret`, owner)
  const token = { authorization: `Bearer ${account.token}` }
  await service.send('DELETE', `/api/v1/webhooks/${id}`, token)
  const all = await entries()
  expect(all.map(({ action, actor_kind }) => [action, actor_kind])).toEqual([
    ['webhook.created', 'staff'],
    ['webhook.paused', 'staff'],
    ['webhook.changed', 'staff'],
    ['webhook.resumed', 'staff'],
    ['webhook.secret_rotated', 'staff'],
    ['webhook.deleted', 'token'],
  ])
  expect(all[0]).toMatchObject({
    target_kind: 'webhook',
    target_id: id,
    target_name: 'Shop',
    changes: {
      url: { from: null, to: 'https://hooks.example.com/in?…' },
      header_names: { from: null, to: ['Authorization'] },
      timeout: { from: null, to: 5 },
    },
  })
  expect(all[2]?.changes).toEqual({ events: { from: ['customer.created'], to: ['customer.updated'] } })
  const text = JSON.stringify(all)
  for (const secret of ['do-not-tell', created.json().secret, rotated.json().secret])
    expect(text).not.toContain(secret)
})

test('exports and deletions are recorded with their filters, each customer by name', async () => {
  const key = { authorization: `Bearer ${account.key}` }
  await service.send('GET', '/api/x/contacts.csv?search=zoe', key)
  await service.send('GET', '/api/x/services.csv', key)
  const { id } = (
    await service.send('POST', '/api/x/contacts', key, { name: 'Zoë', last_name: 'Ødegård' })
  ).json().data
  await service.send('DELETE', `/api/x/contacts/${id}`, key)
  expect(await entries()).toMatchObject([
    { action: 'export.contacts', actor_kind: 'key', changes: { filters: { to: '{"search":"zoe"}' } } },
    { action: 'export.services', changes: null },
    { action: 'contact.deleted', target_id: id, target_name: 'Zoë Ødegård' },
  ])
})

test('only listed fields are stored, and long values are cut', async () => {
  await audit(account.tenant, {
    action: 'company.changed',
    changes: {
      name: { from: 'a', to: 'b'.repeat(5_000) },
      password: { from: 'secret-before', to: 'secret-after' },
    },
  })
  const [entry] = await entries()
  expect(entry?.changes).toEqual({ name: { from: 'a', to: `${'b'.repeat(2_000)}…` } })
  const secret = /secret(?!_fingerprint)|password|token|hash|(?<!_)key/
  for (const action of recordedActions as AuditAction[])
    for (const field of recordedOf(action).fields) expect(field, action).not.toMatch(secret)
})

test('an entry exists only with its change', async () => {
  const failing = account.tenant.transaction(async (trx) => {
    await audit(trx, { action: 'company.changed' })
    throw new Error('The change fails')
  })
  await expect(failing).rejects.toThrow('The change fails')
  expect(await actions()).toEqual([])
})

const addOld = (tenant: Tenant, days: number) =>
  tenant.insertOne('audit_log', {
    at: timestamp(Date.now() - days * dayMs),
    actor_kind: 'system',
    actor_id: null,
    actor_name: 'Bureau',
    action: 'company.changed',
    action_group: 'settings',
    target_kind: null,
    target_id: null,
    target_name: null,
    address: null,
    request_id: null,
    changes: null,
  })

test.for([
  [undefined, 364, 366],
  [90, 89, 91],
  [null, 5_000, null],
] as const)('with a retention of %s days, the database keeps what is younger', async ([days, kept, gone]) => {
  const { tenant } = account
  if (days !== undefined) await tenant.insertOne('audit_settings', { keep_days: days })
  const young = await addOld(tenant, kept)
  const refused = /never changed/
  await expect(tenant.delete('audit_log').where('id', '=', young).execute()).rejects.toThrow(refused)
  await expect(tenant.update('audit_log').set({ at: now() }).execute()).rejects.toThrow(refused)
  if (gone === null) return
  const old = await addOld(tenant, gone)
  await expect(tenant.update('audit_log').set({ at: now() }).where('id', '=', old).execute()).rejects.toThrow(
    refused,
  )
  await tenant.delete('audit_log').where('id', '=', old).execute()
  expect((await entries()).map(({ id }) => id)).not.toContain(old)
})

test('the table can’t be emptied', async () => {
  const empty = store.dialect.kind === 'postgres' ? sql`truncate audit_log` : sql`delete from audit_log`
  await expect(empty.execute(store.db)).rejects.toThrow(/never changed/)
})
