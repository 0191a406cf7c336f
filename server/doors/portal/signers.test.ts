import { createHash } from 'node:crypto'

import { beforeEach, describe, expect, test } from 'vitest'

import { listNotes } from '#contract/customers/notes.ts'
import { contracts } from '#contract/documents/contracts.ts'
import type { Contract, ContractInput } from '#contract/documents/documents.ts'
import type { PortalDocument } from '#contract/portal/portal.ts'
import { emailLimits } from '#server/outgoing/mail/limits.ts'
import { startWithMail } from '#server/tools/testing/office.ts'
import { grant } from '#server/tools/testing/portal.ts'
import { addRecord } from '#server/tools/testing/record.ts'

const { mail, service } = await startWithMail()
const account = await service.account('Okafor Interiors')
const staff = await service.session(account.id, 'staff')
const ours = { 'sec-fetch-site': 'same-origin' }

const ada = { name: 'Ada Finch', email: 'ada@finch.example' }
const bo = { name: 'Bo Lindqvist', email: 'bo@finch.example' }
let customer: number
let round = 0
beforeEach(async () => {
  round += 1
  customer = await addRecord(service.context, account.id, listNotes)
  await grant(service.context, customer, ['view-contract'])
})

const input = (more: Partial<ContractInput> = {}): ContractInput => ({
  ...(contracts.example as unknown as ContractInput),
  customer_id: customer,
  title: `Refit ${round}`,
  signers: [ada, bo],
  ...more,
})
const create = (more: Partial<ContractInput> = {}) =>
  service.send('POST', '/api/x/contracts', staff, input(more))
const show = async (id: number): Promise<Contract> =>
  (await service.send('GET', `/api/x/contracts/${id}`, staff)).json().data

/** Acts on the contract as staff, on the version that it has. */
async function act(id: number, action: string, body: object = {}) {
  const { version } = await show(id)
  return service.send(
    'POST',
    `/api/x/contracts/${id}/${action}`,
    { ...staff, 'if-match': `"${version}"` },
    body,
  )
}

/** Sends a new one by email. */
async function sent(to: readonly string[] = [ada.email], more: Partial<ContractInput> = {}): Promise<number> {
  const { id } = (await create(more)).json().data as Contract
  const answer = await act(id, 'send', { email: { to, subject: 'Your contract', message: 'Hello' } })
  expect(answer.statusCode).toBe(200)
  await service.context.outbox.sendDue()
  return id
}

const lastText = (to: string) => mail.texts(to).at(-1) ?? ''
const newestLink = (to: string) => mail.secrets('portal', to, 'link').at(-1) ?? ''
const ask = (path: string, body: object, headers: Record<string, string> = ours) =>
  service.send('POST', `/api/x/portal${path}`, headers, body)

/** Comes in with the newest link that was emailed there, and enters the code. */
async function enter(address: string, headers: Record<string, string> = ours) {
  const opened = await ask('/link', { token: newestLink(address) }, headers)
  const cookie = opened.headers['set-cookie']
  const session = cookie ? { ...ours, cookie: String(cookie).split(';', 1)[0] ?? '' } : headers
  await ask('/code', {}, session)
  expect((await ask('/code/check', { code: mail.code(address) }, session)).statusCode).toBe(200)
  return session
}

const read = async (id: number, session: Record<string, string>): Promise<PortalDocument> =>
  (await service.send('GET', `/api/x/portal/contracts/${id}`, session)).json().data

async function answer(id: number, session: Record<string, string>, name: string, end = 'sign') {
  const { sha256 } = await read(id, session)
  return ask(`/contracts/${id}/${end}`, { name, note: '', sha256 }, session)
}

const hashOf = (text: string | null | undefined) =>
  createHash('sha256')
    .update(text ?? '')
    .digest('hex')

describe('several signers', () => {
  test('sign one after another, each by the link in their own email, and get a copy in the end', async () => {
    const id = await sent()
    const first = await enter(ada.email)
    expect(await read(id, first)).toMatchObject({
      is_open: true,
      signers: [
        { name: 'Ada Finch', signature: null },
        { name: 'Bo Lindqvist', signature: null },
      ],
    })
    expect((await answer(id, first, 'Ada Finch')).json().data).toMatchObject({
      status: 'sent',
      is_open: false,
      answer: null,
    })

    await service.context.outbox.sendDue()
    expect(lastText(bo.email)).toContain('Ada Finch has signed')
    const second = await enter(bo.email)
    expect((await answer(id, second, 'Bo Lindqvist')).json().data.status).toBe('signed')

    await service.context.outbox.sendDue()
    for (const { email } of [ada, bo])
      expect(lastText(email)).toContain('has been signed by Ada Finch, Bo Lindqvist')
    const { status, signers, answer: last } = await show(id)
    expect(status).toBe('signed')
    const [one, two] = signers.map(({ signature }) => signature)
    expect(one).toMatchObject({ name: 'Ada Finch', link: { delivery: 'emailed', to: ada.email } })
    expect(two).toEqual(last)
    // Each signature proves the version and what was signed before it.
    for (const signature of [one, two]) expect(hashOf(signature?.hashed)).toBe(signature?.sha256)
    expect(JSON.parse(two?.hashed ?? '{}')).toMatchObject({ previous_sha256: one?.sha256 })
    expect(one?.hashed).not.toContain('previous_sha256')
  })

  test('are part of what is hashed when it’s sent; without any, it’s hashed as it always was', async () => {
    const hashed = async (id: number) =>
      JSON.parse(
        (await service.send('GET', `/api/x/contracts/${id}/versions/1`, staff)).json().data.hashed,
      ) as object
    expect(await hashed(await sent())).toMatchObject({ signers: JSON.stringify([ada, bo]) })
    expect(await hashed(await sent([ada.email], { signers: [] }))).not.toHaveProperty('signers')
  })

  test('can’t sign before it’s their turn, with a link to several, or twice', async () => {
    const id = await sent([bo.email])
    const early = await enter(bo.email)
    expect((await read(id, early)).is_open).toBe(false)
    const refused = await answer(id, early, 'Bo Lindqvist')
    expect(refused.statusCode).toBe(409)
    expect(refused.json().error.message).toContain('Ada Finch signs next')
    expect((await answer(id, early, 'Bo Lindqvist', 'decline')).statusCode).toBe(409)

    await service.send('POST', `/api/x/contracts/${id}/emails`, staff, {
      kind: 'document',
      to: [ada.email, bo.email],
      subject: 'For both',
      message: 'Hello',
    })
    await service.context.outbox.sendDue()
    const both = await enter(ada.email)
    expect((await answer(id, both, 'Ada Finch')).statusCode).toBe(409)

    await service.send('POST', `/api/x/contracts/${id}/emails`, staff, {
      kind: 'reminder',
      to: [ada.email],
      subject: 'Reminder',
      message: 'Hello',
    })
    await service.context.outbox.sendDue()
    const first = await enter(ada.email)
    expect((await answer(id, first, 'Ada Finch')).statusCode).toBe(200)
    expect((await answer(id, first, 'Ada Finch')).statusCode).toBe(409)
    expect((await show(id)).signers.map(({ signature }) => signature?.name)).toEqual(['Ada Finch', undefined])
  })

  test('aren’t the customer, whose own session only reads it', async () => {
    const id = await sent()
    const link = await service.send('POST', `/api/x/customers/${customer}/portal-link`, staff, {
      is_emailed: false,
    })
    const own = await ask('/sign-in', { token: String(link.json().data.link).split('#token=')[1] })
    const session = { ...ours, cookie: String(own.headers['set-cookie']).split(';', 1)[0] ?? '' }
    expect(await read(id, session)).toMatchObject({ is_open: false, status: 'sent' })
    expect((await answer(id, session, 'Ada Finch')).statusCode).toBe(409)
    // In the same browser, a link that went to the customer changes nothing, and the signer's begins a session of its own.
    await service.send('POST', `/api/x/contracts/${id}/emails`, staff, {
      kind: 'document',
      to: ['office@finch.example'],
      subject: 'To read',
      message: 'Hello',
    })
    await service.context.outbox.sendDue()
    const token = newestLink('office@finch.example')
    expect((await ask('/link', { token }, session)).headers['set-cookie']).toBeUndefined()
    const signer = await enter(ada.email, session)
    expect(signer['cookie']).not.toBe(session.cookie)
    expect((await answer(id, signer, 'Ada Finch')).statusCode).toBe(200)
  })

  test('decline for all of them', async () => {
    const id = await sent()
    await answer(id, await enter(ada.email), 'Ada Finch')
    await service.context.outbox.sendDue()
    expect((await answer(id, await enter(bo.email), 'Bo Lindqvist', 'decline')).statusCode).toBe(200)
    const { status, signers, answer: last } = await show(id)
    expect([status, last?.kind, last?.name]).toEqual(['declined', 'declined', 'Bo Lindqvist'])
    expect(signers.map(({ signature }) => signature?.name)).toEqual(['Ada Finch', undefined])
  })

  test('sign on paper, too: staff record one after the other, and the next is emailed', async () => {
    const id = await sent()
    expect((await act(id, 'sign', { name: 'Ada Finch', note: 'On paper' })).json().data.status).toBe('sent')
    await service.context.outbox.sendDue()
    expect(lastText(bo.email)).toContain('Ada Finch has signed')
    expect((await act(id, 'sign', { name: 'Bo Lindqvist', note: '' })).json().data.status).toBe('signed')
    expect((await act(id, 'sign', { name: 'Bo Lindqvist', note: '' })).statusCode).toBe(409)
    await service.context.outbox.sendDue()
    const before = mail.texts(ada.email).length
    expect((await act(id, 'countersign', { name: 'Ngozi', notify: true })).statusCode).toBe(200)
    await service.context.outbox.sendDue()
    expect(mail.texts(ada.email)).toHaveLength(before + 1)
    expect(lastText(bo.email)).toContain('has countersigned')
  })

  test('are emailed by staff no more than anybody is; who signs themselves never fails for that', async () => {
    const id = await sent()
    const at = new Date().toISOString().replace('Z', '000Z')
    const counted = { subject: `recipient ${bo.email}`, at }
    await account.tenant.insert(
      'email_counts',
      Array.from({ length: emailLimits.recipient.most }, () => counted),
    )
    expect((await act(id, 'sign', { name: 'Ada Finch', note: '' })).statusCode).toBe(429)
    expect((await show(id)).signers[0]?.signature).toBeNull()
    expect((await answer(id, await enter(ada.email), 'Ada Finch')).statusCode).toBe(200)
    await service.context.store.db.deleteFrom('email_counts').execute()
  })

  test('begin again with a new version', async () => {
    const id = await sent()
    await act(id, 'sign', { name: 'Ada Finch', note: '' })
    await act(id, 'revise')
    expect((await show(id)).signers.map(({ signature }) => signature)).toEqual([null, null])
    await act(id, 'send', { email: null })
    expect((await show(id)).signers.map(({ signature }) => signature)).toEqual([null, null])
    await act(id, 'sign', { name: 'Ada Finch', note: '' })
    const earlier = await service.send('GET', `/api/x/contracts/${id}/versions/1`, staff)
    expect(earlier.json().data.signers[0].signature.name).toBe('Ada Finch')
  })

  test('stay with a copy, and with a change that names none', async () => {
    const { id } = (await create()).json().data as Contract
    const copy = (await act(id, 'duplicate')).json().data as Contract
    expect((await show(copy.id)).signers.map(({ email }) => email)).toEqual([ada.email, bo.email])
    const { signers: _none, ...rest } = input({ title: 'Another title' })
    const { version } = await show(id)
    const headers = { ...staff, 'if-match': `"${version}"` }
    const changed = await service.send('PUT', `/api/x/contracts/${id}`, headers, rest)
    expect(changed.json().data).toMatchObject({
      title: 'Another title',
      signers: [ada, bo].map((signer) => ({ ...signer, signature: null })),
    })
  })

  test.each([
    ['a name', [{ ...ada, name: ' ' }], 'signers.0.name'],
    ['an address', [ada, { ...bo, email: 'bo' }], 'signers.1.email'],
    ['an address of their own', [ada, { ...bo, email: 'ADA@finch.example' }], 'signers'],
    ['a list', 'Ada', 'signers'],
    [
      'at most ten',
      Array.from({ length: 11 }, (_, index) => ({ name: 'A', email: `a${index}@b.example` })),
      'signers',
    ],
  ])('need %s', async (_what, signers, field) => {
    const refused = await create({ signers: signers as ContractInput['signers'] })
    expect(refused.statusCode).toBe(422)
    expect(Object.keys(refused.json().error.details)).toEqual([field])
  })

  test('are told to nobody by events: addresses and devices are for the business', async () => {
    const id = await sent()
    await act(id, 'sign', { name: 'Ada Finch', note: '' })
    const ofThis = async () => {
      const events = await account.tenant.select('event_log').select('body').execute()
      return events.filter(
        ({ body }) => body.includes('"contract.signed"') && body.includes(`Refit ${round}`),
      )
    }
    expect(await ofThis()).toEqual([])
    await act(id, 'sign', { name: 'Bo Lindqvist', note: '' })
    const [event, ...more] = await ofThis()
    expect(more).toEqual([])
    expect(event?.body).not.toContain(ada.email)
  })
})
