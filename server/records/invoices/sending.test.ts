import { afterAll, beforeEach, describe, expect, test } from 'vitest'

import { listNotes } from '#contract/customers/notes.ts'
import { nobodyBilled } from '#contract/invoices/document-sender.ts'
import type { InvoiceInput } from '#contract/invoices/drafts.ts'
import type { InvoiceDetails } from '#contract/invoices/invoices.ts'
import { sendInvoice } from '#contract/invoices/send.ts'
import { addRecord } from '#server/tools/testing/record.ts'
import { invoiceInput, sampleLine } from '#server/tools/testing/samples.ts'
import { type TestAccount, startService } from '#server/tools/testing/service.ts'

import { type NewInvoice, addInvoices } from './insert.ts'

const service = await startService()
afterAll(() => service.close())
let accounts = 0
let account: TestAccount
let key: Record<string, string>
let staff: Record<string, string>
let viewer: Record<string, string>
let customer: number

beforeEach(async () => {
  accounts += 1
  account = await service.account(`Account ${accounts}`, { rateLimit: 1_000_000 })
  key = { authorization: `Bearer ${account.key}` }
  staff = await service.session(account.id, 'staff')
  viewer = await service.session(account.id, 'viewer')
  customer = await addRecord(service.context, account.id, listNotes)
})

const year = new Date().toISOString().slice(0, 4)
const today = new Date().toISOString().slice(0, 10)
const input = (more: Partial<InvoiceInput> = {}) => invoiceInput(customer, more)
const draft = async (more: Partial<InvoiceInput> = {}) =>
  (await service.send('POST', '/api/x/invoices', key, input(more))).json().data as InvoiceDetails
const send = (id: number, headers: Record<string, string> = staff, version = 1) =>
  service.send('POST', `/api/x/invoices/${id}/send`, { ...headers, 'if-match': `"${version}"` })
const sent = async (more: Partial<InvoiceInput> = {}) => {
  const answer = await send((await draft(more)).id)
  expect(answer.json().error).toBeUndefined()
  expect(sendInvoice.response.safeParse(answer.json()).error).toBeUndefined()
  return answer.json().data as InvoiceDetails
}
const pay = (id: number, amount: number) =>
  service.send(
    'POST',
    `/api/x/invoices/${id}/payments`,
    { ...staff, 'if-match': '"2"' },
    { amount, paid_on: today, method: 'bank_transfer' },
  )
const events = async () => {
  const rows = await account.tenant.select('event_log').select('body').orderBy('id').execute()
  return rows.map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> })
}
const activity = async () =>
  (await service.send('GET', `/api/customers/${customer}`, key)).json().data.activity_log as Record<
    string,
    unknown
  >[]
const add = (invoices: readonly Pick<NewInvoice, 'invoice_number' | 'status'>[]) => {
  const more = {
    customer_id: customer,
    customer_name: 'Zoë Ødegård',
    customer_email: 'zoe@example.com',
    currency: 'EUR',
    due_date: '2099-12-31',
    lines: [{ description: 'Lettering', quantity: 2, unit_price: 85 }],
  }
  return account.tenant.transaction((trx) =>
    addInvoices(
      trx,
      invoices.map((invoice) => ({ ...more, ...invoice })),
    ),
  )
}

describe('sending', () => {
  test('gives the number, the dates of today and the status, with activity and event', async () => {
    const { id } = await draft()
    await service.send(
      'PUT',
      `/api/x/invoices/${id}`,
      { ...staff, 'if-match': '"1"' },
      input({ notes: 'Thank you' }),
    )
    const answer = await send(id, staff, 2)
    const invoice = answer.json().data as InvoiceDetails
    const due_date = new Date(Date.now() + 14 * 24 * 60 * 60_000).toISOString().slice(0, 10)
    expect(invoice).toMatchObject({
      invoice_number: `INV-${year}-0001`,
      status: 'sent',
      due_date,
      notes: 'Thank you',
      total_amount: 205.7,
      version: 3,
    })
    expect(answer.headers.etag).toBe('"3"')
    expect((await activity())[0]).toMatchObject({
      event: 'sent',
      subject_type: 'invoice',
      subject_id: id,
      subject_title: `INV-${year}-0001`,
      caused_by: 'Robin',
    })
    expect(await events()).toMatchObject([
      {
        type: 'document.sent',
        data: {
          id,
          type: 'invoice',
          title: `Invoice INV-${year}-0001`,
          customer_id: customer,
          customer_email: 'zoe@example.com',
        },
      },
    ])
    const { data } = (
      await service.send('GET', `/api/invoices?status=sent&search=INV-${year}-0001`, key)
    ).json()
    expect(data).toMatchObject([{ id, status: 'sent', total_amount: 205.7 }])
  })

  test('keeps the company and the address that a draft still takes from the customer', async () => {
    const is = (values: object) =>
      account.tenant.update('customers').set(values).where('id', '=', customer).execute()
    const read = async (id: number) =>
      ((await service.send('GET', `/api/x/invoices/${id}`, staff)).json().data as InvoiceDetails).billed_to
    const { id } = await draft()
    await is({ company_name: 'Harbor Clinic', address_1: '1 Quay Street', zip_code: 'D01', city: 'Dublin' })
    const before = {
      ...nobodyBilled,
      company: 'Harbor Clinic',
      address: '1 Quay Street\nD01 Dublin',
      street: '1 Quay Street',
      postal_code: 'D01',
      city: 'Dublin',
    }
    expect(await read(id)).toEqual(before)
    expect((await send(id)).json().data.billed_to).toEqual(before)
    await is({ company_name: 'Moved Ltd', address_1: '2 Hill Road' })
    expect(await read(id)).toEqual(before)
    const {
      line_items: [line],
    } = (await service.send('GET', `/api/x/invoices/${id}`, staff)).json().data as InvoiceDetails
    const note = await service.send(
      'POST',
      `/api/x/invoices/${id}/credit-notes`,
      { ...staff, 'if-match': '"2"' },
      { reason: 'Broken', line_items: [{ id: line?.id, quantity: 1 }] },
    )
    expect(note.json().data.billed_to).toEqual(before)
  })

  test('makes the invoice immutable', async () => {
    const { id, version } = await sent()
    const write = { ...staff, 'if-match': `"${version}"` }
    expect((await service.send('PUT', `/api/x/invoices/${id}`, write, input())).statusCode).toBe(409)
    expect((await service.send('DELETE', `/api/x/invoices/${id}`, write)).statusCode).toBe(409)
    expect((await send(id, staff, version)).statusCode).toBe(409)
  })

  test('twenty invoices at once gives twenty numbers without a gap', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, async () => (await draft()).id))
    const answers = await Promise.all(ids.map((id) => send(id, key)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200))
    expect(answers.map((answer) => answer.json().data.invoice_number).toSorted()).toEqual(
      Array.from({ length: 20 }, (_, index) => `INV-${year}-${String(index + 1).padStart(4, '0')}`),
    )
    expect(await events()).toHaveLength(20)
  })

  test('one invoice twenty times at once sends it once', async () => {
    const { id } = await draft()
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(id, key)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, ...Array(19).fill(409)])
    expect((await sent()).invoice_number).toBe(`INV-${year}-0002`)
  })

  test('that is refused takes no number', async () => {
    expect((await sent()).invoice_number).toBe(`INV-${year}-0001`)
    expect((await send((await draft({ line_items: [] })).id)).statusCode).toBe(422)
    expect((await send((await draft()).id, staff, 7)).statusCode).toBe(412)
    expect((await sent()).invoice_number).toBe(`INV-${year}-0002`)
  })

  test('goes on after the numbers the account has, and passes over those that came meanwhile', async () => {
    await add([
      { invoice_number: `INV-${year}-0041`, status: 'paid' },
      { invoice_number: `inv-${year}-7`, status: 'paid' },
      { invoice_number: `INV-${year}-EXTRA`, status: 'paid' },
      { invoice_number: 'INV-1999-9999', status: 'paid' },
    ])
    expect((await sent()).invoice_number).toBe(`INV-${year}-0042`)
    await add([{ invoice_number: `INV-${year}-0043`, status: 'sent' }])
    expect((await sent()).invoice_number).toBe(`INV-${year}-0044`)
  })

  test('keeps the number that a draft came with', async () => {
    const [id = 0] = await add([{ invoice_number: 'OFFER-7', status: 'draft' }])
    expect((await send(id)).json().data.invoice_number).toBe('OFFER-7')
  })

  test('repeated with its Idempotency-Key returns the first response', async () => {
    const { id } = await draft()
    const headers = { ...staff, 'idempotency-key': `send-${id}` }
    const [first, second] = [await send(id, headers), await send(id, headers)]
    expect([first.statusCode, second.statusCode]).toEqual([200, 200])
    expect(second.json()).toEqual(first.json())
    expect(await events()).toHaveLength(1)
  })

  test('needs the version that was read, and the ability', async () => {
    const { id } = await draft()
    expect((await service.send('POST', `/api/x/invoices/${id}/send`, staff)).statusCode).toBe(428)
    expect((await send(id, viewer)).statusCode).toBe(403)
    await account.tenant.update('invoices').set({ version: 2 }).where('id', '=', id).execute()
    expect((await send(id)).statusCode).toBe(412)
  })

  test.each([
    ['without lines', { line_items: [] }, 'line_items'],
    [
      'without a description',
      { line_items: [sampleLine, { ...sampleLine, description: ' ' }] },
      'line_items.1.description',
    ],
    ['with a negative total', { line_items: [{ ...sampleLine, unit_price: -1 }] }, 'total_amount'],
    ['with a due date that has passed', { payment_days: null, due_date: '2026-01-31' }, 'due_date'],
  ])('a draft %s is refused', async (_title, more, name) => {
    const answer = await send((await draft(more)).id)
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json().error.details)).toEqual([name])
  })
})

describe('voiding', () => {
  const withdraw = (id: number, headers = staff) =>
    service.send('POST', `/api/x/invoices/${id}/void`, headers)

  test('withdraws the invoice from what is outstanding and keeps its number', async () => {
    const { id, invoice_number } = await sent()
    expect((await withdraw(id)).json().data).toMatchObject({ status: 'void', invoice_number })
    expect((await activity())[0]).toMatchObject({ event: 'voided', subject_id: id })
    const { data } = (await service.send('GET', '/api/invoices?status=outstanding', key)).json()
    expect(data).toEqual([])
    const totals = (await service.send('GET', '/api/x/invoice-totals', key)).json().data
    expect(totals.by_status).toContainEqual({ status: 'void', count: 1 })
    expect(totals.by_currency).toMatchObject([{ open_amount: 0 }])
    expect((await sent()).invoice_number).toBe(`INV-${year}-0002`)
  })

  test('is for sent and overdue invoices only', async () => {
    expect((await withdraw((await draft()).id)).statusCode).toBe(409)
    const { id } = await sent()
    expect((await pay(id, 205.7)).json().data.status).toBe('paid')
    expect((await withdraw(id)).statusCode).toBe(409)
    expect((await withdraw((await sent()).id, viewer)).statusCode).toBe(403)
  })

  test('is refused where something was paid', async () => {
    const { id } = await sent()
    await pay(id, 5)
    const answer = await withdraw(id)
    expect(answer.statusCode).toBe(409)
    expect(answer.json().error.message).toContain('has payments')
  })
})
