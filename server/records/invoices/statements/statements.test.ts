import { beforeEach, describe, expect, test } from 'vitest'

import type { AccountStatement } from '#contract/customers/account-statements.ts'
import { listNotes } from '#contract/customers/notes.ts'
import type { InvoiceDetails } from '#contract/invoices/invoices.ts'
import { startWithMail } from '#server/tools/testing/office.ts'
import { readPdfText } from '#server/tools/testing/pdf-text.ts'
import { addRecord } from '#server/tools/testing/record.ts'

let customer = 0
let today = ''

const { mail, service } = await startWithMail()
const account = await service.account('Okafor Interiors')
const staff = await service.session(account.id, 'staff')
beforeEach(async () => {
  today = await account.tenant.today()
  customer = await addRecord(service.context, account.id, listNotes)
})

const post = (url: string, body: object, version?: number) =>
  service.send('POST', url, { ...staff, ...(version !== undefined && { 'if-match': `"${version}"` }) }, body)
const invoice = async (id: number) =>
  (await service.send('GET', `/api/x/invoices/${id}`, staff)).json().data as InvoiceDetails
const ask = (query = '') => service.send('GET', `/api/x/customers/${customer}/statement${query}`, staff)
const statement = async (query = '') => {
  const answer = await ask(query)
  expect(answer.statusCode).toBe(200)
  return answer.json().data as AccountStatement
}

async function draft(currency = 'EUR', price = 100) {
  const created = await post('/api/x/invoices', {
    customer_id: customer,
    currency,
    payment_days: 14,
    due_date: null,
    notes: '',
    line_items: [{ description: 'Chairs', quantity: 10, unit_price: price, discount: 0, tax_rate: 0 }],
  })
  return created.json().data as InvoiceDetails
}
/** Sends an invoice of 1,000, issued on that day. */
async function send(day = today, currency = 'EUR') {
  const { id, version } = await draft(currency)
  const sent = await post(`/api/x/invoices/${id}/send`, {}, version)
  expect(sent.statusCode).toBe(200)
  await account.tenant
    .update('invoices')
    .set({ created_at: `${day}T12:00:00.000000Z` })
    .where('id', '=', id)
    .execute()
  return invoice(id)
}
async function pay(id: number, amount: number, more: object = {}) {
  const { version } = await invoice(id)
  const body = { amount, paid_on: today, method: 'bank_transfer', ...more }
  expect((await post(`/api/x/invoices/${id}/payments`, body, version)).statusCode).toBeLessThan(300)
}
async function credit(id: number, quantity: number) {
  const { version, line_items } = await invoice(id)
  const body = { reason: 'Damaged', line_items: [{ id: line_items[0]?.id, quantity }] }
  expect((await post(`/api/x/invoices/${id}/credit-notes`, body, version)).statusCode).toBe(201)
}

describe('a statement of account', () => {
  test('lists invoices, payments, credit notes and refunds with what was owed after each', async () => {
    const { id, invoice_number } = await send()
    await pay(id, 1000)
    await credit(id, 4)
    await pay(id, 150, { kind: 'refund' })
    const { entries, opening_balance, closing_balance, currency, to } = await statement()
    expect({ opening_balance, closing_balance, currency, to }).toEqual({
      opening_balance: 0,
      closing_balance: -250,
      currency: 'EUR',
      to: today,
    })
    expect(entries.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['invoice', 1000],
      ['credit_note', -400],
      ['payment', -1000],
      ['refund', 150],
    ])
    expect(entries.map(({ balance }) => balance)).toEqual([1000, 600, -400, -250])
    expect(entries[0]).toMatchObject({ number: invoice_number, day: today, invoice_id: id })
    expect(entries[1]?.number).not.toBe(invoice_number)
    expect((await invoice(id)).amount_to_refund).toBe(250)
  })

  test('begins with what was owed before its first day, and leaves out what came after its last', async () => {
    await send('2026-01-31')
    await send('2026-02-01')
    await send('2026-02-28')
    await send('2026-03-01')
    const { opening_balance, entries, closing_balance } = await statement('?from=2026-02-01&to=2026-02-28')
    expect(opening_balance).toBe(1000)
    expect(entries.map(({ day, balance }) => [day, balance])).toEqual([
      ['2026-02-01', 2000],
      ['2026-02-28', 3000],
    ])
    expect(closing_balance).toBe(3000)
  })

  test('has no drafts and nothing void, and one currency at a time', async () => {
    await draft()
    const { id, version } = await send()
    expect((await post(`/api/x/invoices/${id}/void`, { reason: 'Mistake' }, version)).statusCode).toBe(200)
    expect(await statement()).toMatchObject({ entries: [], closing_balance: 0, currencies: [] })
    await send(today, 'EUR')
    await send(today, 'JPY')
    const latest = await statement()
    expect(latest).toMatchObject({ currency: 'JPY', currencies: ['JPY', 'EUR'], closing_balance: 1000 })
    expect((await statement('?currency=EUR')).entries).toHaveLength(1)
    expect((await statement('?currency=USD')).entries).toEqual([])
  })

  test.each([
    ['?from=2026-03-01&to=2026-02-01', 'to'],
    ['?from=yesterday', 'from'],
    ['?to=2026-02-30', 'to'],
    ['?currency=EURO', 'currency'],
  ])('%s is refused at %s', async (query, name) => {
    const answer = await ask(query)
    expect([400, 422]).toContain(answer.statusCode)
    expect(Object.keys(answer.json().error.details)).toEqual([name])
  })

  test('is no other account’s', async () => {
    const other = await service.account('Elsewhere')
    const theirs = await service.session(other.id, 'staff')
    for (const path of ['', '/pdf'])
      expect(
        (await service.send('GET', `/api/x/customers/${customer}/statement${path}`, theirs)).statusCode,
      ).toBe(404)
  })

  test('is a PDF in the customer’s language, with the bank details while something is owed', async () => {
    await send('2026-02-01')
    await account.tenant
      .update('customers')
      .set({ billing: JSON.stringify({ language: 'de' }) })
      .where('id', '=', customer)
      .execute()
    const pdf = await service.send(
      'GET',
      `/api/x/customers/${customer}/statement/pdf?from=2026-01-15&to=2026-02-28`,
      staff,
    )
    expect(pdf.headers['content-type']).toBe('application/pdf')
    expect(pdf.headers['content-disposition']).toContain('Kontoauszug')
    const { text, boxes } = readPdfText(pdf.rawPayload)
    expect(boxes).toBe(0)
    for (const part of ['Kontoauszug', 'Zeitraum', 'Anfangssaldo', '1.000,00', 'SaldoEUR'])
      expect(text).toContain(part)
  })

  test('is emailed once with its PDF, as of the day it was written for', async () => {
    await send()
    const url = `/api/x/customers/${customer}/statement/emails`
    const body = { to: ['zoe@example.com'], subject: 'Yours', message: 'Hello', statement: {} }
    const key = { ...staff, 'idempotency-key': 'statement-1' }
    const [first, again] = [
      await service.send('POST', url, key, body),
      await service.send('POST', url, key, body),
    ]
    expect([first.statusCode, again.statusCode]).toEqual([201, 201])
    expect(again.json().data.id).toBe(first.json().data.id)
    await service.context.outbox.sendDue()
    const [source = '', ...more] = mail.texts('zoe@example.com')
    expect(more).toEqual([])
    expect(source).toContain('Content-Type: application/pdf')
    const row = await account.tenant
      .select('emails')
      .select(['statement', 'status'])
      .where('about', '=', 'customer')
      .where('about_id', '=', customer)
      .executeTakeFirstOrThrow()
    expect(row.status).toBe('sent')
    expect(JSON.parse(row.statement ?? '')).toEqual({ currency: 'EUR', to: today })
    const activity = await service.send('GET', `/api/x/customers/${customer}/activity`, staff)
    expect(JSON.stringify(activity.json())).toContain('Statement of account emailed')
  })

  test('whose email failed is listed with why, and is emailed again once', async () => {
    await send()
    const url = `/api/x/customers/${customer}/statement/emails`
    const body = { to: ['yan@example.com'], subject: 'Yours', message: 'Hello', statement: {} }
    const { id } = (await service.send('POST', url, staff, body)).json().data
    const failed = { status: 'failed', next_attempt_at: null, problem: 'The mailbox is full.' } as const
    await account.tenant.update('emails').set(failed).where('id', '=', id).execute()
    const listed = async () => (await service.send('GET', url, staff)).json().data
    expect(await listed()).toMatchObject([{ id, kind: 'statement', to: body.to, ...failed }])
    const retry = () => service.send('POST', `/api/x/statement-emails/${id}/retry`, staff, {})
    expect((await retry()).statusCode).toBe(200)
    expect((await retry()).statusCode).toBe(409)
    await service.context.outbox.sendDue()
    expect(mail.texts('yan@example.com')).toHaveLength(1)
    expect(await listed()).toMatchObject([{ status: 'sent', problem: null }])
    const stranger = await service.session((await service.account('Elsewhere')).id, 'owner')
    expect((await service.send('GET', url, stranger)).statusCode).toBe(404)
    expect((await service.send('POST', `/api/x/statement-emails/${id}/retry`, stranger, {})).statusCode).toBe(
      404,
    )
  })

  test('isn’t emailed by those who may only look', async () => {
    const viewer = await service.session(account.id, 'viewer')
    const body = { to: ['zoe@example.com'], subject: 'Yours', message: 'Hello' }
    const answer = await service.send('POST', `/api/x/customers/${customer}/statement/emails`, viewer, body)
    expect(answer.statusCode).toBe(403)
  })
})
