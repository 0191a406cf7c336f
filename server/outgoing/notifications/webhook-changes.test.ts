import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest'

import type { Member } from '#contract/access/people.ts'
import type { Notification } from '#contract/account/notifications.ts'
import { dayMs, minuteMs } from '#contract/values/durations.ts'
import { Outbox } from '#server/outgoing/mail/outbox.ts'
import { timestamp } from '#server/platform/lib/clock.ts'
import { type Dispatch, test, within } from '#server/tools/testing/dispatch.ts'
import { MailServer } from '#server/tools/testing/mail-server.ts'

import { sweepNotifications } from './retention.ts'

const mail = new MailServer()
let url: string
beforeAll(async () => {
  url = await mail.listen()
})
afterAll(() => mail.close())
beforeEach(() => {
  mail.received.length = 0
})

type Headers = Record<string, string>
const listed = async ({ service }: Dispatch, headers: Headers) =>
  (await service.send('GET', '/api/x/notifications', headers)).json().data as Notification[]
const unread = async ({ service }: Dispatch, headers: Headers) =>
  (await service.send('GET', '/api/x/counts', headers)).json().data.unread_notifications as number
const read = ({ service }: Dispatch, headers: Headers, id: number, and_earlier = false) =>
  service.send('POST', '/api/x/notifications/read', headers, { id, and_earlier })
const stored = ({ tenant }: Dispatch) => tenant.select('notifications').selectAll().orderBy('id').execute()
const sendEmails = ({ service: { context } }: Dispatch, afterMs: number) =>
  new Outbox({ ...context, server: { url, from: 'bureau@example.com' } }).sendDue(() => Date.now() + afterMs)

/** Lets one delivery fail all its attempts at the endpoint. */
async function fail({ receiver, happen, ended }: Dispatch, status = 500) {
  receiver.answer = (response) => response.writeHead(status).end()
  await happen()
  await ended('failed', 15_000)
}
/** Until it is failing: a single failed attempt is mostly over by its retry. */
async function keepFailing(dispatch: Dispatch) {
  await fail(dispatch)
  await fail(dispatch)
}
async function succeed({ receiver, happen, ended }: Dispatch) {
  receiver.answer = (response) => response.writeHead(204).end()
  await happen()
  await ended('delivered')
}
/** As if everything so far had happened that long ago. */
const age = ({ tenant }: Dispatch, ms: number) =>
  tenant
    .update('notifications')
    .set({ created_at: timestamp(Date.now() - ms) })
    .execute()

test('an endpoint that begins to fail notifies those who may see webhooks, once until it has recovered', async ({
  dispatch,
}) => {
  const { service, account, endpoint } = dispatch
  const [owner, admin, staff] = [
    await service.session(account.id, 'owner'),
    await service.session(account.id, 'admin'),
    await service.session(account.id, 'staff'),
  ]
  const { id } = await endpoint({ max_retries: 0 })
  await fail(dispatch)
  expect(await listed(dispatch, owner)).toEqual([])
  await keepFailing(dispatch)
  const [first, ...more] = await listed(dispatch, owner)
  expect(more).toEqual([])
  expect(first).toMatchObject({ kind: 'webhook.failing', read_at: null, webhook: { id, name: null } })
  expect(await listed(dispatch, admin)).toHaveLength(1)
  expect([await listed(dispatch, staff), await unread(dispatch, staff)]).toEqual([[], 0])

  // It comes and goes: reported once a day.
  await succeed(dispatch)
  await keepFailing(dispatch)
  expect(await listed(dispatch, owner)).toHaveLength(1)
  await age(dispatch, dayMs + minuteMs)
  await succeed(dispatch)
  await keepFailing(dispatch)
  expect(await listed(dispatch, owner)).toHaveLength(2)
})

test('an endpoint that is disabled notifies of that alone', async ({ dispatch }) => {
  const { service, account, endpoint } = dispatch
  const owner = await service.session(account.id, 'owner')
  await endpoint()
  await fail(dispatch, 410)
  expect((await listed(dispatch, owner)).map(({ kind }) => kind)).toEqual(['webhook.disabled'])
})

test('an endpoint that Bureau disables is in the audit log as Bureau’s doing, with why; one that only fails isn’t', async ({
  dispatch,
}) => {
  const { tenant, endpoint } = dispatch
  const recorded = () =>
    tenant.select('audit_log').selectAll().where('action', 'like', 'webhook.disabled').execute()
  const { id } = await endpoint({ max_retries: 0 }, '/hook?token=do-not-tell')
  await fail(dispatch)
  expect(await recorded()).toEqual([])
  await fail(dispatch, 410)
  const [entry, ...more] = await recorded()
  expect(more).toEqual([])
  expect(entry).toMatchObject({
    actor_kind: 'system',
    actor_id: null,
    actor_name: 'Bureau',
    action_group: 'webhooks',
    target_kind: 'webhook',
    target_id: id,
    address: null,
    request_id: null,
    changes: '{"because":{"from":null,"to":"gone"}}',
  })
  expect(JSON.stringify(entry)).not.toContain('do-not-tell')
})

test('a test event that fails notifies nobody', async ({ dispatch }) => {
  const { service, account, endpoint, receiver, delivery } = dispatch
  const owner = await service.session(account.id, 'owner')
  const { id } = await endpoint()
  receiver.answer = (response) => response.writeHead(500).end()
  expect(
    (await service.send('POST', `/api/x/webhooks/${id}/test`, owner, { event: 'contact.created' }))
      .statusCode,
  ).toBeLessThan(300)
  await vi.waitFor(async () => expect((await delivery())?.status).toBe('failed'), within(5_000))
  expect(await stored(dispatch)).toEqual([])
})

test('notifications are read one by one or all up to one, by their person alone', async ({ dispatch }) => {
  const { service, account, endpoint } = dispatch
  const [mine, theirs] = [
    await service.session(account.id, 'owner'),
    await service.session(account.id, 'admin'),
  ]
  for (const path of ['/a', '/b', '/c']) await endpoint({ max_retries: 0 }, path)
  await keepFailing(dispatch)
  await vi.waitFor(async () => expect(await stored(dispatch)).toHaveLength(6), within(5_000))
  const ids = (await listed(dispatch, mine)).map(({ id }) => id) as [number, number, number]
  expect(ids).toEqual(ids.toSorted((a, b) => b - a))
  expect(await unread(dispatch, mine)).toBe(3)
  await read(dispatch, theirs, ids[0])
  expect([await unread(dispatch, mine), await unread(dispatch, theirs)]).toEqual([3, 3])
  await read(dispatch, mine, ids[0])
  expect(await unread(dispatch, mine)).toBe(2)
  const changes: unknown[] = []
  const stop = service.context.live.subscribe(account.id, (change) => {
    // The deliveries that failed may be announced only now.
    if (change.topic === 'notifications') changes.push(change)
  })
  await read(dispatch, mine, ids[1], true)
  await read(dispatch, mine, ids[1], true)
  stop()
  expect(changes).toEqual([{ topic: 'notifications', id: null }])
  expect([await unread(dispatch, mine), await unread(dispatch, theirs)]).toEqual([0, 3])

  const page = async (query: string) =>
    (await service.send('GET', `/api/x/notifications?${query}`, mine)).json() as {
      data: Notification[]
      meta: { next_before: number | null }
    }
  const first = await page('limit=2')
  expect([first.data.length, first.meta.next_before]).toEqual([2, ids[1]])
  const last = await page(`limit=2&before=${first.meta.next_before}`)
  expect([last.data.map(({ id }) => id), last.meta.next_before]).toEqual([[ids[2]], null])
  expect((await service.send('GET', '/api/x/notifications?before=x', mine)).statusCode).toBe(400)
})

test('someone who loses the permission no longer sees the notifications, and a removed member’s are deleted', async ({
  dispatch,
}) => {
  const { service, account, endpoint } = dispatch
  const owner = await service.session(account.id, 'owner')
  const admin = await service.session(account.id, 'admin')
  await endpoint({ max_retries: 0 })
  await keepFailing(dispatch)
  const members = (await service.send('GET', '/api/x/members', owner)).json().data as Member[]
  const member = members.find(({ role }) => role === 'admin')!
  const setRole = (role: string) => service.send('PUT', `/api/x/members/${member.id}`, owner, { role })
  await setRole('staff')
  expect([await listed(dispatch, admin), await unread(dispatch, admin)]).toEqual([[], 0])
  await setRole('admin')
  expect(await unread(dispatch, admin)).toBe(1)
  await setRole('viewer')
  await sendEmails(dispatch, 11 * minuteMs)
  // Nor are they emailed any more.
  expect(mail.received.map(({ to }) => to)).toEqual([[members.find(({ role }) => role === 'owner')?.email]])
  expect((await service.send('DELETE', `/api/x/members/${member.id}`, owner)).statusCode).toBe(204)
  expect(await stored(dispatch)).toHaveLength(1)
  expect((await service.send('GET', '/api/x/notifications', admin)).statusCode).not.toBe(200)
})

test('the email about a failing endpoint waits ten minutes, is sent once by several processes, and not if it recovered', async ({
  dispatch,
}) => {
  const { service, account, tenant, endpoint } = dispatch
  await service.session(account.id, 'owner')
  const { id } = await endpoint({ max_retries: 0 })
  await tenant.update('webhooks').set({ name: 'Ledger' }).where('id', '=', id).execute()
  await keepFailing(dispatch)
  await sendEmails(dispatch, 9 * minuteMs)
  expect(mail.received).toEqual([])
  await Promise.all([1, 2, 3].map(() => sendEmails(dispatch, 11 * minuteMs)))
  expect(mail.received).toHaveLength(1)
  const { source } = mail.received[0]!
  expect(source).toContain('Subject: Webhook failing: Ledger')
  const text = source.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
  expect(text).toContain(`/webhooks/${id}?account=${account.id}`)
  expect(text).toContain(`/settings/notifications?account=${account.id}`)
  expect(source).toContain('Auto-Submitted: auto-generated')
  const html = mail.html(mail.received[0]?.to[0] ?? '')
  expect(html).toMatch(new RegExp(`/webhooks/${id}\\?account=${account.id}"[^]*View webhook`))

  await age(dispatch, 2 * dayMs)
  await succeed(dispatch)
  await keepFailing(dispatch)
  await succeed(dispatch)
  await sendEmails(dispatch, 11 * minuteMs)
  expect(mail.received).toHaveLength(1)
  expect((await stored(dispatch)).map(({ next_attempt_at }) => next_attempt_at)).toEqual([null, null])
})

test('what waited for a mail server for days is dropped, and a mail server that is away is tried again', async ({
  dispatch,
}) => {
  const { service, account, endpoint } = dispatch
  await service.session(account.id, 'owner')
  await endpoint()
  await fail(dispatch, 410)
  const gone = new Outbox({
    ...service.context,
    server: { url: 'smtp://127.0.0.1:1', from: 'b@example.com' },
  })
  await gone.sendDue()
  const [row] = await stored(dispatch)
  expect(row?.attempts).toBe(1)
  expect(Date.parse(row?.next_attempt_at ?? '')).toBeGreaterThan(Date.now() + 50_000)
  await sendEmails(dispatch, 2 * minuteMs)
  expect(mail.received).toHaveLength(1)
  expect(mail.received[0]?.source).toContain('Subject: Webhook disabled: ')

  await dispatch.tenant
    .update('notifications')
    .set({ next_attempt_at: timestamp(0) })
    .execute()
  await age(dispatch, 4 * dayMs)
  await sendEmails(dispatch, 0)
  expect(mail.received).toHaveLength(1)
})

test('deleting a webhook deletes its notifications; read ones last 90 days, unread ones a year', async ({
  dispatch,
}) => {
  const { service, account, tenant, endpoint } = dispatch
  const owner = await service.session(account.id, 'owner')
  await service.session(account.id, 'admin')
  const { id } = await endpoint()
  await endpoint({ max_retries: 0 }, '/other')
  await fail(dispatch, 410)
  await vi.waitFor(async () => expect(await stored(dispatch)).toHaveLength(4), within(5_000))
  await service.send('DELETE', `/api/v1/webhooks/${id}`, owner)
  expect(await stored(dispatch)).toHaveLength(2)
  await tenant.update('notifications').set({ next_attempt_at: null }).execute()
  const [{ id: newest } = { id: 0 }] = await listed(dispatch, owner)
  await read(dispatch, owner, newest)
  const sweepAfter = (days: number) => sweepNotifications(service.context.store, Date.now() + days * dayMs)
  await sweepAfter(89)
  expect(await stored(dispatch)).toHaveLength(2)
  await sweepAfter(91)
  expect(await stored(dispatch)).toHaveLength(1)
  await sweepAfter(366)
  expect(await stored(dispatch)).toEqual([])
})
