import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { Overview } from '#contract/account/overview.ts'
import { listNotes } from '#contract/customers/notes.ts'
import {
  type CreditNote,
  type CreditNoteRow,
  issueCreditNote,
  listCreditNotes,
  showCreditNote,
} from '#contract/invoices/credit-notes.ts'
import type { InvoiceDetails, InvoiceTotals } from '#contract/invoices/invoices.ts'
import { sampleOf } from '#server/outgoing/delivery/samples.ts'
import { Tenant } from '#server/platform/access/tenant.ts'
import { MailServer } from '#server/tools/testing/mail-server.ts'
import { readPdfText } from '#server/tools/testing/pdf-text.ts'
import { addRecord } from '#server/tools/testing/record.ts'
import { type TestService, startService } from '#server/tools/testing/service.ts'

import { type NewInvoice, addInvoices } from './insert.ts'

let mail: MailServer
let service: TestService
let accounts = 0
let account: number
let staff: Record<string, string>
let viewer: Record<string, string>
let customer: number

beforeAll(async () => {
  mail = new MailServer({})
  service = await startService({ SMTP_URL: await mail.listen(), MAIL_FROM: 'billing@example.com' })
})
afterAll(async () => {
  await service.close()
  await mail.close()
})
beforeEach(async () => {
  accounts += 1
  account = (await service.account(`Ødegård & Søn ${accounts}`, { rateLimit: 1_000_000 })).id
  staff = await service.session(account, 'staff')
  viewer = await service.session(account, 'viewer')
  customer = await addRecord(service.context, account, listNotes)
})

const tenant = () => {
  const { db, dialect } = service.context.store
  return new Tenant(db, dialect, account, 'Test')
}
const year = new Date().getUTCFullYear()
const ask = (method: 'GET' | 'POST' | 'DELETE', url: string, more: object = {}, payload?: object) =>
  service.app.inject({ method, url, headers: { ...staff, ...more }, ...(payload ? { payload } : {}) })
const get = async <Data>(url: string) => (await ask('GET', url)).json().data as Data
const read = (id: number) => get<InvoiceDetails>(`/api/x/invoices/${id}`)
const match = (version: number) => ({ 'if-match': `"${version}"` })

/** €242.00: two hours of €85 and a part of €30, with 21% tax. */
async function sent(): Promise<InvoiceDetails> {
  const line = { discount: 0, tax_rate: 21 }
  const { data } = (
    await ask(
      'POST',
      '/api/x/invoices',
      {},
      {
        customer_id: customer,
        currency: 'EUR',
        payment_days: 14,
        due_date: null,
        notes: '',
        line_items: [
          { ...line, description: 'Lettering', quantity: 2, unit_price: 85 },
          { ...line, description: 'Gold leaf', quantity: 1, unit_price: 30 },
        ],
      },
    )
  ).json()
  const answer = await ask('POST', `/api/x/invoices/${data.id}/send`, match(1), {})
  expect(answer.statusCode).toBe(200)
  return answer.json().data as InvoiceDetails
}
async function imported(more: Partial<NewInvoice> = {}): Promise<InvoiceDetails> {
  const invoice: NewInvoice = {
    invoice_number: 'OLD-7',
    customer_id: customer,
    customer_name: 'Zoë Ødegård',
    customer_email: 'zoe@example.com',
    status: 'sent',
    currency: 'EUR',
    due_date: '2099-03-31',
    lines: [
      { description: 'Lettering', quantity: 2, unit_price: 50 },
      { description: 'VAT 21%', quantity: 1, unit_price: 21 },
    ],
    ...more,
  }
  const [id = 0] = await tenant().transaction((trx) => addInvoices(trx, [invoice]))
  return read(id)
}
/** Credits these quantities of the invoice’s lines, in their order; all of it without. */
function credit(invoice: InvoiceDetails, quantities?: readonly number[], more: object = {}) {
  const line_items = invoice.line_items
    .filter(({ description }) => !/^(Tax|VAT)/.test(description))
    .map(({ id, quantity, quantity_credited }, index) => ({
      id,
      quantity: quantities ? (quantities[index] ?? 0) : quantity - quantity_credited,
    }))
    .filter(({ quantity }) => quantity > 0)
  const body = { reason: 'One hour wasn’t needed', line_items, ...more }
  return ask('POST', `/api/x/invoices/${invoice.id}/credit-notes`, match(invoice.version), body)
}
const pay = (invoice: InvoiceDetails, amount: number) =>
  ask('POST', `/api/x/invoices/${invoice.id}/payments`, match(invoice.version), {
    amount,
    paid_on: '2026-01-05',
    method: 'card',
  })
const events = async () => {
  const rows = await tenant().select('event_log').select('body').orderBy('id').execute()
  return rows.map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> })
}
const activity = async () =>
  (await get<{ activity_log: Record<string, unknown>[] }>(`/api/customers/${customer}`)).activity_log

describe('a credit note', () => {
  test('of a part lowers what is due everywhere, and leaves the status', async () => {
    const invoice = await sent()
    const answer = await credit(invoice, [1, 0])
    expect(answer.statusCode).toBe(201)
    expect(issueCreditNote.response.safeParse(answer.json()).error).toBeUndefined()
    const note = answer.json().data as CreditNote
    expect(note).toMatchObject({
      credit_number: `CN-${year}-0001`,
      invoice_number: invoice.invoice_number,
      reason: 'One hour wasn’t needed',
      total_amount: 102.85,
      issued_by: 'Robin',
      line_items: [
        { description: 'Lettering', quantity: 1, unit_price: 85, total: 85, kind: 'item' },
        { description: 'Tax 21%', total: 17.85, kind: 'tax' },
      ],
    })
    expect(await get(`/api/x/credit-notes/${note.id}`)).toEqual(note)
    const after = await read(invoice.id)
    expect(after).toMatchObject({
      status: 'sent',
      version: invoice.version + 1,
      total_amount: 242,
      amount_paid: 0,
      amount_credited: 102.85,
      amount_due: 139.15,
      credit_notes: [{ id: note.id, credit_number: `CN-${year}-0001`, total_amount: 102.85 }],
      line_items: [{ quantity_credited: 1, amount_credited: 85 }, { quantity_credited: 0 }, {}],
    })
    const totals = await get<InvoiceTotals>(`/api/x/invoice-totals?customer_id=${customer}`)
    expect(totals.by_currency).toMatchObject([{ total_amount: 242, open_amount: 139.15 }])
    const { receivables, revenue } = await get<Overview>('/api/x/overview')
    expect(receivables).toMatchObject([{ status: 'sent', amount: 139.15 }])
    expect(revenue).toEqual([])
    const csv = (await ask('GET', '/api/x/invoices.csv')).body
    expect(csv).toContain(',242.00,0.00,102.85,139.15,')
    expect((await activity())[0]).toMatchObject({
      event: 'credited',
      subject_id: invoice.id,
      caused_by: 'Robin',
      description: `Credit note CN-${year}-0001 for EUR 102.85 issued`,
    })
    const sentEvent = (await events()).at(-1)!
    expect(sentEvent).toMatchObject({ type: 'credit_note.created', data: { id: note.id } })
    expect(Object.keys(sentEvent.data).toSorted()).toEqual(
      Object.keys(sampleOf('credit_note.created') as object).toSorted(),
    )
  })

  test('of everything settles the invoice without calling it paid', async () => {
    const invoice = await sent()
    await credit(invoice)
    expect(await read(invoice.id)).toMatchObject({
      status: 'credited',
      amount_due: 0,
      amount_credited: 242,
      amount_to_refund: 0,
    })
    expect((await events()).map(({ type }) => type)).not.toContain('invoice.paid')
    const again = await credit(await read(invoice.id), [1])
    expect(again.statusCode).toBe(409)
    expect((await pay(await read(invoice.id), 1)).statusCode).toBe(409)
  })

  test('of the rest makes a partly paid invoice paid, and tells so once', async () => {
    const invoice = await sent()
    await pay(invoice, 139.15)
    await credit(await read(invoice.id), [1, 0])
    expect(await read(invoice.id)).toMatchObject({ status: 'paid', amount_paid: 139.15, amount_due: 0 })
    expect((await events()).filter(({ type }) => type === 'invoice.paid')).toHaveLength(1)
  })

  test('after the payment shows what there is to refund, and deleting the payment makes the rest due', async () => {
    const invoice = await sent()
    await pay(invoice, 242)
    expect((await credit(await read(invoice.id), [1, 0])).statusCode).toBe(201)
    const paid = await read(invoice.id)
    expect(paid).toMatchObject({ status: 'paid', amount_due: 0, amount_to_refund: 102.85 })
    await ask('DELETE', `/api/x/payments/${paid.payments[0]?.id}`, match(paid.version))
    const open = await read(invoice.id)
    expect(open).toMatchObject({ status: 'sent', amount_due: 139.15, amount_to_refund: 0 })
    await credit(open)
    expect((await read(invoice.id)).status).toBe('credited')
  })

  test('keeps its invoice settled when a payment beyond it is deleted', async () => {
    const invoice = await sent()
    await pay(invoice, 242)
    await credit(await read(invoice.id))
    const paid = await read(invoice.id)
    expect(paid).toMatchObject({ status: 'paid', amount_to_refund: 242 })
    await ask('DELETE', `/api/x/payments/${paid.payments[0]?.id}`, match(paid.version))
    expect(await read(invoice.id)).toMatchObject({ status: 'credited', amount_to_refund: 0 })
  })

  test('of an imported invoice credits the part of the tax in its lines', async () => {
    const { data } = (await credit(await imported(), [1])).json() as { data: CreditNote }
    expect(data).toMatchObject({
      total_amount: 60.5,
      line_items: [
        { description: 'Lettering', total: 50 },
        { description: 'VAT 21%', total: 10.5, kind: 'tax' },
      ],
    })
  })

  test('is refused where more would be credited than is left, naming what is left', async () => {
    const invoice = await sent()
    await credit(invoice, [1, 0])
    const now = await read(invoice.id)
    const answer = await credit(now, [1.5, 0])
    expect(answer.statusCode).toBe(422)
    expect(answer.json().error.details).toEqual({
      'line_items.0.quantity': 'Only 1 of this line can still be credited',
    })
    const given = await imported({ total_amount: 90 })
    const more = await credit(given)
    expect(more.json().error.details).toEqual({ line_items: 'Only EUR 90.00 can still be credited' })
  })

  test.each([
    ['no reason', { reason: ' ' }, 'reason'],
    ['no lines', { line_items: [] }, 'line_items'],
    ['a line of another invoice', { line_items: [{ id: 999_999, quantity: 1 }] }, 'line_items.0.id'],
  ])('with %s is refused at its field', async (_what, more, field) => {
    const answer = await credit(await sent(), [1], more)
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json().error.details)).toEqual([field])
  })

  test('is refused for a draft or a void invoice, another version and a viewer', async () => {
    for (const status of ['draft', 'void'] as const)
      expect((await credit(await imported({ status }))).statusCode).toBe(409)
    const invoice = await sent()
    expect((await credit({ ...invoice, version: 9 })).statusCode).toBe(412)
    const { id, line_items } = invoice
    const url = `/api/x/invoices/${id}/credit-notes`
    const payload = { reason: 'Damaged', line_items: [{ id: line_items[0]?.id, quantity: 1 }] }
    expect((await ask('POST', url, {}, payload)).statusCode).toBe(428)
    expect((await ask('POST', url, { ...viewer, ...match(2) }, payload)).statusCode).toBe(403)
  })

  test('keeps its invoice from being voided', async () => {
    const invoice = await sent()
    await credit(invoice, [1])
    const answer = await ask('POST', `/api/x/invoices/${invoice.id}/void`)
    expect(answer.statusCode).toBe(409)
    expect(answer.json().error.message).toContain('credit note')
  })

  test('is repeated with its first response where that was lost', async () => {
    const invoice = await sent()
    const url = `/api/x/invoices/${invoice.id}/credit-notes`
    const body = { reason: 'Damaged', line_items: [{ id: invoice.line_items[0]?.id, quantity: 1 }] }
    const headers = { ...match(invoice.version), 'idempotency-key': `lost-${invoice.id}` }
    const first = await ask('POST', url, headers, body)
    const second = await ask('POST', url, headers, body)
    expect([second.statusCode, second.json()]).toEqual([201, first.json()])
    expect((await read(invoice.id)).credit_notes).toHaveLength(1)
  })
})

describe('at the same time', () => {
  test('twenty credit notes of different invoices get twenty numbers without a gap', async () => {
    const invoices: InvoiceDetails[] = []
    for (let index = 0; index < 20; index++) invoices.push(await imported({ invoice_number: `OLD-${index}` }))
    const answers = await Promise.all(invoices.map((invoice) => credit(invoice, [1])))
    const numbers = answers.map((answer) => (answer.json().data as CreditNote).credit_number)
    expect(numbers.toSorted()).toEqual(
      Array.from({ length: 20 }, (_, index) => `CN-${year}-${String(index + 1).padStart(4, '0')}`),
    )
  })

  test('credit notes of one invoice never take off more than its total, and refused ones take no number', async () => {
    const invoice = await sent()
    const issue = async () => {
      for (;;) {
        const answer = await credit(await read(invoice.id), [0.5, 0.25])
        if (answer.statusCode !== 412) return answer.statusCode
      }
    }
    const codes = await Promise.all(Array.from({ length: 7 }, issue))
    expect(codes.filter((code) => code === 201)).toHaveLength(4)
    expect(codes.filter((code) => code === 409)).toHaveLength(3)
    const { credit_notes, ...after } = await read(invoice.id)
    expect(after).toMatchObject({ status: 'credited', amount_credited: 242, amount_due: 0 })
    expect(credit_notes.map(({ credit_number }) => credit_number)).toEqual(
      [1, 2, 3, 4].map((number) => `CN-${year}-000${number}`),
    )
  })
})

describe('its PDF', () => {
  test('is stored when it is issued, and made again the same if it was lost', async () => {
    const { data } = (await credit(await sent(), [1])).json() as { data: CreditNote }
    const stored = await tenant()
      .select('credit_note_pdfs')
      .select('token')
      .where('credit_note_id', '=', data.id)
      .executeTakeFirstOrThrow()
    const first = await ask('GET', `/api/x/credit-notes/${data.id}/pdf`)
    expect(first.headers['content-disposition']).toContain(`${data.credit_number}.pdf`)
    expect(first.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    await service.context.files.remove([stored.token])
    const second = await ask('GET', `/api/x/credit-notes/${data.id}/pdf`)
    expect(second.rawPayload.equals(first.rawPayload)).toBe(true)
  })

  test.each([
    ['simplified Chinese', '王小明', '网站设计与软件开发', '少工作了一个小时'],
    ['traditional Chinese', '陳怡君', '軟體開發與網站設計', '少工作了一個小時'],
    ['Korean', '김민준', '로고 디자인 및 간판 제작', '한 시간이 필요하지 않았습니다'],
    ['Thai', 'สมชาย ใจดี', 'ออกแบบป้ายหน้าร้านและสติกเกอร์', 'งานน้อยกว่าที่ตกลง'],
  ])('in %s has no boxes, and its text can be copied', async (_title, customer_name, description, reason) => {
    const lines = [{ description, quantity: 1, unit_price: 50 }]
    const answer = await credit(await imported({ customer_name, lines }), [1], { reason })
    expect(answer.statusCode).toBe(201)
    const { data } = answer.json() as { data: CreditNote }
    const { rawPayload } = await ask('GET', `/api/x/credit-notes/${data.id}/pdf`)
    const { text, boxes } = readPdfText(rawPayload)
    expect(boxes).toBe(0)
    for (const part of [customer_name, description, reason])
      expect(text).toContain(part.replaceAll(/\s/g, ''))
  })

  test('is emailed with a text of its own, and listed with the emails of the invoice', async () => {
    const invoice = await sent()
    const { data } = (await credit(invoice, [1])).json() as { data: CreditNote }
    const answer = await ask(
      'POST',
      `/api/x/credit-notes/${data.id}/emails`,
      {},
      {
        to: ['zoe@example.com'],
        subject: `Credit note ${data.credit_number}`,
        message: 'Hello Zoë',
      },
    )
    expect(answer.statusCode).toBe(201)
    await service.context.outbox.sendDue()
    expect(mail.received.at(-1)?.source).toContain(`${data.credit_number}.pdf`)
    expect(await get(`/api/x/invoices/${invoice.id}/emails`)).toMatchObject([
      { kind: 'credit_note', status: 'sent', subject: `Credit note ${data.credit_number}` },
    ])
    expect((await activity())[0]).toMatchObject({ event: 'emailed', description: 'Credit note emailed' })
  })
})

test('a credit note of another account is not found', async () => {
  const { data } = (await credit(await sent(), [1])).json() as { data: CreditNote }
  const stranger = await service.session((await service.account('Other')).id, 'staff')
  for (const path of ['', '/pdf'])
    expect(
      (await ask('GET', `${showCreditNote.path.replace(':id', String(data.id))}${path}`, stranger))
        .statusCode,
    ).toBe(404)
})

describe('the list', () => {
  const list = async (query = '') => {
    const answer = (await ask('GET', `/api/x/credit-notes${query}`)).json()
    expect(listCreditNotes.response.safeParse(answer).error).toBeUndefined()
    return {
      notes: (answer.data as CreditNoteRow[]).map(({ credit_number }) => credit_number),
      total: answer.meta.total as number,
    }
  }

  test('has the newest first, by page, by customer and by what people remember of them', async () => {
    const invoice = await sent()
    await credit(invoice, [1])
    await credit(await read(invoice.id), [1])
    await credit(await imported({ customer_name: 'Ada Lovelace', customer_email: 'ada@example.com' }), [1])
    const [one, two, three] = ['0001', '0002', '0003'].map((number) => `CN-${year}-${number}`)
    expect(await list()).toEqual({ notes: [three, two, one], total: 3 })
    expect(await list('?page=2&limit=2')).toEqual({ notes: [one], total: 3 })
    expect(await list(`?customer_id=${customer}`)).toEqual({ notes: [three, two, one], total: 3 })
    expect(await list('?customer_id=999999')).toEqual({ notes: [], total: 0 })
    for (const text of ['0002', `cn-${year}-0002`, '  0002 cn-'])
      expect(await list(`?search=${encodeURIComponent(text)}`)).toEqual({ notes: [two], total: 1 })
    expect(await list('?search=lovelace')).toEqual({ notes: [three], total: 1 })
    expect(await list(`?search=${invoice.invoice_number}`)).toEqual({ notes: [two, one], total: 2 })
    for (const text of ['%', '_', '~', 'nobody'])
      expect(await list(`?search=${encodeURIComponent(text)}`)).toEqual({ notes: [], total: 0 })
    const row = (await ask('GET', '/api/x/credit-notes?limit=1&page=2')).json().data[0]
    expect(row).toMatchObject({
      invoice_number: invoice.invoice_number,
      currency: 'EUR',
      total_amount: 102.85,
    })
  })

  test('and the search find the notes of this account only, by number', async () => {
    await credit(await sent(), [1])
    const search = async (headers: Record<string, string>) =>
      (await service.app.inject({ url: `/api/x/search?q=CN-${year}-0001`, headers })).json().data.credit_notes
    expect(await search(staff)).toMatchObject([{ credit_number: `CN-${year}-0001`, total_amount: 102.85 }])
    const other = await service.account(`Other ${accounts}`)
    const headers = await service.session(other.id, 'staff')
    expect(await search(headers)).toEqual([])
    const theirs = await service.app.inject({ url: '/api/x/credit-notes', headers })
    expect(theirs.json().data).toEqual([])
  })
})
