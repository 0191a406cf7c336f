import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'

import type { Member, NewInvitation } from '#contract/access/people.ts'
import { roles } from '#contract/access/session.ts'
import { MailServer, smtpError } from '#server/tools/testing/mail-server.ts'
import { type TestService, startService } from '#server/tools/testing/service.ts'

let service: TestService
let account: number
let owner: Record<string, string>
let accounts = 0

beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())
beforeEach(async () => {
  accounts += 1
  account = (await service.account(`Ours ${accounts}`)).id
  owner = await service.session(account, 'owner')
})

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const ask = (method: Method, url: string, headers: Record<string, string>, payload?: object) =>
  service.app.inject({ method, url, headers, ...(payload ? { payload } : {}) })
const stranger = { 'sec-fetch-site': 'same-origin' }
const password = 'nine lanterns over water'

const members = async (headers = owner) =>
  (await ask('GET', '/api/x/members', headers)).json().data as Member[]
const memberIn = async (role: string) => (await members()).find((one) => one.role === role)!
const invite = async (email: string, role = 'staff', headers = owner) =>
  ask('POST', '/api/x/invitations', headers, { email, role })
const invited = async (email: string, role = 'staff', headers = owner) =>
  (await invite(email, role, headers)).json().data as NewInvitation
const tokenOf = ({ link }: NewInvitation) => new URL(link ?? '').hash.replace('#token=', '')
const accept = (token: string, body: object = { name: 'Ines Duarte', password }) =>
  ask('POST', '/api/x/invitation/accept', stranger, { token, ...body })
const cookieOf = (answer: Awaited<ReturnType<typeof ask>>) => ({
  ...stranger,
  cookie: [answer.headers['set-cookie'] ?? []]
    .flat()
    .map((header) => header.split(';', 1)[0])
    .join('; '),
})
const fresh = () => `ines${Math.random().toString(36).slice(2)}@example.com`
const wrongLink = (answer: Awaited<ReturnType<typeof ask>>) => {
  expect(answer.statusCode).toBe(422)
  expect(Object.keys(answer.json().error.details)).toEqual(['token'])
}

describe('an invitation', () => {
  test('lets someone new join with a name and a password, in the role they were invited as', async () => {
    const email = fresh()
    const created = await invited(email, 'accountant')
    expect(created.link).toMatch(/\/invitation#token=[\w-]{43}$/)
    const token = tokenOf(created)
    const shown = await ask('POST', '/api/x/invitation', stranger, { token })
    expect(shown.json().data).toEqual({
      account_name: `Ours ${accounts}`,
      email,
      role: 'accountant',
      invited_by: 'Robin',
      has_sign_in: false,
    })
    const joined = await accept(token)
    expect(joined.statusCode).toBe(200)
    const { user, account: entered, abilities } = joined.json().data
    expect(user).toMatchObject({ name: 'Ines Duarte', email })
    expect(entered).toMatchObject({ id: account, role: 'accountant' })
    expect(abilities).toEqual(['contacts.view', 'invoices.manage'])
    expect((await ask('GET', '/api/x/session', cookieOf(joined))).statusCode).toBe(200)
    expect((await ask('GET', '/api/x/invitations', owner)).json().data).toEqual([])
    expect((await members()).map(({ name, role }) => [name, role])).toContainEqual([
      'Ines Duarte',
      'accountant',
    ])
  })

  test('lets someone who has a sign-in join with their own password only', async () => {
    const email = fresh()
    await accept(tokenOf(await invited(email)))
    const elsewhere = await service.account(`Elsewhere ${accounts}`)
    const theirs = await service.session(elsewhere.id, 'owner')
    const token = tokenOf(await invited(email, 'viewer', theirs))
    expect((await ask('POST', '/api/x/invitation', stranger, { token })).json().data.has_sign_in).toBe(true)
    const wrong = await accept(token, { password: 'not the right password' })
    expect([wrong.statusCode, wrong.json().error.details]).toEqual([422, { password: 'Incorrect password' }])
    const joined = await accept(token, { password })
    expect(joined.json().data.account).toMatchObject({ id: elsewhere.id, role: 'viewer' })
    expect(joined.json().data.accounts).toHaveLength(2)
    // Neither their name nor their password has changed.
    expect(joined.json().data.user.name).toBe('Ines Duarte')
  })

  test('works once, however many use its link at the same time', async () => {
    const token = tokenOf(await invited(fresh()))
    const answers = await Promise.all(Array.from({ length: 6 }, () => accept(token)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    wrongLink(await accept(token))
    wrongLink(await ask('POST', '/api/x/invitation', stranger, { token }))
  })

  test('is sent to one address up to four times an hour, also if it is revoked and made again', async () => {
    const email = fresh()
    const { id } = (await invited(email)).invitation
    const renew = (one: number) => ask('POST', `/api/x/invitations/${one}/renew`, owner)
    for (let times = 0; times < 2; times += 1) expect((await renew(id)).statusCode).toBe(200)
    expect((await ask('DELETE', `/api/x/invitations/${id}`, owner)).statusCode).toBe(204)
    const again = (await invited(email)).invitation
    const refused = await renew(again.id)
    expect([refused.statusCode, refused.json().error.message]).toEqual([
      429,
      `${email} has been sent several invitations in the last hour. Try again in 60 minutes.`,
    ])
    expect(refused.headers['retry-after']).toMatch(/^3[56]\d\d$/)
    expect((await ask('GET', '/api/x/invitations', owner)).json().data[0].id).toBe(again.id)
  })

  test('doesn’t work with a link that was changed, replaced, revoked or has expired', async () => {
    const first = await invited(fresh())
    const token = tokenOf(first)
    const flipped = `${token.slice(0, -2)}${token.endsWith('A') ? 'BB' : 'AA'}`
    wrongLink(await accept(flipped))
    wrongLink(await accept(token.toLowerCase()))
    const { id } = first.invitation
    const renewed = (await ask('POST', `/api/x/invitations/${id}/renew`, owner)).json().data as NewInvitation
    wrongLink(await accept(token))
    expect((await ask('DELETE', `/api/x/invitations/${id}`, owner)).statusCode).toBe(204)
    wrongLink(await accept(tokenOf(renewed)))
    expect((await ask('POST', `/api/x/invitations/${id}/renew`, owner)).statusCode).toBe(404)

    const late = await invited(fresh())
    const sevenDays = 7 * 24 * 60 * 60_000
    expect(Date.parse(late.invitation.expires_at) - Date.parse(late.invitation.created_at)).toBe(sevenDays)
    await service.context.store.db
      .updateTable('invitations')
      .set({ expires_at: new Date(Date.now() - 1).toISOString() })
      .where('id', '=', late.invitation.id)
      .execute()
    wrongLink(await accept(tokenOf(late)))
    expect((await ask('GET', '/api/x/invitations', owner)).json().data[0]).toMatchObject({ is_expired: true })
  })

  test('ends with the right of its sender to make it', async () => {
    const admin = await service.session(account, 'admin')
    const removed = await invited(fresh(), 'admin', admin)
    expect((await ask('DELETE', `/api/x/members/${(await memberIn('admin')).id}`, owner)).statusCode).toBe(
      204,
    )
    wrongLink(await accept(tokenOf(removed)))
    expect((await ask('GET', '/api/x/invitations', owner)).json().data).toEqual([])
    // Also where a command on the server has taken the right away.
    const other = await service.session(account, 'admin')
    const stale = await invited(fresh(), 'staff', other)
    await service.context.store.db
      .updateTable('memberships')
      .set({ role: 'viewer' })
      .where('id', '=', (await memberIn('admin')).id)
      .execute()
    wrongLink(await accept(tokenOf(stale)))
  })

  test('is refused for a member, someone invited and a broken address', async () => {
    const [email, member] = [fresh(), (await memberIn('owner')).email]
    await invite(email)
    for (const refused of [email, email.toUpperCase(), member, 'no address', 'demo@bureau.example']) {
      const answer = await invite(refused)
      expect([refused, answer.statusCode]).toEqual([refused, 422])
      expect(Object.keys(answer.json().error.details)).toEqual(['email'])
    }
  })

  test('keeps only the hash of its link', async () => {
    const created = await invited(fresh())
    const rows = await service.context.store.db.selectFrom('invitations').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(tokenOf(created))
    const log = await service.context.store.db.selectFrom('activity_log').selectAll().execute()
    expect(JSON.stringify(log)).not.toContain(tokenOf(created))
  })

  test('whose link is guessed too often is answered with a wait', async () => {
    const guesses = Array.from({ length: 51 }, () =>
      service.app.inject({
        method: 'POST',
        url: '/api/x/invitation',
        headers: stranger,
        remoteAddress: '192.0.2.77',
        payload: { token: 'a'.repeat(43) },
      }),
    )
    const codes = (await Promise.all(guesses)).map(({ statusCode }) => statusCode)
    expect(codes.filter((code) => code === 429).length).toBeGreaterThan(0)
  })
})

describe('nobody grants more than they have', () => {
  test('an admin makes no owners, and changes and removes none', async () => {
    const admin = await service.session(account, 'admin')
    await service.session(account, 'staff')
    const staff = await memberIn('staff')
    const list = await ask('GET', '/api/x/members', admin)
    expect(list.json().grantable_roles).toEqual(roles.filter((role) => role !== 'owner'))
    expect((await invite(fresh(), 'owner', admin)).statusCode).toBe(403)
    const refused = async (method: Method, member: Member, body?: object) =>
      (await ask(method, `/api/x/members/${member.id}`, admin, body)).statusCode
    const theOwner = await memberIn('owner')
    expect(await refused('PUT', staff, { role: 'owner' })).toBe(403)
    expect(await refused('PUT', theOwner, { role: 'viewer' })).toBe(403)
    expect(await refused('DELETE', theOwner)).toBe(403)
    expect(await refused('PUT', staff, { role: 'admin' })).toBe(200)
    const editable = (await members(admin)).map(({ role, is_editable }) => [role, is_editable])
    expect(editable).toContainEqual(['owner', false])
    expect(editable).toContainEqual(['admin', true])
    // Nor do they touch the invitation of an owner.
    const { invitation } = await invited(fresh(), 'owner')
    expect((await ask('POST', `/api/x/invitations/${invitation.id}/renew`, admin)).statusCode).toBe(403)
    expect((await ask('DELETE', `/api/x/invitations/${invitation.id}`, admin)).statusCode).toBe(403)
  })

  test.each(['staff', 'accountant', 'viewer'] as const)('%s manage nobody', async (role) => {
    const headers = await service.session(account, role)
    expect((await ask('GET', '/api/x/members', headers)).statusCode).toBe(403)
    expect((await invite(fresh(), 'viewer', headers)).statusCode).toBe(403)
  })

  test('keys and tokens can’t call any of it, whatever their abilities', async () => {
    const { key } = await service.account(`Keys ${accounts}`)
    const headers = { authorization: `Bearer ${key}` }
    expect((await ask('GET', '/api/x/members', headers)).statusCode).toBe(401)
    expect((await invite(fresh(), 'viewer', headers)).statusCode).toBe(401)
  })
})

describe('an account keeps an owner', () => {
  test('its last one is neither demoted nor removed', async () => {
    const { id } = await memberIn('owner')
    expect((await ask('PUT', `/api/x/members/${id}`, owner, { role: 'admin' })).statusCode).toBe(409)
    expect((await ask('DELETE', `/api/x/members/${id}`, owner)).statusCode).toBe(409)
    expect((await ask('PUT', `/api/x/members/${id}`, owner, { role: 'owner' })).statusCode).toBe(200)
  })

  test.each([
    ['demote', 'PUT'],
    ['remove', 'DELETE'],
  ] as const)('when all of them %s each other at the same moment', async (_what, method) => {
    const sessions = [owner, await service.session(account, 'owner'), await service.session(account, 'owner')]
    const owners = (await members()).filter(({ role }) => role === 'owner')
    const body = method === 'PUT' ? { role: 'viewer' } : undefined
    const answers = await Promise.all(
      sessions.flatMap((session) =>
        owners.map(({ id }) => ask(method, `/api/x/members/${id}`, session, body)),
      ),
    )
    for (const { statusCode } of answers) expect([200, 204, 401, 403, 404, 409]).toContain(statusCode)
    const left = await service.context.store.db
      .selectFrom('memberships')
      .select('role')
      .where('account_id', '=', account)
      .where('role', '=', 'owner')
      .execute()
    expect(left.length).toBeGreaterThan(0)
  })
})

describe('on connections that are open', () => {
  let origin: string
  beforeAll(async () => {
    origin = await service.listen()
  })

  test('another role counts with the next request, and being removed too', async () => {
    const staff = await service.session(account, 'staff')
    const { id } = await memberIn('staff')
    const request = async () =>
      (await fetch(`${origin}/api/v1/contacts?per_page=1`, { headers: named })).status
    const named = { ...staff, 'x-account-id': String(account) }
    const write = async () =>
      (
        await fetch(`${origin}/api/x/services/price-preview`, {
          method: 'POST',
          headers: { ...named, 'content-type': 'application/json' },
          body: '{"ids":[1],"percent":1}',
        })
      ).status
    expect([await request(), await write()]).not.toContain(403)
    await ask('PUT', `/api/x/members/${id}`, owner, { role: 'viewer' })
    expect([await request(), await write()]).toEqual([200, 403])
    await ask('DELETE', `/api/x/members/${id}`, owner)
    expect(await request()).toBe(403)
  })

  test.each([
    ['is removed', 'DELETE'],
    ['gets another role', 'PUT'],
  ] as const)('a live stream ends when its person %s', async (_what, method) => {
    const staff = await service.session(account, 'staff')
    const { id } = await memberIn('staff')
    const stream = await fetch(`${origin}/api/x/live?account=${account}`, { headers: staff })
    const ended = stream.text()
    await ask(method, `/api/x/members/${id}`, owner, method === 'PUT' ? { role: 'viewer' } : undefined)
    await expect(ended).resolves.toBeTypeOf('string')
  })
})

test('what is done to people is recorded with the person who did it, before and after', async () => {
  const email = fresh()
  await accept(tokenOf(await invited(email, 'viewer')))
  const member = (await members()).find((one) => one.email === email)!
  await ask('PUT', `/api/x/members/${member.id}`, owner, { role: 'staff' })
  await ask('DELETE', `/api/x/members/${member.id}`, owner)
  const rows = await service.context.store.db
    .selectFrom('activity_log')
    .selectAll()
    .where('account_id', '=', account)
    .orderBy('id')
    .execute()
  const { user_id: me } = await memberIn('owner')
  expect(rows.map(({ event, actor_id, changes }) => [event, actor_id, JSON.parse(changes ?? '')])).toEqual([
    ['invited', me, { role: { from: null, to: 'viewer' } }],
    ['member_joined', member.user_id, { role: { from: null, to: 'viewer' } }],
    ['role_changed', me, { role: { from: 'viewer', to: 'staff' } }],
    ['member_removed', me, { role: { from: 'staff', to: null } }],
  ])
})

test('the list says when someone was last seen', async () => {
  const before = new Date(Date.now() - 1_000).toISOString()
  await service.session(account, 'viewer')
  expect((await memberIn('viewer')).last_seen_at).toBeNull()
  const session = await service.session(account, 'accountant')
  await ask('GET', '/api/x/session', session)
  await expect.poll(async () => (await memberIn('accountant')).last_seen_at ?? '').toMatch(/^2/)
  const seen = (await memberIn('accountant')).last_seen_at ?? ''
  expect(seen >= before).toBe(true)
  await ask('GET', '/api/x/session', session)
  expect((await memberIn('accountant')).last_seen_at).toBe(seen)
})

describe('with a mail server', () => {
  let mail: MailServer
  let mailing: TestService
  let refuses = false
  beforeAll(async () => {
    mail = new MailServer({
      onRcptTo: (_address, _session, done) => done(refuses ? smtpError(550) : null),
    })
    mailing = await startService({ SMTP_URL: await mail.listen(), MAIL_FROM: 'office@example.com' })
  })
  afterAll(async () => {
    await mailing.close()
    await mail.close()
  })

  test('the link is emailed and not shown; where that fails, it’s shown with the reason', async () => {
    const { id } = await mailing.account('Ødegård & Søn')
    const headers = await mailing.session(id, 'owner')
    const send = (payload: object, url = '/api/x/invitations') =>
      mailing.app.inject({ method: 'POST', url, headers, payload })
    const sent = (await send({ email: 'zoe@example.com', role: 'staff' })).json().data as NewInvitation
    expect(sent).toMatchObject({ link: null, problem: null, invitation: { is_emailed: true } })
    const [message] = mail.received
    expect(message).toMatchObject({ from: 'office@example.com', to: ['zoe@example.com'] })
    const [token] = mail.secrets('invitation', 'zoe@example.com')
    const html = mail.html('zoe@example.com')
    for (const part of ['invited you to work in Ødegård &amp; Søn', `#token=${token}`, 'Join Ødegård'])
      expect(html).toContain(part)
    const payload = { token, name: 'Zoë', password }
    const joined = await mailing.app.inject({
      method: 'POST',
      url: '/api/x/invitation/accept',
      headers: stranger,
      payload,
    })
    expect(joined.statusCode).toBe(200)
    refuses = true
    const shown = (await send({ email: 'gone@example.com', role: 'staff' })).json().data as NewInvitation
    expect(shown.problem).toBe('The mail server rejected the recipient (550).')
    expect(shown.link).toContain('/invitation#token=')
    expect(shown.invitation.is_emailed).toBe(false)
  })
})

test('a role that is changed or a member who is removed has lost the old access in every process once the response is there', async () => {
  const forMs = 300
  const beside = await startService({}, { callersForMs: forMs })
  onTestFinished(() => beside.close())
  const { id } = await beside.account('Ours')
  const headers = await beside.session(id, 'owner')
  await beside.session(id, 'staff')
  const { peers } = beside.context.store
  vi.spyOn(peers, 'registered').mockResolvedValue([peers.id, peers.id + 1])
  const told = vi.spyOn(peers, 'publish')
  onTestFinished(() => void vi.restoreAllMocks())
  const [member] = ((await beside.send('GET', '/api/x/members', headers)).json().data as Member[]).filter(
    ({ role }) => role === 'staff',
  )
  const url = `/api/x/members/${member?.id}`
  for (const [method, body] of [
    ['PUT', { role: 'viewer' }],
    ['DELETE', undefined],
  ] as const) {
    told.mockClear()
    const startedMs = performance.now()
    const response = await beside.send(method, url, headers, body)
    expect(response.statusCode).toBeLessThan(300)
    expect(told).toHaveBeenCalledWith('callers changed')
    // Timers may fire a little early.
    expect(performance.now() - startedMs).toBeGreaterThan(forMs - 5)
  }
})
