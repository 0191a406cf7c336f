import { beforeEach, describe, expect, test } from 'vitest'

import type { Overview } from '#contract/account/overview.ts'
import { listNotes } from '#contract/customers/notes.ts'
import type { InvoiceDetails, InvoiceTotals } from '#contract/invoices/invoices.ts'
import { startOffice } from '#server/tools/testing/office.ts'
import { addRecord } from '#server/tools/testing/record.ts'

const { service, account, staff, viewer } = await startOffice({ rateLimit: 1_000_000 })
const { tenant } = account
const key = { authorization: `Bearer ${account.key}` }
let customer = 0
let today = ''
beforeEach(async () => {
  today = await tenant.today()
  customer = await addRecord(service.context, account.id, listNotes)
})

type Headers = Record<string, string>
const request = (method: 'POST' | 'DELETE', url: string, payload?: object, headers: Headers = staff) =>
  service.app.inject({ method, url, headers, ...(payload && { payload }) })
const get = async <Data>(url: string) => (await service.app.inject({ url, headers: key })).json().data as Data
const read = (id: number) => get<InvoiceDetails>(`/api/x/invoices/${id}`)
const totals = (query = '') => get<InvoiceTotals>(`/api/x/invoice-totals?customer_id=${customer}${query}`)

/** Sends an invoice of ten pieces at 100 and 21 % tax: 1,210. */
async function send(price = 100): Promise<InvoiceDetails> {
  const draft = await request('POST', '/api/x/invoices', {
    customer_id: customer,
    currency: 'EUR',
    payment_days: 14,
    due_date: null,
    notes: '',
    line_items: [{ description: 'Chairs', quantity: 10, unit_price: price, discount: 0, tax_rate: 21 }],
  })
  const { id, version } = draft.json().data as InvoiceDetails
  const sent = await request(
    'POST',
    `/api/x/invoices/${id}/send`,
    {},
    { ...staff, 'if-match': `"${version}"` },
  )
  expect(sent.statusCode).toBe(200)
  return sent.json().data
}
const record = async (id: number, input: object, headers: Headers = staff) =>
  request(
    'POST',
    `/api/x/invoices/${id}/payments`,
    { paid_on: today, method: 'bank_transfer', ...input },
    { 'if-match': `"${(await read(id)).version}"`, ...headers },
  )
const refund = (id: number, amount: number, headers?: Headers) =>
  record(id, { kind: 'refund', amount }, headers)
async function credit(id: number, quantity: number) {
  const { version, line_items } = await read(id)
  return request(
    'POST',
    `/api/x/invoices/${id}/credit-notes`,
    { reason: 'Damaged', line_items: [{ id: line_items[0]?.id, quantity }] },
    { ...staff, 'if-match': `"${version}"` },
  )
}
const remove = async (id: number, index: number) => {
  const { version, payments } = await read(id)
  return request('DELETE', `/api/x/payments/${payments[index]?.id}`, undefined, {
    ...staff,
    'if-match': `"${version}"`,
  })
}
/** Paid in full, of which four of ten pieces are credited: 484 are to be refunded. */
async function refundable() {
  const { id } = await send()
  await record(id, { amount: 1210 })
  expect((await credit(id, 4)).statusCode).toBe(201)
  return id
}
const revenue = async () =>
  (await get<Overview>('/api/x/overview')).revenue.find(({ month }) => month === today.slice(0, 7))?.amount ??
  0

describe('a refund', () => {
  test('clears what is to be refunded, and lowers what is paid and the revenue', async () => {
    const id = await refundable()
    expect(await read(id)).toMatchObject({ status: 'paid', amount_to_refund: 484 })
    const before = await revenue()
    const part = await refund(id, 400)
    expect(part.statusCode).toBe(201)
    expect(part.json().data).toMatchObject({ status: 'paid', amount_paid: 810, amount_to_refund: 84 })
    expect((await refund(id, 84)).json().data).toMatchObject({
      status: 'paid',
      amount_paid: 726,
      amount_to_refund: 0,
      payments: [
        { kind: 'payment', amount: 1210 },
        { kind: 'refund', amount: -400 },
        { kind: 'refund', amount: -84 },
      ],
    })
    expect((await revenue()) - before).toBeCloseTo(-484)
    const { activity_log } = await get<{ activity_log: object[] }>(`/api/customers/${customer}`)
    expect(activity_log[0]).toMatchObject({
      event: 'refund_recorded',
      description: 'Refund of EUR 84.00 recorded',
    })
    expect(await totals(`&paid_from=${today}`)).toMatchObject({ by_currency: [{ paid_amount: 726 }] })
  })

  test('of more than is to be refunded, of nothing and without anything to refund is refused', async () => {
    const id = await refundable()
    const tooMuch = await refund(id, 484.01)
    expect([tooMuch.statusCode, tooMuch.json().error.details]).toEqual([
      422,
      { amount: 'The amount to refund is EUR 484.00' },
    ])
    expect((await refund(id, -1)).statusCode).toBe(422)
    expect((await refund(id, 1, viewer)).statusCode).toBe(403)
    expect((await refund((await send()).id, 1)).statusCode).toBe(409)
    expect((await record(id, { kind: 'gift', amount: 1 })).statusCode).toBe(422)
  })

  test('of all that was paid leaves an invoice that credit notes alone settle', async () => {
    const { id } = await send()
    await record(id, { amount: 1210 })
    await credit(id, 10)
    expect((await refund(id, 1210)).json().data).toMatchObject({ status: 'credited', amount_paid: 0 })
    expect((await remove(id, 1)).json().data).toMatchObject({ status: 'paid', amount_to_refund: 1210 })
  })

  test('keeps its payment from being deleted, and can be deleted itself', async () => {
    const id = await refundable()
    await refund(id, 84)
    const refused = await remove(id, 0)
    expect([refused.statusCode, refused.json().error.message]).toEqual([
      409,
      'A part of this payment was refunded. Delete the refund first',
    ])
    expect((await remove(id, 1)).json().data).toMatchObject({ status: 'paid', amount_to_refund: 484 })
    expect((await remove(id, 0)).json().data).toMatchObject({ status: 'sent', amount_due: 726 })
  })

  test('is recorded once, whoever pays, refunds, credits or voids at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await refundable()
      const { version, line_items } = await read(id)
      const headers = { ...key, 'if-match': `"${version}"` }
      const answers = await Promise.all([
        refund(id, 484, headers),
        refund(id, 484, headers),
        record(id, { amount: 10, overpays: true }, headers),
        request(
          'POST',
          `/api/x/invoices/${id}/credit-notes`,
          { reason: 'Damaged', line_items: [{ id: line_items[0]?.id, quantity: 1 }] },
          headers,
        ),
        request('POST', `/api/x/invoices/${id}/void`, undefined, key),
      ])
      const codes = answers.map(({ statusCode }) => statusCode)
      expect(codes.filter((code) => code === 201)).toHaveLength(1)
      expect(codes.filter((code) => code !== 201).every((code) => code === 409 || code === 412)).toBe(true)
      const { total_amount, amount_paid, amount_credited, amount_to_refund } = await read(id)
      expect(amount_to_refund).toBeCloseTo(amount_paid + amount_credited - total_amount)
    }
  })

  test('repeated with its Idempotency-Key returns the first response, and needs the version that was read', async () => {
    const id = await refundable()
    const { version } = await read(id)
    const headers = { ...staff, 'idempotency-key': `refund-${id}`, 'if-match': `"${version}"` }
    const [first, second] = [await refund(id, 5, headers), await refund(id, 5, headers)]
    expect([first.statusCode, second.statusCode]).toEqual([201, 201])
    expect(second.json()).toEqual(first.json())
    expect((await refund(id, 5, { ...staff, 'if-match': `"${version}"` })).statusCode).toBe(412)
  })
})

describe('an overpayment', () => {
  test('is refused unless it is meant, and then is to be refunded', async () => {
    const { id } = await send()
    expect((await record(id, { amount: 1300 })).json().error.details).toEqual({
      amount: 'The amount due is EUR 1210.00',
    })
    expect((await record(id, { amount: 1300, overpays: true })).json().data).toMatchObject({
      status: 'paid',
      amount_paid: 1300,
      amount_to_refund: 90,
    })
    expect((await refund(id, 90)).json().data).toMatchObject({ status: 'paid', amount_to_refund: 0 })
  })

  test('of a paid or credited invoice is to be refunded, too', async () => {
    const paid = await send()
    await record(paid.id, { amount: 1210 })
    expect((await record(paid.id, { amount: 1210 })).statusCode).toBe(409)
    expect((await record(paid.id, { amount: 1210, overpays: true })).json().data.amount_to_refund).toBe(1210)
    const credited = await send()
    await credit(credited.id, 10)
    expect((await record(credited.id, { amount: 5, overpays: true })).json().data).toMatchObject({
      status: 'paid',
      amount_to_refund: 5,
    })
    expect((await refund(credited.id, 5)).json().data.status).toBe('credited')
  })

  test('of a draft, a void invoice, nothing or more digits than an amount has is refused', async () => {
    const { id } = await send()
    expect((await record(id, { amount: 0, overpays: true })).statusCode).toBe(422)
    await record(id, { amount: 1 })
    expect((await record(id, { amount: 9_999_999_999_999.99, overpays: true })).statusCode).toBe(422)
    const withdrawn = await send()
    await request('POST', `/api/x/invoices/${withdrawn.id}/void`)
    expect((await record(withdrawn.id, { amount: 1, overpays: true })).statusCode).toBe(409)
  })
})

test('what is to be refunded is found, counted, added up and exported', async () => {
  const id = await refundable()
  const other = await send()
  await record(other.id, { amount: 1300, overpays: true })
  await send()
  expect(await totals()).toMatchObject({
    refundable_count: 2,
    by_currency: [{ currency: 'EUR', count: 3, total_amount: 3630, open_amount: 1210, refund_amount: 574 }],
  })
  expect(await totals('&status=refundable')).toMatchObject({
    by_currency: [{ count: 2, total_amount: 2420, open_amount: 0, refund_amount: 574 }],
  })
  expect((await totals('&status=sent')).by_currency).toMatchObject([{ count: 1, refund_amount: 0 }])
  const found = await service.app.inject({
    url: `/api/invoices?status=refundable&customer_id=${customer}&sort=-due_date`,
    headers: key,
  })
  expect(found.json().meta.total).toBe(2)
  expect(found.json().data.map((one: { id: number }) => one.id)).toEqual([other.id, id])
  const { body } = await service.app.inject({
    url: `/api/x/invoices.csv?status=refundable&customer_id=${customer}`,
    headers: key,
  })
  const [names = '', ...rows] = body.replace('\ufeff', '').trim().split('\r\n')
  const column = names.split(',').indexOf('amount_to_refund')
  expect(rows.map((row) => row.split(',')[column])).toEqual(['90.00', '484.00'])
})

test('totals of every status leave out drafts and void invoices', async () => {
  const { id } = await send()
  await request('POST', `/api/x/invoices/${(await send()).id}/void`)
  await request('POST', `/api/x/invoices/${id}/duplicate`)
  const { by_status, by_currency } = await totals()
  expect(by_status.filter(({ count }) => count > 0).map(({ status }) => status)).toEqual([
    'draft',
    'sent',
    'void',
  ])
  expect(by_currency).toMatchObject([{ count: 1, total_amount: 1210 }])
})

describe('an invoice that comes to nothing', () => {
  test('is paid once it is sent, and says so', async () => {
    const { id, ...sent } = await send(0)
    expect(sent).toMatchObject({ status: 'paid', total_amount: 0, amount_due: 0 })
    const rows = await tenant.select('event_log').select('body').orderBy('id', 'desc').limit(2).execute()
    const told = rows.map(({ body }) => JSON.parse(body) as { type: string; data: { id: number } })
    expect(told.map(({ type, data }) => [type, data.id])).toEqual([
      ['invoice.paid', id],
      ['document.sent', id],
    ])
  })

  test('can be voided, unlike one that was paid', async () => {
    const { id } = await send(0)
    expect((await request('POST', `/api/x/invoices/${id}/void`)).json().data.status).toBe('void')
    const paid = await send()
    await record(paid.id, { amount: 1210 })
    expect((await request('POST', `/api/x/invoices/${paid.id}/void`)).statusCode).toBe(409)
  })
})

test('a payment of more than ten years ago is refused', async () => {
  const { id } = await send()
  const answer = await record(id, { amount: 1, paid_on: '0001-01-01' })
  expect([answer.statusCode, answer.json().error.details]).toEqual([
    422,
    { paid_on: 'Choose a day in the last 10 years' },
  ])
})
