import { setTimeout as wait } from 'node:timers/promises'

import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'

import { listNotes } from '#contract/customers/notes.ts'
import type { InvoiceEmail } from '#contract/invoices/emails.ts'
import type { InvoiceDetails } from '#contract/invoices/invoices.ts'
import { minuteMs } from '#contract/values/durations.ts'
import { Tenant } from '#server/platform/access/tenant.ts'
import { timestamp } from '#server/platform/lib/clock.ts'
import { invoiceQueue } from '#server/records/invoices/email-queue.ts'
import { addInvoices } from '#server/records/invoices/insert.ts'
import { breakRow } from '#server/tools/testing/broken-row.ts'
import { MailServer, smtpError } from '#server/tools/testing/mail-server.ts'
import { addRecord } from '#server/tools/testing/record.ts'
import { type TestService, startService } from '#server/tools/testing/service.ts'

import { Outbox } from './outbox.ts'

/** What the server does with the next recipients and messages; accepting is nothing special. */
let onRecipient: (address: string) => Error | undefined
let onMessage: () => Promise<void>
let mail: MailServer
let service: TestService
let accounts = 0
let account: number
let staff: Record<string, string>
let viewer: Record<string, string>
let customer: number

beforeAll(async () => {
  mail = new MailServer({
    onRcptTo: ({ address }, _session, done) => done(onRecipient(address) ?? null),
    onMailFrom: async (_address, _session, done) => {
      await onMessage()
      done()
    },
  })
  service = await startService({ SMTP_URL: await mail.listen(), MAIL_FROM: 'billing@example.com' })
})
afterAll(async () => {
  await service.close()
  await mail.close()
})
beforeEach(async () => {
  onRecipient = () => undefined
  onMessage = async () => undefined
  mail.received.length = 0
  accounts += 1
  account = (await service.account(`Ødegård & Søn ${accounts}`, { rateLimit: 1_000_000 })).id
  staff = await service.session(account, 'staff')
  viewer = await service.session(account, 'viewer')
  customer = await addRecord(service.context, account, listNotes)
})

const email = {
  to: ['zoe@example.com'],
  subject: 'Invoice {number} from Ødegård',
  message: 'Hello Zoë,\n\nhere is invoice {number}.',
}
type Method = 'GET' | 'POST'
const ask = (method: Method, url: string, headers: Record<string, string>, payload?: object) =>
  service.app.inject({ method, url, headers, ...(payload ? { payload } : {}) })
async function send(more: object | null = email): Promise<InvoiceDetails> {
  const line = { description: 'Lettering', quantity: 2, unit_price: 85, discount: 0, tax_rate: 21 }
  const terms = { payment_days: 14, due_date: null, notes: '' }
  const draft = { customer_id: customer, currency: 'EUR', ...terms, line_items: [line] }
  const { id } = (await ask('POST', '/api/x/invoices', staff, draft)).json().data as InvoiceDetails
  const headers = { ...staff, 'if-match': '"1"' }
  const answer = await ask('POST', `/api/x/invoices/${id}/send`, headers, { email: more })
  expect(answer.json().error).toBeUndefined()
  return answer.json().data as InvoiceDetails
}
async function overdue(): Promise<number> {
  const invoice = {
    invoice_number: 'OLD-1',
    customer_id: customer,
    customer_name: 'Zoë Ødegård',
    customer_email: 'zoe@example.com',
    status: 'overdue' as const,
    currency: 'EUR',
    due_date: '2026-01-31',
    lines: [{ description: 'Lettering', quantity: 2, unit_price: 85 }],
  }
  const [id = 0] = await tenant().transaction((trx) => addInvoices(trx, [invoice]))
  return id
}
const tenant = () => {
  const { db, dialect } = service.context.store
  return new Tenant(db, dialect, account, 'Test')
}
const emails = async (id: number) =>
  (await ask('GET', `/api/x/invoices/${id}/emails`, viewer)).json().data as InvoiceEmail[]
const newest = async (id: number) => (await emails(id))[0]!
const later = (minutes: number) => () => Date.now() + minutes * minuteMs
const outbox = () => service.context.outbox
const otherProcess = () => new Outbox({ ...service.context, server: service.context.config.mail })
const activity = async () =>
  (await ask('GET', `/api/customers/${customer}`, staff)).json().data.activity_log as Record<
    string,
    unknown
  >[]
const header = (source: string, name: string) =>
  new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)`, 'im').exec(source)?.[1]

/** The parts of a message in base64, decoded. */
const decoded = (source: string) =>
  source.split(/\r\n--.*\r\n/).map((part) => {
    const [head = '', ...body] = part.split('\r\n\r\n')
    const encoding = /base64/i.test(head) ? 'base64' : 'latin1'
    return { head, bytes: Buffer.from(body.join('\r\n\r\n'), encoding) }
  })

describe('an invoice that is sent with an email', () => {
  test('is queued with it, and goes out with its PDF under the business’s name', async () => {
    const { id, invoice_number } = await send()
    expect(await newest(id)).toMatchObject({ kind: 'invoice', status: 'queued', to: ['zoe@example.com'] })
    expect(mail.received).toEqual([])
    await outbox().sendDue()
    const [message] = mail.received
    expect(message).toMatchObject({ from: 'billing@example.com', to: ['zoe@example.com'] })
    const { source } = message!
    expect(header(source, 'To')).toBe('zoe@example.com')
    expect(header(source, 'From')).toContain('<billing@example.com>')
    expect(header(source, 'Reply-To')).toMatch(/^robin\d+@example\.com$/)
    const pdf = decoded(source).find(({ head }) => head.includes('application/pdf'))
    expect(pdf?.head).toContain(`${invoice_number}.pdf`)
    const stored = (await ask('GET', `/api/x/invoices/${id}/pdf`, staff)).rawPayload
    expect(pdf?.bytes.equals(stored)).toBe(true)
    expect(source).toContain(`invoice ${invoice_number}.`)
    expect(await newest(id)).toMatchObject({
      status: 'sent',
      attempts: 1,
      subject: `Invoice ${invoice_number} from Ødegård`,
      next_attempt_at: null,
      problem: null,
      caused_by: 'Robin',
    })
    expect((await activity()).slice(0, 2)).toMatchObject([
      { event: 'emailed', description: 'Invoice emailed', subject_id: id, caused_by: 'Robin' },
      { event: 'sent' },
    ])
  })

  test('is not emailed unless one is given', async () => {
    const { id } = await send(null)
    expect(await emails(id)).toEqual([])
    await outbox().sendDue()
    expect(mail.received).toEqual([])
  })

  test.each([
    [{ to: [] }, 'to'],
    [{ to: ['zoe@example.com\r\nBcc: x@example.com'] }, 'to.0'],
    [{ to: ['Zoë <zoe@example.com>, x@example.com'] }, 'to.0'],
    [{ subject: 'Invoice\r\nBcc: x@example.com' }, 'subject'],
    [{ message: ' ' }, 'message'],
  ])('with %j is refused', async (more, name) => {
    const { id } = await send(null)
    const body = { ...email, ...more, kind: 'invoice' }
    const refused = await ask('POST', `/api/x/invoices/${id}/emails`, staff, body)
    expect(refused.statusCode).toBe(422)
    expect(Object.keys(refused.json().error.details)).toEqual([name])
  })
})

describe('an attempt that fails', () => {
  test('for now, as greylisting does, is repeated until it works', async () => {
    onRecipient = () => smtpError(451, 'Greylisted zoe@example.com')
    const { id } = await send()
    await outbox().sendDue()
    const problem = 'The mail server asked to try again later (451).'
    expect(await newest(id)).toMatchObject({ status: 'queued', attempts: 1, problem })
    onRecipient = () => undefined
    await outbox().sendDue()
    expect(mail.received).toEqual([])
    await outbox().sendDue(later(2))
    expect(mail.received).toHaveLength(1)
    expect(await newest(id)).toMatchObject({ status: 'sent', attempts: 2, problem: null })
  })

  test('that is permanent shows at once, and can be retried once the cause is fixed', async () => {
    onRecipient = () => smtpError(550, 'No such user zoe@example.com')
    const { id } = await send()
    await outbox().sendDue()
    const failed = await newest(id)
    expect(failed).toMatchObject({
      status: 'failed',
      next_attempt_at: null,
      problem: 'The mail server rejected the recipient (550).',
    })
    expect((await activity())[0]).toMatchObject({
      event: 'email_failed',
      description: 'Invoice email failed',
    })
    onRecipient = () => undefined
    expect((await ask('POST', `/api/x/invoice-emails/${failed.id}/retry`, viewer)).statusCode).toBe(403)
    expect((await ask('POST', `/api/x/invoice-emails/${failed.id}/retry`, staff)).json().data).toMatchObject({
      status: 'queued',
      problem: null,
    })
    await outbox().sendDue()
    expect(await newest(id)).toMatchObject({ status: 'sent' })
    expect((await ask('POST', `/api/x/invoice-emails/${failed.id}/retry`, staff)).statusCode).toBe(409)
  })

  test('for one of several recipients reaches the others and says so', async () => {
    onRecipient = (address) => (address.startsWith('gone') ? smtpError(550) : undefined)
    const { id } = await send({ ...email, to: ['zoe@example.com', 'gone@example.com', 'zoe@example.com'] })
    await outbox().sendDue()
    expect(mail.received.map(({ to }) => to)).toEqual([['zoe@example.com']])
    const problem = 'The mail server rejected one of the recipients.'
    expect(await newest(id)).toMatchObject({ status: 'sent', problem })
  })

  test('again and again is given up after the last wait', async () => {
    onRecipient = () => smtpError(451)
    const { id } = await send()
    for (let days = 0; days < 9; days += 1) await outbox().sendDue(later(days * 24 * 60 + 1))
    expect(await newest(id)).toMatchObject({ status: 'failed', attempts: 9, next_attempt_at: null })
  })
})

describe('an email that can’t be worked on', () => {
  /** Sends an email, breaks it, and sends others of this account and another one. Returns the first one's invoice. */
  async function sendAfterBroken(breakIt: (email: number) => Promise<unknown>): Promise<number> {
    const { id } = await send()
    await breakIt((await newest(id)).id)
    await send({ ...email, to: ['same@example.com'] })
    const other = (await service.account('Not broken', { rateLimit: 1_000_000 })).id
    const [ours, ourStaff, ourCustomer] = [account, staff, customer]
    account = other
    staff = await service.session(account, 'staff')
    customer = await addRecord(service.context, account, listNotes)
    await send({ ...email, to: ['other@example.com'] })
    ;[account, staff, customer] = [ours, ourStaff, ourCustomer]
    await outbox().sendDue()
    await outbox().sendDue(later(4))
    const sent = mail.received.flatMap(({ to }) => to).filter((to) => to !== 'zoe@example.com')
    expect(sent.toSorted()).toEqual(['other@example.com', 'same@example.com'])
    return id
  }

  test('because it can’t be claimed keeps no other from being sent', async () => {
    const failures = vi.spyOn(service.context.failures, 'report')
    let repair: () => Promise<void> = async () => undefined
    const id = await sendAfterBroken(async (one) => {
      repair = await breakRow(service.context.store, 'emails', one)
    })
    expect(await newest(id)).toMatchObject({ status: 'queued', attempts: 0 })
    expect(failures).toHaveBeenCalledWith('emails', expect.anything())
    // Once more after a while, and then like any other.
    await repair()
    await outbox().sendDue(later(10))
    expect(await newest(id)).toMatchObject({ status: 'sent', attempts: 1 })
  })

  test('because it can’t be prepared is tried again, and then shown as failed', async () => {
    const id = await sendAfterBroken((one) =>
      tenant().update('emails').set({ recipients: '[' }).where('id', '=', one).execute(),
    )
    expect(await newest(id).catch(() => 'unreadable')).toBe('unreadable')
    await tenant().update('emails').set({ recipients: '[]' }).where('recipients', '=', '[').execute()
    const problem = 'The PDF couldn’t be created, or an attachment couldn’t be read.'
    expect(await newest(id)).toMatchObject({ status: 'queued', attempts: 2, problem })
  })

  test('because its activity can’t be written is sent once', async () => {
    const id = await sendAfterBroken(async (one) => {
      const failing = vi.spyOn(invoiceQueue, 'record')
      failing.mockImplementation((_trx, _actor, row) =>
        row.id === one ? Promise.reject(new Error('Broken')) : Promise.resolve(),
      )
      onTestFinished(() => failing.mockRestore())
    })
    expect(await newest(id)).toMatchObject({ status: 'sent', attempts: 1 })
    expect(mail.received.filter(({ to }) => to.includes('zoe@example.com'))).toHaveLength(1)
  })

  test('because each attempt ends the process is given up', async () => {
    const { id } = await send()
    await tenant().update('emails').set({ status: 'sending', attempts: 9 }).execute()
    await outbox().sendDue()
    expect(await newest(id)).toMatchObject({ status: 'failed', problem: 'Every attempt was interrupted.' })
    expect(mail.received).toEqual([])
  })

  test('nor does a notification that can’t be claimed or read', async () => {
    await service.session(account, 'owner')
    const { id: member_id } = await tenant()
      .select('memberships')
      .select('id')
      .where('role', '=', 'owner')
      .executeTakeFirstOrThrow()
    const digest = JSON.stringify({ count: 1, totals: [], oldest: [] })
    const ids = []
    for (const [name, text] of [
      ['broken', digest],
      ['unreadable', '{'],
      ['fine', digest],
    ] as const)
      ids.push(
        await tenant().insertOne('notifications', {
          member_id,
          kind: 'invoices.overdue',
          occasion: `invoices.overdue ${name}`,
          webhook_id: null,
          digest: text,
          is_shown: 1,
          read_at: null,
          created_at: timestamp(Date.now()),
          message_id: `${name}-${account}`,
          next_attempt_at: timestamp(0),
        }),
      )
    const repair = await breakRow(service.context.store, 'notifications', ids[0]!)
    await outbox().sendDue()
    expect(mail.received).toHaveLength(1)
    expect(mail.received[0]?.source).toContain(`fine-${account}`)
    const rows = await tenant().select('notifications').selectAll().orderBy('id').execute()
    expect(rows.map(({ attempts }) => attempts)).toEqual([0, 1, 1])
    await repair()
    await tenant().update('notifications').set({ next_attempt_at: null }).execute()
  })
})

describe('what is under way', () => {
  test('when a process dies is repeated by another one with the same Message-ID, and says so', async () => {
    let letGo: () => void = () => undefined
    const reached = new Promise<void>((resolve) => {
      onMessage = () => {
        resolve()
        return new Promise((go) => (letGo = go))
      }
    })
    const { id } = await send()
    const first = outbox().sendDue()
    await reached
    expect(await newest(id)).toMatchObject({ status: 'sending', attempts: 1 })
    onMessage = async () => undefined
    await otherProcess().sendDue(later(1))
    expect(mail.received).toEqual([])
    await otherProcess().sendDue(later(4))
    letGo()
    await first
    expect(new Set(mail.received.map(({ source }) => header(source, 'Message-ID'))).size).toBe(1)
    expect(mail.received).toHaveLength(2)
    const problem = 'An earlier attempt was interrupted, so the email may have arrived twice.'
    expect(await newest(id)).toMatchObject({ status: 'sent', attempts: 2, problem })
    expect((await activity()).filter(({ event }) => event === 'emailed')).toHaveLength(1)
  })

  test('has been recorded when sending ends, so that a stop waits for it', async () => {
    const { store } = service.context
    const { promise: recorded, resolve: letRecord } = Promise.withResolvers<void>()
    let holding: Promise<void> | undefined
    const { id } = await send()
    onMessage = () =>
      new Promise((sent) => {
        holding = store.db.transaction().execute(async (trx) => {
          await store.dialect.forUpdate(trx.selectFrom('emails').select('id')).execute()
          sent()
          await recorded
        })
      })
    let isOver = false
    const sending = otherProcess()
      .sendDue()
      .then(() => (isOver = true))
    await vi.waitFor(() => expect(mail.received).toHaveLength(1), { timeout: 30_000 })
    await wait(200)
    expect(isOver).toBe(false)
    letRecord()
    await Promise.all([holding, sending])
    expect(await newest(id)).toMatchObject({ status: 'sent' })
  })

  test('in several processes at once is sent once', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, async () => (await send()).id))
    await Promise.all([outbox(), otherProcess(), otherProcess()].map((each) => each.sendDue()))
    expect(mail.received).toHaveLength(12)
    expect(new Set(mail.received.map(({ source }) => header(source, 'Message-ID'))).size).toBe(12)
    for (const id of ids) expect(await newest(id)).toMatchObject({ status: 'sent', attempts: 1 })
  })
})

describe('accounts', () => {
  test('take turns, so that one with many emails delays another one by one', async () => {
    for (let count = 0; count < 6; count += 1) await send()
    const many = account
    account = (await service.account('One with one email', { rateLimit: 1_000_000 })).id
    staff = await service.session(account, 'staff')
    customer = await addRecord(service.context, account, listNotes)
    await send({ ...email, to: ['single@example.com'] })
    await otherProcess().sendDue()
    const position = mail.received.findIndex(({ to }) => to.includes('single@example.com'))
    expect(position).toBeGreaterThanOrEqual(0)
    expect(position).toBeLessThan(3)
    expect(mail.received).toHaveLength(7)
    expect(many).not.toBe(account)
  })

  test('are limited to 30 emails an hour to one address, and nothing is half done', async () => {
    const { id } = await send()
    const body = { ...email, kind: 'invoice' }
    const more = () => ask('POST', `/api/x/invoices/${id}/emails`, staff, body)
    const codes = []
    for (let count = 0; count < 28; count += 1) codes.push((await more()).statusCode)
    expect(new Set(codes)).toEqual(new Set([201]))
    const answers = await Promise.all([more(), more(), more()])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 429, 429])
    const refused = answers.find(({ statusCode }) => statusCode === 429)
    expect(refused?.json().error.message).toBe(
      'zoe@example.com has been sent many emails in the last hour. Try again in 60 minutes.',
    )
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(3_000)
    const { count } = await tenant()
      .select('emails')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(30)
    await tenant().update('emails').set({ next_attempt_at: null }).execute()
  })

  test('are limited to 2,000 emails a day', async () => {
    const at = new Date().toISOString()
    const row = (index: number) => ({ subject: `recipient ${index}@example.com`, at })
    for (let page = 0; page < 4; page += 1)
      await tenant().insert(
        'email_counts',
        Array.from({ length: 500 }, (_, index) => row(page * 500 + index)),
      )
    const { id } = (
      await ask('POST', '/api/x/invoices', staff, {
        customer_id: customer,
        currency: 'EUR',
        payment_days: 14,
        due_date: null,
        notes: '',
        line_items: [{ description: 'Lettering', quantity: 2, unit_price: 85, discount: 0, tax_rate: 21 }],
      })
    ).json().data as InvoiceDetails
    const headers = { ...staff, 'if-match': '"1"' }
    const answer = await ask('POST', `/api/x/invoices/${id}/send`, headers, { email })
    expect([answer.statusCode, answer.json().error.message]).toEqual([
      429,
      'This account has sent the most emails it can in a day. Try again in 24 hours.',
    ])
    const draft = await ask('GET', `/api/x/invoices/${id}`, staff)
    expect(draft.json().data.status).toBe('draft')
  })
})

describe('a reminder', () => {
  const remind = (id: number, headers = staff) =>
    ask('POST', `/api/x/invoices/${id}/emails`, headers, { ...email, kind: 'reminder' })

  test('of an overdue invoice is emailed with its PDF, with activity and event', async () => {
    const id = await overdue()
    expect((await remind(id, viewer)).statusCode).toBe(403)
    const answer = await remind(id)
    expect(answer.statusCode).toBe(201)
    expect(answer.json().data).toMatchObject({ kind: 'reminder', subject: 'Invoice OLD-1 from Ødegård' })
    await outbox().sendDue()
    expect(mail.received).toHaveLength(1)
    expect((await activity()).slice(0, 2)).toMatchObject([
      { event: 'emailed', description: 'Reminder emailed' },
      { event: 'reminded', description: 'Reminder sent' },
    ])
    const rows = await tenant().select('event_log').select('body').orderBy('id').execute()
    expect(rows.map(({ body }) => JSON.parse(body) as object).at(-1)).toMatchObject({
      type: 'document.sent',
      data: { id, type: 'reminder', title: 'Reminder for invoice OLD-1', customer_id: customer },
    })
  })

  test('is for overdue invoices only, and an email for those that were sent', async () => {
    expect((await remind((await send(null)).id)).statusCode).toBe(409)
    const draft = await addRecord(service.context, account, { record: 'invoices', path: '/' })
    const answer = await ask('POST', `/api/x/invoices/${draft}/emails`, staff, { ...email, kind: 'invoice' })
    expect(answer.statusCode).toBe(409)
  })

  test('isn’t sent any more once the invoice is paid', async () => {
    onRecipient = () => smtpError(451)
    const id = await overdue()
    await remind(id)
    await outbox().sendDue()
    onRecipient = () => undefined
    const payment = { amount: 170, paid_on: '2026-02-01', method: 'card' }
    const headers = { ...staff, 'if-match': '"1"' }
    const paid = await ask('POST', `/api/x/invoices/${id}/payments`, headers, payment)
    expect(paid.json().data).toMatchObject({ status: 'paid' })
    await outbox().sendDue(later(2))
    expect(mail.received.filter(({ source }) => !source.includes('paid the invoice'))).toEqual([])
    expect(await newest(id)).toMatchObject({ status: 'canceled', problem: 'The invoice is paid.' })
  })
})

test('a payment is recorded along with a receipt for the customer, or not at all', async () => {
  const id = await overdue()
  const headers = { ...staff, 'if-match': '"1"' }
  const pay = (body: object) => ask('POST', `/api/x/invoices/${id}/payments`, headers, body)
  const paid = { amount: 70, paid_on: '2026-02-01', method: 'card' }
  const refused = await pay({ ...paid, email: { ...email, message: '{{invoice.nothing}}' } })
  expect(Object.keys(refused.json().error.details)).toEqual(['email.message'])
  expect(await emails(id)).toEqual([])
  const answer = await pay({ ...paid, email })
  expect(answer.json().data).toMatchObject({ status: 'overdue', amount_due: 100 })
  expect(await newest(id)).toMatchObject({ kind: 'receipt', status: 'queued', to: email.to })
  await outbox().sendDue()
  expect(mail.received.map(({ to }) => to)).toEqual([email.to])
  expect((await activity())[0]).toMatchObject({ event: 'emailed', description: 'Receipt emailed' })
})

test('without SMTP_URL, nothing can be emailed and the session doesn’t offer it', async () => {
  const silent = await startService()
  try {
    const { id: account } = await silent.account('Ours')
    const headers = await silent.session(account, 'staff')
    const session = await silent.app.inject({ url: '/api/x/session', headers })
    expect(session.json().data.features.email).toBe(false)
    const id = await addRecord(silent.context, account, { record: 'invoices', path: '/emails' })
    const url = `/api/x/invoices/${id}/emails`
    const payload = { ...email, kind: 'invoice' }
    const answer = await silent.app.inject({ method: 'POST', url, headers, payload })
    expect(answer.statusCode).toBe(409)
    expect(answer.json().error.message).toContain('isn’t set up to send email')
  } finally {
    await silent.close()
  }
})
