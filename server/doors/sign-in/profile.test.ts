import { afterAll, beforeAll, expect, test } from 'vitest'

import { type TestService, startService } from '#server/tools/testing/service.ts'

let service: TestService
let account: number

beforeAll(async () => {
  service = await startService()
  account = (await service.account('Ours')).id
})
afterAll(() => service.close())

type Headers = Record<string, string>
const put = (headers: Headers, payload: object) => service.send('PUT', '/api/x/profile', headers, payload)
const me = async (headers: Headers) => (await service.send('GET', '/api/x/session', headers)).json().data.user

test('a person changes their name and formats, everywhere they are signed in', async () => {
  const headers = await service.session(account, 'viewer')
  const { email, format_region } = await me(headers)
  expect(format_region).toBeNull()
  const changed = await put(headers, { name: '  Inês Duarte ', format_region: 'PT' })
  expect([changed.statusCode, changed.json().data]).toEqual([
    200,
    { name: 'Inês Duarte', email, format_region: 'PT' },
  ])
  expect(await me(headers)).toMatchObject({ name: 'Inês Duarte', email, format_region: 'PT' })
  await put(headers, { name: 'Inês Duarte', format_region: null })
  expect(await me(headers)).toMatchObject({ format_region: null })
})

test('colleagues see the new name, and what was done before keeps the old one', async () => {
  const owner = await service.session(account, 'owner')
  const invite = (email: string) =>
    service.send('POST', '/api/x/invitations', owner, { email, role: 'viewer' })
  await put(owner, { name: 'Before', format_region: null })
  await invite('one@example.com')
  await put(owner, { name: 'After', format_region: null })
  const second = await invite('two@example.com')
  expect(second.json().data.invitation.invited_by).toBe('After')
  const members = (await service.send('GET', '/api/x/members', owner)).json().data as { name: string }[]
  expect(members.map(({ name }) => name)).toContain('After')
  const actors = await service.context.store.db
    .selectFrom('activity_log')
    .select('caused_by')
    .where('event', '=', 'invited')
    .orderBy('id')
    .execute()
  expect(actors.map(({ caused_by }) => caused_by)).toEqual(['Before', 'After'])
})

test('the audit log has what was changed, before and after, and nothing where nothing was', async () => {
  const headers = await service.session(account, 'staff')
  const { id, name } = await me(headers)
  await put(headers, { name, format_region: null })
  await put(headers, { name: 'Noor', format_region: 'DE' })
  const rows = await service.context.store.db
    .selectFrom('audit_log')
    .select('changes')
    .where('action', '=', 'profile.changed')
    .where('target_id', '=', id)
    .execute()
  expect(rows.map(({ changes }) => JSON.parse(changes ?? ''))).toEqual([
    { name: { from: name, to: 'Noor' }, format_region: { from: null, to: 'DE' } },
  ])
})

test('what isn’t a name or a region is refused at its field, and nothing changes', async () => {
  const headers = await service.session(account, 'viewer')
  const before = await me(headers)
  const right = { name: 'Ines', format_region: null }
  const wrong = [
    ['name', { name: '   ' }],
    ['name', { name: 'x'.repeat(201) }],
    ['name', { name: 'Ines\u202Eevil' }],
    ['name', { name: null }],
    ['format_region', { format_region: 'XX' }],
    ['format_region', { format_region: 7 }],
    ['format_region', { format_region: undefined }],
  ] as const
  for (const [field, change] of wrong) {
    const answer = await put(headers, { ...right, ...change })
    expect([answer.statusCode, Object.keys(answer.json().error.details)]).toEqual([422, [field]])
  }
  expect(await me(headers)).toEqual(before)
})
