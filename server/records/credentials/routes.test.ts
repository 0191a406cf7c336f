import { Agent, request as sendRequest } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

import { expect, onTestFinished, test } from 'vitest'

import type { Credential, NewCredential } from '#contract/access/credentials.ts'
import { accountHeader } from '#contract/access/session.ts'
import { knownForMs } from '#server/platform/access/known-callers.ts'
import { onPostgres } from '#server/tools/testing/data-dir.ts'
import { startWithAccount } from '#server/tools/testing/office.ts'
import { type TestService, startService } from '#server/tools/testing/service.ts'

const { service, account } = await startWithAccount()
const { send } = service
const owner = { ...(await service.session(account.id, 'owner')), [accountHeader]: String(account.id) }

const input = (more: Partial<NewCredential> = {}): NewCredential => ({
  kind: 'key',
  name: 'Website form',
  abilities: ['customers.manage'],
  rate_limit: 600,
  expires_on: null,
  ...more,
})
const create = (more?: Partial<NewCredential>, headers: Record<string, string> = {}) =>
  send('POST', '/api/x/credentials', { ...owner, ...headers }, input(more))
async function created(more?: Partial<NewCredential>): Promise<{ data: Credential; secret: string }> {
  const answer = await create(more)
  expect(answer.statusCode).toBe(201)
  return answer.json()
}
const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })
const statusOf = async (url: string, secret: string) => (await send('GET', url, bearer(secret))).statusCode
const show = async (id: number) => (await send('GET', `/api/x/credentials/${id}`, owner)).json().data
const change = (id: number, version: number, more: Partial<NewCredential>) => {
  const { kind: _, ...body } = input(more)
  return send('PUT', `/api/x/credentials/${id}`, { ...owner, 'if-match': `"${version}"` }, body)
}

test('a created token and key work, and nothing but the creating response has their secret', async () => {
  const token = await created({ kind: 'token', name: 'Mail list', abilities: ['contacts.view'] })
  const key = await created()
  expect(await statusOf('/api/v1/contacts', token.secret)).toBe(200)
  expect(await statusOf('/api/customers', key.secret)).toBe(200)
  expect(token.data).toMatchObject({
    kind: 'token',
    name: 'Mail list',
    prefix: 'bt_',
    last_four: token.secret.slice(-4),
    abilities: ['contacts.view'],
    state: 'active',
    created_by: 'Robin',
    expires_on: null,
    version: 1,
  })
  for (const url of ['/api/x/credentials', `/api/x/credentials/${key.data.id}`]) {
    const { body } = await send('GET', url, owner)
    expect(body).toContain(key.data.last_four)
    expect(body).not.toContain(key.secret.slice(3))
  }
})

test('the same request again returns the same credential and secret, and creates only one', async () => {
  const headers = { 'idempotency-key': 'lost-response' }
  const [first, second] = [await create({ name: 'Once' }, headers), await create({ name: 'Once' }, headers)]
  expect([first.statusCode, second.statusCode]).toEqual([201, 201])
  expect(second.json()).toEqual(first.json())
  expect(second.headers['idempotency-replayed']).toBe('true')
  const rows = await account.tenant.select('credentials').select('id').where('name', '=', 'Once').execute()
  expect(rows).toHaveLength(1)
  const other = await create({ name: 'Other' }, headers)
  expect(other.statusCode).toBe(422)
})

test('no table has a secret in the clear, not even that of a response that can be repeated', async () => {
  const { secret } = (await create({ name: 'Scanned' }, { 'idempotency-key': 'scanned' })).json()
  await statusOf('/api/customers', secret)
  await service.context.usage.flush()
  const { db } = service.context.store
  const tables = await db.introspection.getTables()
  let rows = 0
  for (const { name } of tables) {
    // The index tables of a search can't be read like others, and contain no credentials.
    if (/_(search|short|grams)/.test(name)) continue
    const found = await db
      .selectFrom(name as 'credentials')
      .selectAll()
      .execute()
    rows += found.length
    expect(JSON.stringify(found), name).not.toContain(secret.slice(3))
  }
  expect(rows).toBeGreaterThan(10)
})

test('revoking takes effect with the next request on a connection that is kept alive', async () => {
  const caching = await startService({}, { callersForMs: 60_000 })
  onTestFinished(() => caching.close())
  const { id } = await caching.account('Ours')
  const session = { ...(await caching.session(id, 'owner')), [accountHeader]: String(id) }
  const { data, secret } = (await caching.send('POST', '/api/x/credentials', session, input())).json()
  const ask = keptAlive(await caching.listen(), secret)
  expect([await ask(), await ask()]).toEqual([200, 200])
  const revoked = await caching.send('POST', `/api/x/credentials/${data.id}/revoke`, session)
  expect(revoked.json().data).toMatchObject({ state: 'revoked', revoked_at: expect.any(String) })
  expect(await ask()).toBe(401)
})

test('changes of abilities, rate limit and expiry take effect with the next request', async () => {
  const caching = await startService({}, { callersForMs: 60_000 })
  onTestFinished(() => caching.close())
  const { id } = await caching.account('Ours')
  const session = { ...(await caching.session(id, 'owner')), [accountHeader]: String(id) }
  const both = { kind: 'token', abilities: ['settings.manage', 'contacts.view'], rate_limit: 60 } as const
  const answer = await caching.send(
    'POST',
    '/api/x/credentials',
    session,
    input({ ...both, abilities: [...both.abilities] }),
  )
  const { data, secret } = answer.json()
  const ask = (url: string) => caching.send('GET', url, bearer(secret))
  expect((await ask('/api/v1/webhooks')).statusCode).toBe(200)
  expect((await ask('/api/v1/contacts')).headers['x-ratelimit-limit']).toBe('60')
  const { kind: _, ...body } = input({ abilities: ['contacts.view'], rate_limit: 9 })
  const headers = { ...session, 'if-match': '"1"' }
  const changed = await caching.send('PUT', `/api/x/credentials/${data.id}`, headers, body)
  expect([changed.statusCode, changed.headers.etag]).toEqual([200, '"2"'])
  expect((await ask('/api/v1/webhooks')).statusCode).toBe(403)
  expect((await ask('/api/v1/contacts')).headers['x-ratelimit-limit']).toBe('9')
  await caching.context.store.db
    .updateTable('credentials')
    .set({ expires_at: new Date(Date.now() + 300).toISOString() })
    .execute()
  expect((await ask('/api/v1/contacts')).statusCode).toBe(200)
  await wait(400)
  expect((await ask('/api/v1/contacts')).statusCode).toBe(401)
})

test.runIf(onPostgres)(
  'revoking in one process takes effect in another one before the response',
  async () => {
    const env: Record<string, string>[] = []
    const one = await startService(
      (where) => {
        env.push(where)
        return {}
      },
      { callersForMs: knownForMs },
    )
    onTestFinished(() => one.close())
    const other = await startService({ ...env[0] }, { callersForMs: knownForMs })
    onTestFinished(() => other.close())
    await one.context.dispatcher.start()
    await other.context.dispatcher.start()
    const { id } = await one.account('Ours')
    const session = await one.session(id, 'owner')
    const { data, secret } = (await one.send('POST', '/api/x/credentials', session, input())).json()
    const ask = async (at: TestService) => (await at.send('GET', '/api/customers', bearer(secret))).statusCode
    expect([await ask(one), await ask(other)]).toEqual([200, 200])
    const revoking = one.send('POST', `/api/x/credentials/${data.id}/revoke`, session)
    // Asked all the time, so that it is known at the moment of the change.
    let isDone = false
    const asking = (async () => {
      while (!isDone) await ask(other)
    })()
    expect((await revoking).statusCode).toBe(200)
    expect([await ask(one), await ask(other)]).toEqual([401, 401])
    isDone = true
    await asking
  },
)

test('a change names the version that was read, and a revoked credential can’t be changed', async () => {
  const { data } = await created({ name: 'Versions' })
  expect((await change(data.id, 1, { name: 'Renamed' })).json().data).toMatchObject({
    name: 'Renamed',
    version: 2,
  })
  expect((await change(data.id, 1, { name: 'Too late' })).statusCode).toBe(412)
  expect((await change(data.id, 2, { name: 'Renamed' })).json().data.version).toBe(2)
  await send('POST', `/api/x/credentials/${data.id}/revoke`, owner)
  expect((await change(data.id, 3, { name: 'Revived' })).statusCode).toBe(409)
  const again = await send('POST', `/api/x/credentials/${data.id}/revoke`, owner)
  expect(again.json().data).toMatchObject({ name: 'Renamed', state: 'revoked', version: 3 })
})

test.each([
  [{ kind: 'token', abilities: [] }, 'abilities', 'Choose at least one permission'],
  [
    { kind: 'token', abilities: ['customers.manage'] },
    'abilities',
    'An API token can’t have the permission customers.manage',
  ],
  [
    { abilities: ['credentials.manage'] },
    'abilities',
    'An API key can’t have the permission credentials.manage',
  ],
  [{ abilities: ['members.manage'] }, 'abilities', 'An API key can’t have the permission members.manage'],
  [{ name: ' ' }, 'name', 'Enter a name'],
  [{ rate_limit: 0 }, 'rate_limit', 'Enter a whole number from 1 to 100,000'],
  [{ expires_on: '2020-02-29' }, 'expires_on', 'Choose today or a later day'],
  [{ expires_on: '2026-02-30' }, 'expires_on', 'expires_on must be a date (YYYY-MM-DD) or null'],
] as [Partial<NewCredential>, string, string][])(
  '%j is rejected at its field',
  async (more, field, message) => {
    const answer = await create(more)
    expect([answer.statusCode, answer.json().error.details]).toEqual([422, { [field]: message }])
  },
)

test('only owners and admins manage credentials, and no credential does', async () => {
  for (const role of ['staff', 'accountant', 'viewer'] as const) {
    const session = await service.session(account.id, role)
    expect((await send('GET', '/api/x/credentials', session)).statusCode).toBe(403)
    expect((await send('POST', '/api/x/credentials', session, input())).statusCode).toBe(403)
  }
  const admin = await service.session(account.id, 'admin')
  expect((await send('POST', '/api/x/credentials', admin, input())).statusCode).toBe(201)
  expect((await send('GET', '/api/x/credentials', bearer(account.key))).statusCode).toBe(401)
})

test('a credential works through its last day in the account’s time zone', async () => {
  await service.context.store.db
    .updateTable('accounts')
    .set({ time_zone: 'Pacific/Kiritimati' })
    .where('id', '=', account.id)
    .execute()
  onTestFinished(async () => {
    await service.context.store.db
      .updateTable('accounts')
      .set({ time_zone: 'UTC' })
      .where('id', '=', account.id)
      .execute()
  })
  const { data } = await created({ expires_on: '2099-01-31' })
  expect(data).toMatchObject({ expires_on: '2099-01-31', expires_at: '2099-01-31T09:59:59.999000Z' })
  const kept = await change(data.id, 1, { expires_on: '2099-01-31', name: 'Only renamed' })
  expect(kept.json().data.expires_at).toBe(data.expires_at)
})

test('the list has current and revoked credentials, newest first, and those of this account alone', async () => {
  const listing = await startService()
  onTestFinished(() => listing.close())
  const [ours, theirs] = [await listing.account('Ours'), await listing.account('Theirs')]
  const session = await listing.session(ours.id, 'owner')
  const list = async (query = '') => (await listing.send('GET', `/api/x/credentials${query}`, session)).json()
  const all = await list()
  expect(all.data.map(({ kind }: Credential) => kind)).toEqual(['key', 'token'])
  expect(all.meta).toMatchObject({ total: 2, revoked: 0, page: 1, limit: 25 })
  expect(all.meta.grantable.token).toEqual(['settings.manage', 'contacts.view'])
  await listing.send('POST', `/api/x/credentials/${all.data[0].id}/revoke`, session)
  expect((await list('?state=revoked')).data.map(({ kind }: Credential) => kind)).toEqual(['key'])
  expect((await list('?limit=1')).meta).toMatchObject({ total: 1, revoked: 1 })
  const [foreign] = await theirs.tenant.select('credentials').select('id').execute()
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/usage'],
    ['POST', '/revoke'],
  ] as const)
    expect((await listing.send(method, `/api/x/credentials/${foreign?.id}${path}`, session)).statusCode).toBe(
      404,
    )
  expect((await listing.send('GET', '/api/v1/contacts', bearer(theirs.token))).statusCode).toBe(200)
})

test('a credential from before names existed is known by its end, and keeps working', async () => {
  const rows = await account.tenant
    .select('credentials')
    .select(['id', 'kind', 'last_four'])
    .where('name', 'is', null)
    .execute()
  expect(rows.length).toBeGreaterThan(0)
  for (const { id, kind, last_four } of rows)
    expect(await show(id)).toMatchObject({ name: `API ${kind} …${last_four}`, created_by: null })
})

test('usage shows when and from where a credential was used, and its requests by day', async () => {
  const { data, secret } = await created({ rate_limit: 3 })
  const statuses: number[] = []
  for (const url of ['/api/customers', '/api/customers/999999', '/api/customers', '/api/customers'])
    statuses.push(await statusOf(url, secret))
  expect(statuses).toEqual([200, 404, 200, 429])
  const usage = async () => (await send('GET', `/api/x/credentials/${data.id}/usage`, owner)).json().data
  const today = { day: new Date().toISOString().slice(0, 10), requests: 4, rejected: 1, rate_limited: 1 }
  // At once, from memory; then stored, and still counted once.
  expect((await usage()).at(-1)).toEqual(today)
  expect(await show(data.id)).toMatchObject({
    last_used_at: expect.any(String),
    last_used_from: '127.0.0.1',
    version: 1,
  })
  await service.context.usage.flush()
  await service.context.usage.flush()
  expect(await usage()).toHaveLength(30)
  expect((await usage()).at(-1)).toEqual(today)
  const [stored] = await account.tenant
    .select('credentials')
    .select('last_used_from')
    .where('id', '=', data.id)
    .execute()
  expect(stored?.last_used_from).toBe('127.0.0.1')
})

test('activity says who created, changed and revoked a credential, without its secret', async () => {
  const { data, secret } = await created({ name: 'Watched' })
  await change(data.id, 1, { name: 'Watched', rate_limit: 7 })
  await send('POST', `/api/x/credentials/${data.id}/revoke`, owner)
  const rows = await account.tenant
    .select('activity_log')
    .selectAll()
    .where('subject_type', '=', 'credential')
    .where('subject_id', '=', data.id)
    .orderBy('id')
    .execute()
  expect(rows.map(({ event, caused_by, actor_id }) => [event, caused_by, actor_id !== null])).toEqual([
    ['credential_created', 'Robin', true],
    ['credential_updated', 'Robin', true],
    ['credential_revoked', 'Robin', true],
  ])
  expect(JSON.parse(rows[1]?.changes ?? '')).toEqual({ rate_limit: { from: 600, to: 7 } })
  expect(JSON.stringify(rows)).not.toContain(secret.slice(3))
})

/** Returns a function that sends requests with that key on one connection and resolves to their statuses. */
function keptAlive(origin: string, secret: string): () => Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  return () =>
    new Promise((done, fail) => {
      const request = sendRequest(
        `${origin}/api/customers`,
        { agent, headers: bearer(secret) },
        (response) => {
          response.resume()
          response.on('end', () => done(response.statusCode ?? 0))
        },
      )
      request.on('error', fail).end()
    })
}
