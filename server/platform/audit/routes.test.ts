import { beforeEach, expect, test } from 'vitest'

import type { AuditEntry } from '#contract/account/audit.ts'
import { dayMs } from '#contract/values/durations.ts'
import { timestamp } from '#server/platform/lib/clock.ts'
import { breakRow } from '#server/tools/testing/broken-row.ts'
import { startWithAccount } from '#server/tools/testing/office.ts'
import type { TestAccount } from '#server/tools/testing/service.ts'

import { readEntries } from './entries.ts'
import { sweepAuditLog } from './retention.ts'

const { service } = await startWithAccount()
let accounts = 0
let account: TestAccount
let owner: Record<string, string>
beforeEach(async () => {
  accounts += 1
  account = await service.account(`Listed ${accounts}`)
  owner = await service.session(account.id, 'owner')
})

/** Adds an entry of that moment and returns its id. */
const add = (at: string, more: Partial<Parameters<typeof insert>[0]> = {}) => insert({ at, ...more })
const insert = (entry: { at: string; group?: string; action?: string; actor?: number; name?: string }) =>
  account.tenant.insertOne('audit_log', {
    at: entry.at,
    actor_kind: 'staff',
    actor_id: entry.actor ?? 1_000,
    actor_name: entry.name ?? 'Ines Duarte',
    action: entry.action ?? 'company.changed',
    action_group: entry.group ?? 'settings',
    target_kind: 'account',
    target_id: account.id,
    target_name: 'Ours',
    address: '203.0.113.7',
    request_id: 'some-request',
    changes: '{"name":{"from":"a","to":"b"}}',
  })

interface Page {
  readonly data: AuditEntry[]
  readonly meta: {
    readonly total: number | null
    readonly next: string | null
    readonly keep_days: number | null
  }
}
const list = async (query = ''): Promise<Page> =>
  (await service.send('GET', `/api/x/audit-log${query}`, owner)).json()
const ids = async (query: string) => (await list(query)).data.map(({ id }) => id)

test('pages follow each other without gaps, also where entries are of one moment or are added meanwhile', async () => {
  const at = timestamp(Date.now() - 60_000)
  const added = []
  for (let n = 0; n < 7; n += 1) added.push(await add(at))
  const first = await list('?limit=3')
  expect(first.meta).toEqual({ total: 7, next: expect.any(String), keep_days: 365 })
  await add(timestamp(Date.now()))
  const second = await list(`?limit=3&before=${first.meta.next}`)
  expect(second.meta.total).toBeNull()
  const third = await list(`?limit=3&before=${second.meta.next}`)
  expect(third.meta.next).toBeNull()
  const all = [...first.data, ...second.data, ...third.data].map(({ id }) => id)
  expect(all).toEqual(added.toReversed())
})

test('an entry says who did what to what, from where, and what it was before', async () => {
  const id = await add(timestamp(Date.now() + 1_000))
  const [entry] = (await list('?limit=1')).data
  expect(entry).toEqual({
    id,
    at: expect.any(String),
    actor: { kind: 'staff', id: 1_000, name: 'Ines Duarte' },
    action: 'company.changed',
    group: 'settings',
    target: { kind: 'account', id: account.id, name: 'Ours' },
    address: '203.0.113.7',
    request_id: 'some-request',
    changes: { name: { from: 'a', to: 'b' } },
  })
})

test('filters narrow by group, person, target and the days of the account', async () => {
  await service.context.store.db
    .updateTable('accounts')
    .set({ time_zone: 'Pacific/Auckland' })
    .where('id', '=', account.id)
    .execute()
  // The 10th of March begins there at 11:00 on the 9th in UTC.
  const before = await add('2026-03-09T10:59:59.999000Z')
  const first = await add('2026-03-09T11:00:00.000000Z', { group: 'webhooks', action: 'webhook.paused' })
  const last = await add('2026-03-10T10:59:59.999000Z', { actor: 2_000 })
  const after = await add('2026-03-10T11:00:00.000000Z')
  expect(await ids('?from=2026-03-10&to=2026-03-10')).toEqual([last, first])
  expect(await ids('?to=2026-03-09')).toEqual([before])
  expect(await ids('?group=webhooks')).toEqual([first])
  expect(await ids('?actor=staff:2000')).toEqual([last])
  expect(await ids('?actor=command')).toEqual([])
  expect(await ids(`?target=account:${account.id}&group=settings`)).toEqual([after, last, before])
  expect((await list('?actor=staff:1000&group=settings')).meta.total).toBe(2)
})

test.each([
  'group=everything',
  'actor=staff%3A0',
  'actor=1',
  'target=account:',
  'from=2026-02-30',
  'before=yesterday',
  'before=2026-03-09T11:00:00.000000Z_0',
  'limit=101',
])('%s is refused', async (query) => {
  const answer = await service.send('GET', `/api/x/audit-log?${query}`, owner)
  expect(answer.statusCode).toBe(400)
  expect(Object.keys(answer.json().error.details)).toEqual([query.split('=')[0]])
})

test('only people who may view it do, never a key', async () => {
  const status = async (headers: Record<string, string>) =>
    (await service.send('GET', '/api/x/audit-log', headers)).statusCode
  const people = []
  for (const role of ['admin', 'staff', 'accountant', 'viewer'] as const)
    people.push(await status(await service.session(account.id, role)))
  expect(people).toEqual([200, 403, 403, 403])
  expect(await status({ authorization: `Bearer ${account.key}` })).toBe(401)
})

test('the file has every entry that matches once, and the export is an entry itself', async () => {
  for (let n = 0; n < 1_001; n += 1) await add(timestamp(Date.parse('2026-03-09T10:00:00Z') + n))
  const answer = await service.send('GET', '/api/x/audit-log.csv?group=settings', owner)
  expect(answer.headers['content-disposition']).toBe('attachment; filename="audit-log.csv"')
  const [header, ...lines] = answer.payload.trimEnd().split('\r\n')
  expect(header).toContain('id,at,actor_kind')
  expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(1_001)
  expect(lines[0]).toContain(',2026-03-09T10:00:01Z,staff,1000,Ines Duarte,company.changed,settings,account,')
  const [entry] = (await list('?group=exports')).data
  expect(entry?.action).toBe('export.audit_log')
})

test('the retention is an entry when it changes, and the sweep deletes what is older and nothing else', async () => {
  const old = await add(timestamp(Date.now() - 92 * dayMs))
  const young = await add(timestamp(Date.now() - 89 * dayMs))
  const put = (keep_days: number | null) =>
    service.send('PUT', '/api/x/audit-log/retention', owner, { keep_days })
  await sweepAuditLog(service.context.store, Date.now())
  expect(await ids('?group=settings')).toEqual([young, old])

  expect((await put(91)).statusCode).toBe(422)
  await put(365)
  expect((await put(90)).json()).toEqual({ data: { keep_days: 90 } })
  await sweepAuditLog(service.context.store, Date.now())
  const { data, meta } = await list('?group=settings')
  expect(data.map(({ id }) => id)).toEqual([expect.any(Number), young])
  expect(data[0]).toMatchObject({
    action: 'audit_log.retention_changed',
    changes: { keep_days: { from: 365, to: 90 } },
  })
  expect(meta.keep_days).toBe(90)

  await put(null)
  const kept = await add(timestamp(Date.now() - 4_000 * dayMs))
  await sweepAuditLog(service.context.store, Date.now())
  expect(await ids('?group=settings')).toContain(kept)
})

test('an entry that can’t be deleted keeps those of no other account', async () => {
  const stuck = await add(timestamp(Date.now() - 400 * dayMs))
  const repair = await breakRow(service.context.store, 'audit_log', stuck, 'delete')
  const first = account
  account = await service.account('Audited beside it')
  owner = await service.session(account.id, 'owner')
  await add(timestamp(Date.now() - 400 * dayMs))
  const young = await add(timestamp(Date.now() - dayMs))
  await expect(sweepAuditLog(service.context.store, Date.now())).rejects.toThrow('broken row')
  expect(await ids('?group=settings')).toEqual([young])
  await repair()
  await sweepAuditLog(service.context.store, Date.now())
  expect(await readEntries(first.tenant, { since: undefined, until: undefined }, { limit: 10 })).toEqual([])
})

test('a thousand entries are deleted in batches', async () => {
  const rows = Array.from({ length: 1_100 }, () => ({
    at: timestamp(Date.now() - 400 * dayMs),
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
  }))
  await account.tenant.insert('audit_log', rows)
  const young = await add(timestamp(Date.now() - dayMs))
  await sweepAuditLog(service.context.store, Date.now())
  const kept = await readEntries(account.tenant, { since: undefined, until: undefined }, { limit: 10 })
  expect(kept.map(({ id }) => id)).toEqual([young])
})
