import { afterEach, describe, expect, test, vi } from 'vitest'

import { contractParts } from '#contract/documents/contracts.ts'
import { proposalParts } from '#contract/documents/proposals.ts'
import { emailInvoice } from '#contract/invoices/emails.ts'
import type { PortalDocument } from '#contract/portal/portal.ts'
import { startWithMail } from '#server/tools/testing/office.ts'
import { grant } from '#server/tools/testing/portal.ts'
import { addRecord } from '#server/tools/testing/record.ts'

const { mail, service } = await startWithMail()
const account = await service.account('Okafor Interiors')
const staff = await service.session(account.id, 'staff')
afterEach(() => vi.useRealTimers())

const ours = { 'sec-fetch-site': 'same-origin' }
const endpoints = {
  invoice: emailInvoice,
  proposal: proposalParts.email,
  contract: contractParts.email,
} as const
type Kind = keyof typeof endpoints
const everything = ['view-invoice', 'view-proposal', 'view-contract'] as const

interface Sent {
  readonly kind: Kind
  readonly id: number
  readonly customer: number
}

async function addDocument(kind: Kind, granted: Parameters<typeof grant>[2] = everything): Promise<Sent> {
  const id = await addRecord(service.context, account.id, endpoints[kind])
  const { customer_id } = await account.tenant
    .select(kind === 'invoice' ? 'invoices' : ('documents' as 'invoices'))
    .select('customer_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await grant(service.context, customer_id, granted)
  return { kind, id, customer: customer_id }
}

/** Emails it, and returns the text that the customer gets. */
async function email({ kind, id }: Pick<Sent, 'kind' | 'id'>, to = ['zoe@example.com']): Promise<string> {
  const given = { kind: kind === 'invoice' ? 'invoice' : 'document', to, subject: 'Yours', message: 'Hello' }
  const answer = await service.send('POST', `/api/x/${kind}s/${id}/emails`, staff, given)
  expect(answer.json().error).toBeUndefined()
  await service.context.outbox.sendDue()
  return lastText(to[0])
}
const lastText = (to = 'zoe@example.com') => mail.texts(to).at(-1) ?? ''
const tokenIn = (text: string) => /#link=([\w-]{43})/.exec(text)?.[1] ?? ''

const ask = (path: string, body: object, headers: Record<string, string> = ours) =>
  service.send('POST', `/api/x/portal${path}`, headers, body)
const open = (token: string, headers = ours) => ask('/link', { token }, headers)
async function enter(token: string): Promise<Record<string, string>> {
  const answer = await open(token)
  expect(answer.statusCode).toBe(200)
  return { ...ours, cookie: String(answer.headers['set-cookie']).split(';', 1)[0] ?? '' }
}
const read = (path: string, headers: Record<string, string>) =>
  service.send('GET', `/api/x/portal${path}`, headers)
const newestCode = () => mail.code('zoe@example.com')
const reasonOf = (answer: Awaited<ReturnType<typeof open>>) => answer.json().error.details.token as string

async function answerAs(headers: Record<string, string>, { id }: Sent) {
  const { sha256 } = (await read(`/proposals/${id}`, headers)).json().data as PortalDocument
  return ask(`/proposals/${id}/accept`, { name: 'Zoë', note: '', sha256 }, headers)
}

describe('the link in an email', () => {
  test.each([
    ['proposal', 'View and accept:'],
    ['contract', 'Review and sign:'],
    ['invoice', 'View and pay:'],
  ] as const)('opens the %s, again and again, and nothing else', async (kind, words) => {
    const sent = await addDocument(kind)
    const other = await addDocument(kind)
    const text = await email(sent)
    expect(text).toContain(`Hello\n\n${words}\nhttp`)
    const answer = await open(tokenIn(text))
    expect(answer.json().data).toMatchObject({
      document: { kind, id: sent.id },
      session: { document: { kind, id: sent.id }, needs_code: true },
    })
    const customer = await enter(tokenIn(text))
    expect((await read(`/${kind}s/${sent.id}`, customer)).statusCode).toBe(200)
    for (const path of ['/invoices', '/proposals', '/contracts', '/meetings'])
      expect((await read(path, customer)).statusCode).toBe(403)
    expect((await read(`/${kind}s/${other.id}`, customer)).statusCode).toBe(404)
    for (const noun of ['invoice', 'proposal', 'contract'].filter((name) => name !== kind))
      expect((await read(`/${noun}s/${sent.id}`, customer)).statusCode).toBe(404)
  })

  test('to an invoice opens no credit note, not even its own with the same id, nor subscriptions', async () => {
    const sent = await addDocument('invoice')
    const issued = { invoice_id: sent.id, credit_number: 'CN-1', reason: 'Damaged', total_amount: 100 }
    const times = { created_at: '2026-01-01T00:00:00.000000Z', issued_on: '2026-01-01', issued_by: 'Test' }
    await account.tenant.insertOne('credit_notes', { id: sent.id, ...issued, ...times, company_id: null })
    const customer = await enter(tokenIn(await email(sent)))
    for (const path of ['', '/pdf'])
      expect((await read(`/credit-notes/${sent.id}${path}`, customer)).statusCode).toBe(404)
    for (const path of ['/credit-notes', '/subscriptions'])
      expect((await read(path, customer)).statusCode).toBe(403)
  })

  test('isn’t stored, and is the same in every attempt to send it', async () => {
    const sent = await addDocument('proposal')
    const token = tokenIn(await email(sent))
    await account.tenant
      .update('emails')
      .set({ status: 'queued', next_attempt_at: '2026-01-01T00:00:00.000000Z' })
      .where('about_id', '=', sent.id)
      .execute()
    await service.context.outbox.sendDue()
    expect(tokenIn(lastText())).toBe(token)
    const { db } = service.context.store
    const stored = [
      await db.selectFrom('document_links').selectAll().execute(),
      await db.selectFrom('emails').selectAll().execute(),
    ]
    expect(JSON.stringify(stored)).not.toContain(token)
    expect(
      await account.tenant.select('document_links').select('id').where('about_id', '=', sent.id).execute(),
    ).toHaveLength(1)
  })

  test('isn’t in the email to a customer who wouldn’t see the document, and ends with the permission', async () => {
    expect(await email(await addDocument('proposal', ['view-invoice']))).not.toContain('#link=')
    const sent = await addDocument('proposal')
    const token = tokenIn(await email(sent))
    const customer = await enter(token)
    await grant(service.context, sent.customer, ['view-invoice'])
    expect((await open(token)).statusCode).toBe(422)
    expect((await read(`/proposals/${sent.id}`, customer)).statusCode).toBe(403)
  })

  test('ends when what it leads to is withdrawn, and when staff end the customer’s sessions', async () => {
    const revised = await addDocument('proposal')
    const first = tokenIn(await email(revised))
    const headers = { ...staff, 'if-match': '"1"' }
    expect((await service.send('POST', `/api/x/proposals/${revised.id}/revise`, headers)).statusCode).toBe(
      200,
    )
    expect(reasonOf(await open(first))).toContain('withdrawn')

    const sent = await addDocument('proposal')
    const token = tokenIn(await email(sent))
    const customer = await enter(token)
    await service.send('DELETE', `/api/x/customers/${sent.customer}/portal-sessions`, staff)
    expect((await read('/session', customer)).statusCode).toBe(401)
    expect((await open(token)).statusCode).toBe(422)
    expect((await ask('/link/renew', { token })).statusCode).toBe(422)
  })

  test('ends with its customer', async () => {
    const archived = await addDocument('proposal')
    const token = tokenIn(await email(archived))
    const customer = await enter(token)
    await account.tenant
      .update('customers')
      .set({ archived_at: '2026-01-01T00:00:00.000000Z' })
      .where('id', '=', archived.customer)
      .execute()
    expect((await open(token)).statusCode).toBe(422)
    expect((await read(`/proposals/${archived.id}`, customer)).statusCode).toBe(401)
  })

  test('can’t be guessed', async () => {
    const answer = await open('x'.repeat(43))
    expect(answer.statusCode).toBe(422)
    let status = 0
    for (let attempt = 0; attempt < 200 && status !== 429; attempt += 1)
      status = (await open(`${attempt}`.padStart(43, 'x'))).statusCode
    expect(status).toBe(429)
    await service.context.store.db.deleteFrom('sign_in_failures').execute()
  })

  test('leaves the customer’s own session as it is', async () => {
    const sent = await addDocument('proposal')
    const token = tokenIn(await email(sent))
    const link = await service.send('POST', `/api/x/customers/${sent.customer}/portal-link`, staff, {
      is_emailed: false,
    })
    const own = await ask('/sign-in', { token: String(link.json().data.link).split('#token=')[1] })
    const headers = { ...ours, cookie: String(own.headers['set-cookie']).split(';', 1)[0] ?? '' }
    const answer = await open(token, headers)
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(answer.json().data.session).toMatchObject({ document: null, needs_code: false })
  })

  test('expires 30 days after it was emailed once the document is closed, and offers a new one to the same addresses', async () => {
    const sent = await addDocument('invoice')
    const token = tokenIn(await email(sent, ['zoe@example.com', 'books@example.com']))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * 24 * 60 * 60_000 })
    expect((await open(token)).json().data.session).not.toBeNull()
    await account.tenant.update('invoices').set({ status: 'paid' }).where('id', '=', sent.id).execute()
    const expired = await open(token)
    expect(expired.json().data).toEqual({ session: null, document: { kind: 'invoice', id: sent.id } })
    expect(expired.headers['set-cookie']).toBeUndefined()
    const count = mail.received.length
    const renewed = await ask('/link/renew', { token })
    expect(renewed.json().data.sent_to).toEqual(['z•••@example.com', 'b•••@example.com'])
    expect(
      mail.received
        .slice(count)
        .flatMap(({ to }) => to)
        .toSorted(),
    ).toEqual(['books@example.com', 'zoe@example.com'])
    expect((await open(tokenIn(lastText()))).json().data.session).not.toBeNull()
  })
})

describe('answering with the link in an email', () => {
  test('takes the code that is emailed to where the link went, and is kept with that', async () => {
    const sent = await addDocument('proposal')
    const customer = await enter(tokenIn(await email(sent)))
    expect((await answerAs(customer, sent)).statusCode).toBe(403)
    expect((await ask('/code', {}, customer)).json().data.sent_to).toEqual(['z•••@example.com'])
    const code = newestCode()
    const checked = await ask('/code/check', { code: ` ${code} ` }, customer)
    expect(checked.json().data.needs_code).toBe(false)
    const answer = await answerAs(customer, sent)
    expect(answer.json().data.answer).toMatchObject({
      name: 'Zoë',
      link: { delivery: 'emailed', to: 'zoe@example.com' },
    })
    // Used.
    expect((await ask('/code/check', { code }, customer)).statusCode).toBe(422)

    await service.context.outbox.sendDue()
    const confirmation = lastText()
    expect(confirmation).toContain('Subject: You accepted proposal')
    expect(confirmation).toContain('View online:')
    expect(confirmation).toContain('Content-Type: application/pdf')
    expect(tokenIn(confirmation)).not.toBe('')
    const emails = await service.send('GET', `/api/x/proposals/${sent.id}/emails`, staff)
    expect(emails.json().data[0]).toMatchObject({
      kind: 'confirmation',
      status: 'sent',
      to: ['zoe@example.com'],
    })
  })

  test('works in the browser alone that the code was entered in', async () => {
    const sent = await addDocument('proposal')
    const token = tokenIn(await email(sent))
    const [customer, stranger] = [await enter(token), await enter(token)]
    await ask('/code', {}, customer)
    const code = newestCode()
    expect((await ask('/code/check', { code }, stranger)).statusCode).toBe(422)
    expect((await ask('/code/check', { code }, customer)).statusCode).toBe(200)
    expect((await answerAs(stranger, sent)).statusCode).toBe(403)
  })

  test('takes one of five entries within ten minutes', async () => {
    const customer = await enter(tokenIn(await email(await addDocument('proposal'))))
    await ask('/code', {}, customer)
    const code = newestCode()
    const wrong = code === '000000' ? '000001' : '000000'
    for (let entry = 0; entry < 5; entry += 1)
      expect((await ask('/code/check', { code: wrong }, customer)).statusCode).toBe(422)
    expect((await ask('/code/check', { code }, customer)).statusCode).toBe(422)
    await ask('/code', {}, customer)
    const late = newestCode()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 })
    expect((await ask('/code/check', { code: late }, customer)).statusCode).toBe(422)
  })

  test('emails no more codes and links than an address may get', async () => {
    const sent = await addDocument('proposal')
    const token = tokenIn(await email(sent, ['often@example.com']))
    const customer = await enter(token)
    let status = 200
    for (let attempt = 0; attempt < 40 && status === 200; attempt += 1)
      status = (await (attempt % 2 ? ask('/code', {}, customer) : ask('/link/renew', { token }))).statusCode
    expect(status).toBe(429)
    expect(mail.received.filter(({ to }) => to.includes('often@example.com'))).toHaveLength(30)
  })

  test('needs no code with the customer’s own session, which can’t ask for one', async () => {
    const sent = await addDocument('proposal')
    const link = await service.send('POST', `/api/x/customers/${sent.customer}/portal-link`, staff, {
      is_emailed: false,
    })
    const own = await ask('/sign-in', { token: String(link.json().data.link).split('#token=')[1] })
    const headers = { ...ours, cookie: String(own.headers['set-cookie']).split(';', 1)[0] ?? '' }
    expect((await ask('/code', {}, headers)).statusCode).toBe(409)
    expect((await answerAs(headers, sent)).statusCode).toBe(200)
  })
})

describe('a link that a person passes on', () => {
  const make = (customer: number, body: object, headers = staff) =>
    service.send('POST', `/api/x/customers/${customer}/document-link`, headers, body)

  test('opens the document, and an answer takes a code that goes to the customer', async () => {
    const sent = await addDocument('proposal')
    const made = await make(sent.customer, { kind: 'proposal', id: sent.id })
    expect(made.statusCode).toBe(201)
    const customer = await enter(tokenIn(made.json().data.link))
    expect((await answerAs(customer, sent)).statusCode).toBe(403)
    await ask('/code', {}, customer)
    await ask('/code/check', { code: newestCode() }, customer)
    const { answer } = (await answerAs(customer, sent)).json().data as PortalDocument
    expect(answer?.link?.delivery).toBe('shown')
  })

  test('leads to what the customer sees alone', async () => {
    const [sent, other] = [await addDocument('proposal'), await addDocument('proposal')]
    expect((await make(sent.customer, { kind: 'proposal', id: other.id })).statusCode).toBe(409)
    expect((await make(sent.customer, { kind: 'contract', id: sent.id })).statusCode).toBe(409)
    await grant(service.context, sent.customer, [])
    expect((await make(sent.customer, { kind: 'proposal', id: sent.id })).statusCode).toBe(409)
    const viewer = await service.session(account.id, 'viewer')
    expect((await make(sent.customer, { kind: 'proposal', id: sent.id }, viewer)).statusCode).toBe(403)
  })

  test('is open in 50 browsers at most', async () => {
    const sent = await addDocument('proposal')
    const token = tokenIn((await make(sent.customer, { kind: 'proposal', id: sent.id })).json().data.link)
    const first = await enter(token)
    const second = await enter(token)
    for (let browser = 0; browser < 49; browser += 1) await enter(token)
    expect((await read('/session', first)).statusCode).toBe(401)
    expect((await read('/session', second)).statusCode).toBe(200)
  })
})
