import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'

import { changeRole, removeMember, resetPassword } from '#server/platform/access/staff/members.ts'
import { connectionLimits } from '#server/platform/http/connections.ts'
import { cheapHash } from '#server/tools/testing/cheap-hash.ts'
import { type TestService, startService } from '#server/tools/testing/service.ts'

let service: TestService
let origin: string
const open: AbortController[] = []

beforeAll(async () => {
  service = await startService()
  origin = await service.listen()
})
afterEach(() => {
  vi.useRealTimers()
  for (const connection of open.splice(0)) connection.abort()
})
afterAll(() => service.close())

/** Connects as that session and returns what it received, until the text appears or the stream ends. */
async function listen(headers: Record<string, string>, query = '') {
  const abort = new AbortController()
  open.push(abort)
  const answer = await fetch(`${origin}/api/x/live${query}`, { headers, signal: abort.signal })
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const until = async (expected: string) => {
    while (!text.includes(expected)) {
      const part = await reader?.read()
      if (!part || part.done) return `${text}(end)`
      text += part.value
    }
    return text
  }
  return { answer, until, stop: () => abort.abort() }
}

const change = (topic: string, id: number | null) =>
  `event: change\ndata: {"topic":"${topic}","id":${id}}\n\n`

test('an open screen names its account in the URL, because it can’t send a header', async () => {
  const { id } = await service.account('Named')
  const other = await service.account('Not mine')
  const session = await service.session(id, 'owner')
  expect((await listen(session, `?account=${id}`)).answer.status).toBe(200)
  expect((await listen(session, `?account=${other.id}`)).answer.status).toBe(403)
  expect((await listen(session, '?account=')).answer.status).toBe(403)
  expect((await listen(session, '?account=1&account=2')).answer.status).toBe(403)
})

test('an open screen is notified of changes in its account only', async () => {
  const account = await service.account('Ours')
  const other = await service.account('Theirs')
  const { answer, until } = await listen(await service.session(account.id, 'owner'))
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toContain('text/event-stream')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(await until('connected')).toContain(':')

  const create = (token: string) =>
    service.app.inject({
      method: 'POST',
      url: '/api/v1/webhooks',
      headers: { authorization: `Bearer ${token}` },
      payload: { url: 'https://hooks.example.com/', events: ['contact.created'] },
    })
  const theirs = (await create(other.token)).json().data.id
  const ours = (await create(account.token)).json().data.id
  const text = await until(change('webhooks', ours))
  expect(text).toContain(change('webhooks', ours))
  expect(text).not.toContain(change('webhooks', theirs))
})

test('a screen that begins to listen is told what changed since it was requested', async () => {
  const account = await service.account('Just now')
  const other = await service.account('Elsewhere')
  service.context.live.publish(account.id, { topic: 'invoices', id: 3 })
  service.context.live.publish(account.id, { topic: 'webhooks', id: 4 })
  service.context.live.publish(other.id, { topic: 'contacts', id: 5 })
  const viewer = await listen(await service.session(account.id, 'viewer'), '?recent_ms=60000')
  const text = await viewer.until(change('invoices', null))
  expect(text).toContain(change('invoices', null))
  expect(text).not.toContain('contacts')
  // Not for that role.
  expect(text).not.toContain('webhooks')
})

test('a screen that doesn’t ask for them is told of no earlier changes, nor of those before the time it names', async () => {
  const account = await service.account('Earlier')
  service.context.live.publish(account.id, { topic: 'invoices', id: 3 })
  await new Promise((resolve) => setTimeout(resolve, 20))
  for (const query of ['', '?recent_ms=0', '?recent_ms=5']) {
    const { until } = await listen(await service.session(account.id, 'owner'), query)
    await until('connected')
    service.context.live.publish(account.id, { topic: 'customers', id: null })
    expect(await until(change('customers', null))).not.toContain('invoices')
  }
})

test.each(['-1', '1.5', 'x', '', '1e3', '9999999999'])('recent_ms=%s is rejected', async (text) => {
  const account = await service.account('Grammar')
  const { answer } = await listen(await service.session(account.id, 'owner'), `?recent_ms=${text}`)
  expect(answer.status).toBe(400)
})

test('webhook changes are sent only to people who can see webhooks', async () => {
  const account = await service.account('Roles')
  const { until } = await listen(await service.session(account.id, 'viewer'))
  await until('connected')
  service.context.live.publish(account.id, { topic: 'webhooks', id: 7 })
  service.context.live.publish(account.id, { topic: 'customers', id: null })
  const text = await until(change('customers', null))
  expect(text).toContain(change('customers', null))
  expect(text).not.toContain('webhooks')
})

test('a stream counts as one request, however many changes it carries', async () => {
  const account = await service.account('Budget')
  const session = await service.session(account.id, 'owner')
  const { answer, until } = await listen(session)
  const left = Number(answer.headers.get('x-ratelimit-remaining'))
  for (let id = 1; id <= 20; id += 1) service.context.live.publish(account.id, { topic: 'webhooks', id })
  await until(change('webhooks', 20))
  const next = await service.app.inject({ url: '/api/x/session', headers: session })
  expect(Number(next.headers['x-ratelimit-remaining'])).toBe(left - 1)
})

test('a session may open four streams at once', async () => {
  const account = await service.account('Many')
  const session = await service.session(account.id, 'owner')
  const first = await listen(session)
  for (let index = 0; index < 3; index += 1) expect((await listen(session)).answer.status).toBe(200)
  expect((await listen(session)).answer.status).toBe(429)
  const colleague = await service.session(account.id, 'owner')
  expect((await listen(colleague)).answer.status).toBe(200)
  first.stop()
  const again = async () => expect((await listen(session)).answer.status).toBe(200)
  await vi.waitFor(again, { timeout: 60_000 })
})

test('a person may open twelve streams in an account, however many sessions they have', async () => {
  const account = await service.account('Often')
  const [first, ...others] = await service.sessions(account.id, 'viewer', 4)
  for (const session of others)
    for (let index = 0; index < 4; index += 1) expect((await listen(session)).answer.status).toBe(200)
  expect((await listen(first!)).answer.status).toBe(429)
  const colleague = await service.session(account.id, 'viewer')
  expect((await listen(colleague)).answer.status).toBe(200)
})

test('streams take at most half of all connections', async () => {
  const account = await service.account('Crowd')
  service.app.server.maxConnections = 4
  onTestFinished(() => void (service.app.server.maxConnections = connectionLimits.connections))
  const [one, two, three] = await Promise.all([1, 2, 3].map(() => service.session(account.id, 'viewer')))
  const stop = [await listen(one!), await listen(two!)]
  expect(stop.map(({ answer }) => answer.status)).toEqual([200, 200])
  expect((await listen(three!)).answer.status).toBe(429)
})

test('an API key can’t open a stream', async () => {
  const { key } = await service.account('Keys')
  expect((await listen({ authorization: `Bearer ${key}` })).answer.status).toBe(401)
})

test('HEAD answers immediately and leaves nothing open', async () => {
  const account = await service.account('Head')
  const session = await service.session(account.id, 'owner')
  for (let index = 0; index < 6; index += 1) {
    const answer = await fetch(`${origin}/api/x/live`, { method: 'HEAD', headers: session })
    expect(answer.status).toBe(200)
  }
})

test('a heartbeat keeps the stream open', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const account = await service.account('Beat')
  const session = await service.session(account.id, 'owner')
  const { until } = await listen(session)
  await until('connected')
  vi.advanceTimersByTime(15_000)
  expect(await until('\n:\n\n')).not.toContain('(end)')
})

describe('a stream ends', () => {
  const signOut = (session: Record<string, string>, everywhere: boolean) =>
    service.app.inject({
      method: 'POST',
      url: '/api/x/sign-out',
      headers: { ...session, 'content-type': 'application/json' },
      payload: { everywhere },
    })
  const emailOf = async (account: number) => {
    const { db } = service.context.store
    const { email } = await db
      .selectFrom('staff')
      .innerJoin('memberships', 'memberships.user_id', 'staff.id')
      .select('staff.email')
      .where('memberships.account_id', '=', account)
      .where('memberships.role', '=', 'staff')
      .executeTakeFirstOrThrow()
    return email
  }

  test.each<[string, (session: Record<string, string>, account: number) => Promise<unknown>]>([
    ['signs out', (session) => signOut(session, false)],
    ['signs out everywhere', (session) => signOut(session, true)],
    ['is removed', async (_session, id) => removeMember(service.context.store, id, await emailOf(id))],
    [
      'gets another role',
      async (_session, id) => changeRole(service.context.store, id, await emailOf(id), 'viewer'),
    ],
    [
      'gets another password',
      async (_session, id) => resetPassword(service.context.store, cheapHash, await emailOf(id)),
    ],
  ])('within two seconds after its person %s, and only that stream', async (how, end) => {
    const { id } = await service.account(`Ended: ${how}`)
    const stays = await listen(await service.session(id, 'owner'))
    const session = await service.session(id, 'staff')
    const ends = await listen(session, `?account=${id}`)
    await Promise.all([ends.until('connected'), stays.until('connected')])
    await end(session, id)
    expect(await ends.until('never')).toContain('(end)')
    service.context.live.publish(id, { topic: 'customers', id: 7 })
    expect(await stays.until(change('customers', 7))).not.toContain('(end)')
  })
})

test('shutdown ends streams without waiting for them', async () => {
  const stopping = await startService()
  const account = await stopping.account('Stop')
  const session = await stopping.session(account.id, 'owner')
  const answer = await fetch(`${await stopping.listen()}/api/x/live`, { headers: session })
  const rest = answer.text()
  await stopping.close()
  expect(await rest).toContain('connected')
})
