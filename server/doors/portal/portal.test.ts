import { createHash } from 'node:crypto'

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import type { PortalDocument } from '#contract/portal/portal.ts'
import { smtpError } from '#server/tools/testing/mail-server.ts'
import { startWithMail } from '#server/tools/testing/office.ts'
import { readPdfText } from '#server/tools/testing/pdf-text.ts'
import { grant } from '#server/tools/testing/portal.ts'
import { addRecord } from '#server/tools/testing/record.ts'
import { type TestAccount, startService } from '#server/tools/testing/service.ts'

import { sweepPortal } from './sessions.ts'

const { mail, service } = await startWithMail({
  onRcptTo: ({ address }, _session, done) => done(address.startsWith('gone') ? smtpError(550) : null),
})
const account = await service.account('Okafor Interiors')
const staff = await service.session(account.id, 'staff')
beforeEach(() => service.context.store.db.deleteFrom('sign_in_failures').execute())
afterEach(() => vi.useRealTimers())

const everything = ['view-invoice', 'view-proposal', 'view-contract'] as const
const ours = { 'sec-fetch-site': 'same-origin' }

async function addCustomer(of: TestAccount = account) {
  const id = await addRecord(service.context, of.id, { record: 'customers', path: '/api/customers' })
  await grant(service.context, id, everything)
  return id
}

const askForLink = (customer: number, isEmailed = false, headers = staff) =>
  service.send('POST', `/api/x/customers/${customer}/portal-link`, headers, { is_emailed: isEmailed })
const tokenOf = (link: string) => link.split('#token=')[1] ?? ''

async function linkFor(customer: number): Promise<string> {
  const answer = await askForLink(customer)
  expect(answer.statusCode).toBe(201)
  return tokenOf(answer.json().data.link)
}

const enter = (token: string, claim?: string) =>
  service.send('POST', '/api/x/portal/sign-in', ours, { token, claim })
/** Secrets of two browsers. */
const claims = { own: 'a1'.repeat(32), other: 'b2'.repeat(32) } as const
const cookieOf = (answer: { headers: Record<string, unknown> }) =>
  String(answer.headers['set-cookie']).split(';', 1)[0] ?? ''

/** The headers of a customer who has followed a link. */
async function customerIn(customer: number): Promise<Record<string, string>> {
  const answer = await enter(await linkFor(customer))
  expect(answer.statusCode).toBe(200)
  return { ...ours, cookie: cookieOf(answer) }
}
const sessionsOf = async (customer: number) =>
  (await service.send('GET', `/api/x/customers/${customer}/portal-sessions`, staff)).json().data as object[]
const endSessions = (customer: number) =>
  service.send('DELETE', `/api/x/customers/${customer}/portal-sessions`, staff)
const sessionOf = (headers: Record<string, string>) => service.send('GET', '/api/x/portal/session', headers)
const reasonOf = (answer: Awaited<ReturnType<typeof enter>>) => answer.json().error.details.token as string

const lettersTo = (email: string) => mail.received.filter(({ to }) => to.includes(email))

const entriesAbout = (customer: number) =>
  account.tenant
    .select('audit_log')
    .select(['action', 'actor_kind', 'actor_id', 'actor_name', 'target_name', 'changes'])
    .where('target_kind', '=', 'customer')
    .where('target_id', '=', customer)
    .orderBy('id')
    .execute()

describe('a link to the portal', () => {
  test('lets the customer in, and shows who they are and what is shared with them', async () => {
    const customer = await addCustomer()
    await grant(service.context, customer, ['view-invoice', 'edit-meeting'])
    const answer = await enter(await linkFor(customer))
    expect(answer.statusCode).toBe(200)
    expect(answer.json().data).toMatchObject({
      customer: { name: 'Zoë Ødegård', email: 'zoe@example.com' },
      business: { name: 'Okafor Interiors', logo: null, contact: { name: '', phone: '', email: '' } },
      permissions: ['view-invoice', 'edit-meeting'],
      viewed_by: null,
    })
    expect((await sessionOf({ ...ours, cookie: cookieOf(answer) })).json()).toEqual(answer.json())
  })

  test('sets a cookie for the portal’s endpoints alone, which no script can read', async () => {
    const cookie = String((await enter(await linkFor(await addCustomer()))).headers['set-cookie'])
    expect(cookie).toMatch(
      /^bureau\.portal=[\w-]{43}; Path=\/api\/x\/portal; Max-Age=86400; HttpOnly; SameSite=Strict$/,
    )
  })

  test('that no longer works can be had anew, by email to the customer and to nobody else', async () => {
    const customer = await addCustomer()
    const renew = (token: string) => service.send('POST', '/api/x/portal/sign-in/renew', ours, { token })
    const used = await linkFor(customer)
    await enter(used)
    const pending = await linkFor(customer)
    mail.received.length = 0
    expect((await renew(used)).json().data.sent_to).toEqual(['z•••@example.com'])
    const [fresh = ''] = mail.secrets('portal', 'zoe@example.com')
    expect(mail.received).toHaveLength(1)
    expect(reasonOf(await enter(pending))).toContain('replaced')
    expect((await enter(fresh)).statusCode).toBe(200)
    expect((await renew('x'.repeat(43))).statusCode).toBe(422)
    await account.tenant
      .update('customers')
      .set({ archived_at: '2026-01-01T00:00:00.000000Z' })
      .where('id', '=', customer)
      .execute()
    expect((await renew(used)).statusCode).toBe(422)
  })

  test('is stored as a hash, and so is the session', async () => {
    const token = await linkFor(await addCustomer())
    const session = cookieOf(await enter(token, claims.own)).split('=')[1] ?? ''
    const { db } = service.context.store
    const stored = [
      ...(await db.selectFrom('portal_links').selectAll().execute()),
      ...(await db.selectFrom('portal_sessions').selectAll().execute()),
    ]
    expect(stored.length).toBeGreaterThan(1)
    for (const secret of [token, session, claims.own]) expect(JSON.stringify(stored)).not.toContain(secret)
  })

  test('works once, also for two who open it at the same moment', async () => {
    const customer = await addCustomer()
    const token = await linkFor(customer)
    const answers = await Promise.all([enter(token), enter(token), enter(token)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422, 422])
    const again = await enter(token)
    expect(again.statusCode).toBe(422)
    expect(reasonOf(again)).toContain('already used')
    const sessions = await account.tenant
      .select('portal_sessions')
      .select('id')
      .where('customer_id', '=', customer)
      .execute()
    expect(sessions).toHaveLength(1)
  })

  test('works again for the browser that used it, which gets the same session', async () => {
    const customer = await addCustomer()
    const token = await linkFor(customer)
    const first = await enter(token, claims.own)
    const again = await enter(token, claims.own)
    expect([first.statusCode, again.statusCode]).toEqual([200, 200])
    expect(again.headers['set-cookie']).toBe(first.headers['set-cookie'])
    expect(again.json()).toEqual(first.json())
    expect(await sessionsOf(customer)).toHaveLength(1)
    const entries = (await entriesAbout(customer)).filter(({ action }) => action === 'portal.signed_in')
    expect(entries).toHaveLength(1)
  })

  test('stays used for everybody else who has it, and for its browser after two minutes', async () => {
    const token = await linkFor(await addCustomer())
    const used = Date.now()
    expect((await enter(token, claims.own)).statusCode).toBe(200)
    for (const claim of [claims.other, undefined])
      expect(reasonOf(await enter(token, claim))).toContain('already used')
    vi.useFakeTimers({ toFake: ['Date'], now: used + 60_000 })
    expect((await enter(token, claims.own)).statusCode).toBe(200)
    vi.setSystemTime(used + 3 * 60_000)
    expect(reasonOf(await enter(token, claims.own))).toContain('already used')
  })

  test('that was used without a claim works for nobody again', async () => {
    const token = await linkFor(await addCustomer())
    expect((await enter(token)).statusCode).toBe(200)
    expect(reasonOf(await enter(token, claims.own))).toContain('already used')
  })

  test('lets one of two browsers in that open it at the same moment, however often both try', async () => {
    const customer = await addCustomer()
    const token = await linkFor(customer)
    const { own, other } = claims
    const tries = [own, other, own, other, own, other]
    const answers = await Promise.all(
      tries.map(async (claim) => ({ claim, answer: await enter(token, claim) })),
    )
    const entered = answers.filter(({ answer }) => answer.statusCode === 200)
    expect(entered).toHaveLength(3)
    expect(new Set(entered.map(({ claim }) => claim)).size).toBe(1)
    expect(new Set(entered.map(({ answer }) => cookieOf(answer))).size).toBe(1)
    expect(answers.filter(({ answer }) => answer.statusCode === 422)).toHaveLength(3)
    expect(await sessionsOf(customer)).toHaveLength(1)
  })

  test('doesn’t bring back a session that was ended', async () => {
    const customer = await addCustomer()
    const [first, second] = [await linkFor(customer), await linkFor(await addCustomer())]
    expect((await enter(first, claims.own)).statusCode).toBe(200)
    expect((await endSessions(customer)).statusCode).toBe(204)
    expect(reasonOf(await enter(first, claims.own))).toContain('already used')
    const headers = { ...ours, cookie: cookieOf(await enter(second, claims.own)) }
    expect((await service.send('POST', '/api/x/portal/sign-out', headers)).statusCode).toBe(204)
    expect(reasonOf(await enter(second, claims.own))).toContain('already used')
  })

  test('doesn’t take a claim that could be guessed', async () => {
    const answer = await enter(await linkFor(await addCustomer()), '1234')
    expect(answer.statusCode).toBe(422)
    expect(answer.json().error.details.claim).toBe('The claim must be 64 hex digits')
  })

  test('stops working after 15 minutes, and says so', async () => {
    const token = await linkFor(await addCustomer())
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 15 * 60_000 })
    const answer = await enter(token)
    expect(answer.statusCode).toBe(422)
    expect(reasonOf(answer)).toContain('has expired')
  })

  test('is replaced by the next one', async () => {
    const customer = await addCustomer()
    const [first, second] = [await linkFor(customer), await linkFor(customer)]
    expect(reasonOf(await enter(first))).toContain('was replaced')
    expect((await enter(second)).statusCode).toBe(200)
  })

  test('that was changed lets nobody in, and trying many is blocked', async () => {
    const token = await linkFor(await addCustomer())
    const wrong = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`
    expect(reasonOf(await enter(wrong))).toContain('doesn’t work')
    const statuses: number[] = []
    for (let tries = 0; tries < 60; tries += 1) statuses.push((await enter(`${wrong}${tries}`)).statusCode)
    expect(statuses.at(-1)).toBe(429)
  })

  test('of another site’s page doesn’t sign anybody in', async () => {
    const token = await linkFor(await addCustomer())
    const headers = { 'sec-fetch-site': 'cross-site' }
    const answer = await service.send('POST', '/api/x/portal/sign-in', headers, { token })
    expect(answer.statusCode).toBe(403)
  })

  test('can be made 20 times in 15 minutes', async () => {
    const customer = await addCustomer()
    for (let made = 0; made < 20; made += 1) expect((await askForLink(customer)).statusCode).toBe(201)
    const answer = await askForLink(customer)
    expect(answer.statusCode).toBe(429)
    expect(answer.headers['retry-after']).toBeDefined()
    expect((await askForLink(await addCustomer())).statusCode).toBe(201)
  })

  test('is emailed to the customer alone, and then shown to nobody', async () => {
    const customer = await addCustomer()
    const email = 'maya@studio.example'
    await account.tenant.update('customers').set({ email }).where('id', '=', customer).execute()
    const answer = await askForLink(customer, true)
    expect(answer.json().data).toMatchObject({ link: null, problem: null })
    expect(lettersTo(email)).toHaveLength(1)
    const [token = ''] = mail.secrets('portal', email)
    expect((await enter(token)).statusCode).toBe(200)
  })

  test('that can’t be emailed is shown with the reason', async () => {
    const customer = await addCustomer()
    const email = 'gone@studio.example'
    await account.tenant.update('customers').set({ email }).where('id', '=', customer).execute()
    const { link, problem } = (await askForLink(customer, true)).json().data
    expect(problem).toContain('550')
    expect((await enter(tokenOf(link))).statusCode).toBe(200)
  })

  test('is in the audit log with who made it and who followed it', async () => {
    const customer = await addCustomer()
    await customerIn(customer)
    expect(await entriesAbout(customer)).toEqual([
      {
        action: 'portal.link_created',
        actor_kind: 'staff',
        actor_id: expect.any(Number),
        actor_name: 'Robin',
        target_name: 'Zoë Ødegård',
        changes: '{"is_emailed":{"from":null,"to":false}}',
      },
      {
        action: 'portal.signed_in',
        actor_kind: 'customer',
        actor_id: customer,
        actor_name: 'Zoë Ødegård',
        target_name: 'Zoë Ødegård',
        changes: null,
      },
    ])
  })
})

test('without a mail server, a link can be copied and not emailed', async () => {
  const quiet = await startService()
  const { id } = await quiet.account('Quiet')
  const headers = await quiet.session(id, 'staff')
  const customer = await addRecord(quiet.context, id, { record: 'customers', path: '/api/customers' })
  const ask = (isEmailed: boolean) =>
    quiet.send('POST', `/api/x/customers/${customer}/portal-link`, headers, { is_emailed: isEmailed })
  expect((await ask(true)).statusCode).toBe(409)
  expect((await ask(false)).statusCode).toBe(201)
  await quiet.close()
})

test('over HTTPS, the cookie travels over HTTPS alone', async () => {
  const secure = await startService({ PUBLIC_URL: 'https://office.example' })
  const { id } = await secure.account('Secure')
  const headers = await secure.session(id, 'staff')
  const customer = await addRecord(secure.context, id, { record: 'customers', path: '/api/customers' })
  const { link } = (
    await secure.app.inject({
      method: 'POST',
      url: `/api/x/customers/${customer}/portal-link`,
      headers: { ...headers, host: 'office.example' },
      payload: { is_emailed: false },
    })
  ).json().data
  expect(link).toMatch(/^https:\/\/office\.example\/portal#token=/)
  const answer = await secure.app.inject({
    method: 'POST',
    url: '/api/x/portal/sign-in',
    headers: { ...ours, host: 'office.example' },
    payload: { token: tokenOf(link) },
  })
  expect(answer.headers['set-cookie']).toMatch(/^__Secure-bureau\.portal=.*; Secure$/)
  await secure.close()
})

describe('the session of a customer', () => {
  test('is listed for staff, who end all of a customer’s at once with a link that isn’t used yet', async () => {
    const [customer, other] = [await addCustomer(), await addCustomer()]
    const devices = [await customerIn(customer), await customerIn(customer), await customerIn(other)]
    expect(await sessionsOf(customer)).toEqual([
      { id: expect.any(Number), created_at: expect.any(String), expires_at: expect.any(String) },
      { id: expect.any(Number), created_at: expect.any(String), expires_at: expect.any(String) },
    ])
    const unused = await linkFor(customer)
    expect((await endSessions(customer)).statusCode).toBe(204)
    const statuses = await Promise.all(devices.map(async (headers) => (await sessionOf(headers)).statusCode))
    expect(statuses).toEqual([401, 401, 200])
    expect(await sessionsOf(customer)).toEqual([])
    expect((await enter(unused)).statusCode).toBe(422)
    // Nothing is left to end, so nothing is noted.
    expect((await endSessions(customer)).statusCode).toBe(204)
    const ended = (await entriesAbout(customer)).filter(({ action }) => action === 'portal.sessions_ended')
    expect(ended).toMatchObject([{ actor_name: 'Robin', target_name: 'Zoë Ødegård' }])
  })

  test('isn’t listed any more once it’s over or its customer is archived', async () => {
    const customer = await addCustomer()
    await customerIn(customer)
    await account.tenant
      .update('customers')
      .set({ archived_at: '2026-01-01T00:00:00.000000Z' })
      .where('id', '=', customer)
      .execute()
    expect(await sessionsOf(customer)).toEqual([])
    const late = await addCustomer()
    await customerIn(late)
    await account.tenant
      .update('portal_sessions')
      .set({ expires_at: '2026-01-01T00:00:00.000000Z' })
      .where('customer_id', '=', late)
      .execute()
    expect(await sessionsOf(late)).toEqual([])
  })

  test('ends when they sign out, for the browser and for the service', async () => {
    const headers = await customerIn(await addCustomer())
    const answer = await service.send('POST', '/api/x/portal/sign-out', headers)
    expect(answer.statusCode).toBe(204)
    expect(answer.headers['set-cookie']).toContain('Max-Age=0')
    expect((await sessionOf(headers)).statusCode).toBe(401)
  })

  test('ends after a day', async () => {
    const headers = await customerIn(await addCustomer())
    const begun = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: begun + 23 * 60 * 60_000 })
    expect((await sessionOf(headers)).statusCode).toBe(200)
    vi.setSystemTime(begun + 24 * 60 * 60_000)
    expect((await sessionOf(headers)).statusCode).toBe(401)
  })

  test('ends with the customer, and stays ended when they’re restored', async () => {
    const customer = await addCustomer()
    const headers = await customerIn(customer)
    const token = await linkFor(customer)
    const key = { authorization: `Bearer ${account.key}` }
    await service.send('DELETE', '/api/customers', key, { customers: [customer] })
    expect((await sessionOf(headers)).statusCode).toBe(401)
    expect((await enter(token)).statusCode).toBe(422)
    await service.send('POST', '/api/x/deleted-customers/restore', key, { customers: [customer] })
    expect((await sessionOf(headers)).statusCode).toBe(401)
  })

  test('ends for an archived customer, who gets no new link', async () => {
    const customer = await addCustomer()
    const [headers, token] = [await customerIn(customer), await linkFor(customer)]
    const archive = (archived_at: string | null) =>
      account.tenant.update('customers').set({ archived_at }).where('id', '=', customer).execute()
    await archive('2026-01-01T00:00:00.000000Z')
    expect((await sessionOf(headers)).statusCode).toBe(401)
    expect((await enter(token)).statusCode).toBe(422)
    expect((await askForLink(customer)).statusCode).toBe(409)
    await archive(null)
    expect((await sessionOf(headers)).statusCode).toBe(401)
  })

  test('stays ended, and so does a link, when a customer is archived and brought back at once', async () => {
    const customer = await addCustomer()
    const headers = await customerIn(customer)
    const token = await linkFor(customer)
    for (const is_archived of [true, false]) {
      const path = `/api/x/customers/${customer}/archive`
      const etag = String((await service.send('GET', path, staff)).headers['etag'])
      const put = await service.send('PUT', path, { ...staff, 'if-match': etag }, { is_archived })
      expect(put.statusCode).toBe(200)
    }
    expect((await sessionOf(headers)).statusCode).toBe(401)
    expect((await enter(token)).statusCode).toBe(422)
  })

  test('follows the permissions at once', async () => {
    const customer = await addCustomer()
    const headers = await customerIn(customer)
    const list = () => service.send('GET', '/api/x/portal/invoices', headers)
    expect((await list()).statusCode).toBe(200)
    await grant(service.context, customer, ['view-proposal'])
    expect((await list()).statusCode).toBe(403)
    expect((await sessionOf(headers)).json().data.permissions).toEqual(['view-proposal'])
  })

  test('doesn’t write for the page of another site', async () => {
    const customer = await addCustomer()
    const { id } = await sentDocument('proposal', customer)
    const headers = { ...(await customerIn(customer)), 'sec-fetch-site': 'same-site' }
    const answer = await service.send('POST', `/api/x/portal/proposals/${id}/view`, headers)
    expect(answer.statusCode).toBe(403)
  })

  test('is forgotten once it is over, and so are links after a week', async () => {
    const customer = await addCustomer()
    await customerIn(customer)
    const count = async (table: 'portal_links' | 'portal_sessions') =>
      (await account.tenant.select(table).select('id').where('customer_id', '=', customer).execute()).length
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 60 * 60_000 })
    await sweepPortal(service.context.store)
    expect([await count('portal_links'), await count('portal_sessions')]).toEqual([1, 0])
    vi.setSystemTime(Date.now() + 7 * 24 * 60 * 60_000)
    await sweepPortal(service.context.store)
    expect(await count('portal_links')).toBe(0)
  })
})

/** A proposal or contract that the customer was sent. */
async function sentDocument(
  kind: 'proposal' | 'contract',
  customer: number,
): Promise<{ id: number; number: string }> {
  const days = kind === 'proposal' ? { valid_until: null } : { starts_on: null, ends_on: null }
  const texts = {
    title: 'Interior photography',
    currency: 'EUR',
    sections: [{ heading: 'Scope', text: 'The **ground floor**' }],
    line_items: [],
  }
  const draft = await service.send('POST', `/api/x/${kind}s`, staff, {
    customer_id: customer,
    ...texts,
    ...days,
  })
  expect(draft.statusCode).toBe(201)
  const { id, version } = draft.json().data
  const headers = { ...staff, 'if-match': `"${version}"` }
  const sent = await service.send('POST', `/api/x/${kind}s/${id}/send`, headers, {})
  expect(sent.statusCode).toBe(200)
  return { id, number: sent.json().data.number }
}

const activityOf = (customer: number) =>
  account.tenant
    .select('activity_log')
    .select(['event', 'description', 'caused_by', 'actor_id'])
    .where('customer_id', '=', customer)
    .orderBy('id')
    .execute()

const eventTypes = async () =>
  (await account.tenant.select('event_log').select('type').orderBy('id').execute()).map(({ type }) => type)

describe('a proposal in the portal', () => {
  test('is viewed when it is opened and accepted with a name, with the customer as who did it', async () => {
    const customer = await addCustomer()
    const { id } = await sentDocument('proposal', customer)
    const headers = await customerIn(customer)
    const send = (end: string, body?: object) =>
      service.send('POST', `/api/x/portal/proposals/${id}/${end}`, headers, body)
    const viewed = (await send('view')).json().data as PortalDocument
    expect(viewed).toMatchObject({ status: 'viewed', is_open: true, sections: [{ heading: 'Scope' }] })
    const body = { name: 'Zoë Ø.', note: 'Looking forward', sha256: viewed.sha256 }
    const accepted = (await send('accept', body)).json().data as PortalDocument
    expect(accepted).toMatchObject({
      status: 'accepted',
      is_open: false,
      answer: { kind: 'accepted', name: 'Zoë Ø.', note: 'Looking forward', recorded_by: null },
    })
    expect(accepted.answer?.address).toBe('127.0.0.1')
    expect((await send('decline', body)).statusCode).toBe(409)
    expect((await activityOf(customer)).slice(1)).toMatchObject([
      { event: 'sent', caused_by: 'Robin' },
      { event: 'viewed', description: 'Proposal viewed', caused_by: 'Zoë Ødegård', actor_id: null },
      { event: 'accepted', description: 'Proposal accepted by Zoë Ø.', caused_by: 'Zoë Ødegård' },
    ])
    expect((await eventTypes()).at(-1)).toBe('proposal.accepted')
  })

  test('is viewed once, also if the response is lost and it’s opened again', async () => {
    const customer = await addCustomer()
    const { id } = await sentDocument('proposal', customer)
    const headers = await customerIn(customer)
    const view = () => service.send('POST', `/api/x/portal/proposals/${id}/view`, headers)
    const [first, again] = [await view(), await view()]
    expect(first.json().data.status).toBe('viewed')
    expect(again.json()).toEqual(first.json())
    expect((await activityOf(customer)).filter(({ event }) => event === 'viewed')).toHaveLength(1)
  })

  test('of which a newer version was sent can’t be accepted by what was shown before', async () => {
    const customer = await addCustomer()
    const { id } = await sentDocument('proposal', customer)
    const headers = await customerIn(customer)
    const body = { name: 'Zoë', note: '', sha256: 'b'.repeat(64) }
    const accept = await service.send('POST', `/api/x/portal/proposals/${id}/accept`, headers, body)
    expect(accept.statusCode).toBe(412)
  })

  test('is accepted or declined once, by whichever comes first', async () => {
    const customer = await addCustomer()
    const { id } = await sentDocument('proposal', customer)
    const headers = await customerIn(customer)
    const { sha256 } = (await service.send('GET', `/api/x/portal/proposals/${id}`, headers)).json().data
    const send = (end: string) =>
      service.send('POST', `/api/x/portal/proposals/${id}/${end}`, headers, { name: 'Zoë', note: '', sha256 })
    const before = await eventTypes()
    const all = await Promise.all([send('accept'), send('decline'), send('accept'), send('decline')])
    expect(all.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409])
    const { status } = (await service.send('GET', `/api/x/portal/proposals/${id}`, headers)).json().data
    expect((await eventTypes()).slice(before.length)).toEqual([`proposal.${status}`])
    expect((await activityOf(customer)).map(({ event }) => event).slice(2)).toEqual([status])
  })

  test('is gone while it is revised', async () => {
    const customer = await addCustomer()
    const { id } = await sentDocument('proposal', customer)
    const headers = await customerIn(customer)
    const show = () => service.send('GET', `/api/x/portal/proposals/${id}`, headers)
    expect((await show()).statusCode).toBe(200)
    const { version } = (await service.send('GET', `/api/x/proposals/${id}`, staff)).json().data
    await service.send('POST', `/api/x/proposals/${id}/revise`, { ...staff, 'if-match': `"${version}"` })
    expect((await show()).statusCode).toBe(404)
    expect((await service.send('GET', `/api/x/portal/proposals/${id}/pdf`, headers)).statusCode).toBe(404)
  })

  test('whose last day has passed is shown as expired before the sweep has come', async () => {
    const customer = await addCustomer()
    const { id } = await sentDocument('proposal', customer)
    await account.tenant.update('documents').set({ ends_on: '2020-01-31' }).where('id', '=', id).execute()
    const headers = await customerIn(customer)
    const { data } = (await service.send('GET', '/api/x/portal/proposals', headers)).json()
    expect(data).toMatchObject([{ id, status: 'expired', is_open: false, valid_until: '2020-01-31' }])
  })
})

test('a contract is signed with name, time, address and hash, which its PDF shows', async () => {
  const customer = await addCustomer()
  const { id, number } = await sentDocument('contract', customer)
  const headers = await customerIn(customer)
  const { hashed } = (await service.send('GET', `/api/x/portal/contracts/${id}`, headers)).json().data
  // As anybody would who has the text and the PDF.
  const sha256 = createHash('sha256').update(hashed).digest('hex')
  const body = { name: 'Zoe Odegard', note: '', sha256 }
  const signed = await service.send('POST', `/api/x/portal/contracts/${id}/sign`, headers, body)
  expect(signed.json().data).toMatchObject({
    status: 'signed',
    answer: { kind: 'signed', address: '127.0.0.1' },
  })
  const pdf = await service.send('GET', `/api/x/portal/contracts/${id}/pdf`, headers)
  expect(pdf.headers['content-type']).toBe('application/pdf')
  const { text } = readPdfText(pdf.rawPayload)
  for (const part of [number, 'ZoeOdegard', '127.0.0.1', sha256]) expect(text).toContain(part)
})

describe('what a customer signs', () => {
  const signIn = async (token: string) => ({ ...ours, cookie: cookieOf(await enter(token)) })
  const sign = async (customer: number, headers: Record<string, string>, name = 'Zoe Odegard') => {
    const { id } = await sentDocument('contract', customer)
    const { sha256 } = (await service.send('GET', `/api/x/portal/contracts/${id}`, headers)).json().data
    const body = { name, note: '', sha256 }
    const signed = await service.send('POST', `/api/x/portal/contracts/${id}/sign`, headers, body)
    const pdf = await service.send('GET', `/api/x/contracts/${id}/pdf`, staff)
    const words = signed.statusCode === 200 ? readPdfText(pdf.rawPayload).text : ''
    return { id, code: signed.statusCode, answer: signed.json().data?.answer, words }
  }

  test('by a link that was copied says to whom the link was shown, on its page, in its hash and on the PDF', async () => {
    const customer = await addCustomer()
    const { answer, words } = await sign(customer, await customerIn(customer))
    expect(answer.link).toEqual({ id: expect.any(Number), delivery: 'shown', to: 'Robin' })
    expect(JSON.parse(answer.hashed).answer.link).toEqual(answer.link)
    expect(createHash('sha256').update(answer.hashed).digest('hex')).toBe(answer.sha256)
    for (const part of ['Linkshownto', 'Robin', answer.sha256]) expect(words).toContain(part)
  })

  test('by a link that was emailed says to which address, even if that is another one by now', async () => {
    const customer = await addCustomer()
    const email = 'nia@studio.example'
    await account.tenant.update('customers').set({ email }).where('id', '=', customer).execute()
    expect((await askForLink(customer, true)).statusCode).toBe(201)
    const [token = ''] = mail.secrets('portal', email)
    const headers = await signIn(token)
    await account.tenant
      .update('customers')
      .set({ email: 'else@example.com' })
      .where('id', '=', customer)
      .execute()
    const { answer, words } = await sign(customer, headers)
    expect(answer.link).toMatchObject({ delivery: 'emailed', to: email })
    expect(words).toContain(`Linkemailedto${email}`)
  })

  test('by a link that couldn’t be emailed says that it was shown', async () => {
    const customer = await addCustomer()
    await account.tenant
      .update('customers')
      .set({ email: 'gone@example.com' })
      .where('id', '=', customer)
      .execute()
    const { link } = (await askForLink(customer, true)).json().data
    expect((await sign(customer, await signIn(tokenOf(link)))).answer.link).toMatchObject({
      delivery: 'shown',
    })
  })

  test('is in the audit log as done by the customer', async () => {
    const customer = await addCustomer()
    const { id } = await sign(customer, await customerIn(customer))
    const entry = account.tenant.select('audit_log').select(['actor_kind', 'actor_id', 'address', 'changes'])
    expect(
      await entry.where('action', '=', 'contract.signed').where('target_id', '=', id).executeTakeFirst(),
    ).toMatchObject({
      actor_kind: 'customer',
      actor_id: customer,
      address: '127.0.0.1',
      changes: expect.stringMatching(/Zoe Odegard.*shown to Robin/),
    })
  })

  test('has a name without what turns the direction of text', async () => {
    const customer = await addCustomer()
    const headers = await customerIn(customer)
    for (const name of ['Zoe\u202egard', 'Zoe\u2066', 'Zoe\u200f'])
      expect((await sign(customer, headers, name)).code).toBe(422)
  })

  test('works for a session from before links were kept', async () => {
    const customer = await addCustomer()
    const headers = await customerIn(customer)
    await account.tenant
      .update('portal_sessions')
      .set({ link: null })
      .where('customer_id', '=', customer)
      .execute()
    expect((await sign(customer, headers)).answer).toMatchObject({ kind: 'signed', link: null })
  })
})

test('a customer declines a contract', async () => {
  const customer = await addCustomer()
  const { id } = await sentDocument('contract', customer)
  const headers = await customerIn(customer)
  const { sha256 } = (await service.send('GET', `/api/x/portal/contracts/${id}`, headers)).json().data
  const body = { name: 'Zoë', note: 'Too early', sha256 }
  const answer = await service.send('POST', `/api/x/portal/contracts/${id}/decline`, headers, body)
  expect(answer.json().data).toMatchObject({ status: 'declined', answer: { note: 'Too early' } })
})

test('a PDF that a page only asks about isn’t made for it', async () => {
  const customer = await addCustomer()
  const { id } = await sentDocument('contract', customer)
  const headers = await customerIn(customer)
  const url = `/api/x/portal/contracts/${id}/pdf`
  const ask = () => service.app.inject({ method: 'HEAD', url, headers })
  const asked = await ask()
  expect([asked.statusCode, asked.headers['content-type']]).toEqual([200, 'application/pdf'])
  // Its length is known only once it was made.
  expect(asked.headers['content-length']).toBeUndefined()
  await grant(service.context, customer, ['view-invoice'])
  expect((await ask()).statusCode).toBe(403)
})

test('a download that broke off is the same file the next time, and an error is never one', async () => {
  const customer = await addCustomer()
  const { id } = await sentDocument('contract', customer)
  const headers = await customerIn(customer)
  const download = () => service.send('GET', `/api/x/portal/contracts/${id}/pdf`, headers)
  const [first, again] = [await download(), await download()]
  expect(again.rawPayload.equals(first.rawPayload)).toBe(true)
  await grant(service.context, customer, ['view-invoice'])
  const refused = await download()
  expect(refused.statusCode).toBe(403)
  expect(refused.headers['content-disposition']).toBeUndefined()
  expect(refused.headers['content-type']).toContain('application/json')
})

describe('a person who views the portal as a customer', () => {
  const viewAs = (customer: number, headers = staff) =>
    service.send('POST', `/api/x/customers/${customer}/portal-view`, headers)

  test('sees what the customer sees and can change nothing, and the audit log says so', async () => {
    const customer = await addCustomer()
    const { id } = await sentDocument('proposal', customer)
    const answer = await viewAs(customer)
    expect(answer.statusCode).toBe(204)
    const headers = { ...ours, cookie: cookieOf(answer) }
    expect((await sessionOf(headers)).json().data.viewed_by).toBe('Robin')
    const shown = await service.send('GET', `/api/x/portal/proposals/${id}`, headers)
    expect(shown.statusCode).toBe(200)
    const body = { name: 'Zoë', note: '', sha256: shown.json().data.sha256 }
    for (const end of ['view', 'accept', 'decline'])
      expect(
        (await service.send('POST', `/api/x/portal/proposals/${id}/${end}`, headers, body)).statusCode,
      ).toBe(403)
    expect((await service.send('GET', `/api/x/proposals/${id}`, staff)).json().data.status).toBe('sent')
    expect((await entriesAbout(customer)).map(({ action, actor_name }) => [action, actor_name])).toEqual([
      ['portal.viewed_as', 'Robin'],
    ])
  })

  test('sees no session of their own among those of the customer, and ending those doesn’t end it', async () => {
    const customer = await addCustomer()
    const viewing = { ...ours, cookie: cookieOf(await viewAs(customer)) }
    await customerIn(customer)
    expect(await sessionsOf(customer)).toHaveLength(1)
    expect((await endSessions(customer)).statusCode).toBe(204)
    expect((await sessionOf(viewing)).statusCode).toBe(200)
  })

  test('sees it until they sign out themselves, for an hour at most', async () => {
    const customer = await addCustomer()
    const person = await service.session(account.id, 'staff')
    const headers = { ...ours, cookie: cookieOf(await viewAs(customer, person)) }
    const later = { ...ours, cookie: cookieOf(await viewAs(customer)) }
    expect((await sessionOf(headers)).statusCode).toBe(200)
    await service.send('POST', '/api/x/sign-out', person, { everywhere: false })
    expect((await sessionOf(headers)).statusCode).toBe(401)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60 * 60_000 })
    expect((await sessionOf(later)).statusCode).toBe(401)
  })

  test('needs the ability to manage customers', async () => {
    const customer = await addCustomer()
    const viewer = await service.session(account.id, 'viewer')
    expect((await viewAs(customer, viewer)).statusCode).toBe(403)
    expect((await askForLink(customer, false, viewer)).statusCode).toBe(403)
  })
})
