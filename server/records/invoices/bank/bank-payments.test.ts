import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { listNotes } from '#contract/customers/notes.ts'
import type { BankPayment, BankPaymentInput } from '#contract/invoices/bank-payments.ts'
import type { InvoiceDetails } from '#contract/invoices/invoices.ts'
import { Tenant } from '#server/platform/access/tenant.ts'
import { addRecord } from '#server/tools/testing/record.ts'
import { type TestService, startService } from '#server/tools/testing/service.ts'

import { type NewInvoice, addInvoices } from '../insert.ts'

let service: TestService
let accounts = 0
let account: number
let key: Record<string, string>
let customer: number
let tenant: Tenant

beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())
beforeEach(async () => {
  accounts += 1
  const made = await service.account(`Account ${accounts}`, { rateLimit: 1_000_000 })
  account = made.id
  key = { authorization: `Bearer ${made.key}` }
  customer = await addRecord(service.context, account, listNotes)
  const { db, dialect } = service.context.store
  tenant = new Tenant(db, dialect, account, 'Test')
})

const add = async (invoice_number: string, unit_price = 100, more: Partial<NewInvoice> = {}) => {
  const invoice: NewInvoice = {
    invoice_number,
    customer_id: customer,
    customer_name: 'Zoë Ødegård',
    customer_email: 'zoe@example.com',
    status: 'sent',
    currency: 'EUR',
    due_date: '2099-03-31',
    lines: [{ description: 'Lettering', quantity: 1, unit_price }],
    ...more,
  }
  const [id = 0] = await tenant.transaction((trx) => addInvoices(trx, [invoice]))
  return id
}
const get = async <Data>(path: string) =>
  (await service.app.inject({ url: path, headers: key })).json().data as Data
const post = async (path: string, payload: object, headers: Record<string, string> = key) => {
  const answer = await service.app.inject({ method: 'POST', url: `/api/x/${path}`, headers, payload })
  return { status: answer.statusCode, body: answer.json() }
}
const arrived = (more: Partial<BankPaymentInput> = {}): BankPaymentInput => ({
  paid_on: '2026-01-05',
  amount: 100,
  currency: 'EUR',
  payer: 'Zoe Odegard',
  payer_account: 'NO9386011117947',
  text: 'INV-2026-0001',
  bank_reference: '',
  ...more,
})
const bring = (...payments: BankPaymentInput[]) => post('bank-payments', { source: 'january.xml', payments })
const list = (query = 'state=open') => get<BankPayment[]>(`/api/x/bank-payments?${query}`)
const only = async (query?: string) => (await list(query))[0] as BankPayment
const invoiceOf = (id: number) => get<InvoiceDetails>(`/api/x/invoices/${id}`)
const recordFrom = (id: number, ...payments: object[]) => post(`bank-payments/${id}/payments`, { payments })

describe('a statement', () => {
  test('that is imported again adds nothing', async () => {
    const payments = [arrived(), arrived({ text: 'INV-2026-0002' })]
    expect((await bring(...payments)).body.data).toEqual({ added: 2, known: 0 })
    expect((await bring(...payments, arrived({ amount: 5 }))).body.data).toEqual({ added: 1, known: 2 })
    expect(await list()).toHaveLength(3)
  })

  test('keeps payments that are alike in everything apart', async () => {
    expect((await bring(arrived(), arrived())).body.data).toEqual({ added: 2, known: 0 })
    expect((await bring(arrived(), arrived())).body.data).toEqual({ added: 0, known: 2 })
  })

  test('that several people import at once adds each payment once', async () => {
    const payments = Array.from({ length: 20 }, (_, index) => arrived({ amount: index + 1 }))
    const answers = await Promise.all(Array.from({ length: 4 }, () => bring(...payments)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(answers.reduce((sum, { body }) => sum + body.data.added, 0)).toBe(20)
  })

  test('of another account is unknown to this one', async () => {
    await bring(arrived())
    const other = await service.account('Other')
    const headers = { authorization: `Bearer ${other.key}` }
    expect(
      (await post('bank-payments', { source: '', payments: [arrived()] }, headers)).body.data.added,
    ).toBe(1)
    const { id } = await only()
    expect((await service.app.inject({ url: `/api/x/bank-payments/${id}`, headers })).statusCode).toBe(404)
  })

  test('with an amount that its currency doesn’t have adds nothing and says which', async () => {
    const { status, body } = await bring(arrived(), arrived({ amount: 1.5, currency: 'JPY' }))
    expect(status).toBe(422)
    expect(body.error.details).toEqual({ 'payments.1.amount': 'Use a whole amount: JPY has no decimals' })
    expect(await list()).toEqual([])
  })
})

test('that is stated in other words by a later file says so, until it is set aside', async () => {
  const bring = (source: string, ...payments: BankPaymentInput[]) =>
    post('bank-payments', { source, payments })
  await bring('january.xml', arrived(), arrived({ paid_on: '2026-01-06' }))
  await bring(
    'january.sta',
    arrived({ text: 'INV20260001', payer_account: '' }),
    arrived({ text: 'Other', payer_account: 'DE89370400440532013000' }),
    arrived({ text: 'Other', amount: 101 }),
    arrived({ text: 'Other', currency: 'USD' }),
    arrived({ text: 'Other', paid_on: '2026-01-07' }),
  )
  const listed = await get<BankPayment[]>('/api/x/bank-payments?sort=paid_on&limit=100')
  const first = listed.find(({ source }) => source === 'january.xml')
  const [twin, ...others] = listed.filter((payment) => payment.twin !== null)
  expect(others).toEqual([])
  expect(twin).toMatchObject({ text: 'INV20260001', twin: { id: first?.id, source: 'january.xml' } })
  await add('INV-2026-0001')
  const certain = await get<BankPayment>(`/api/x/bank-payments/${twin?.id}`)
  expect(certain.suggestion?.reason).toBe('number_and_amount')
  const { body } = await post('bank-payment-suggestions', { ids: [twin?.id] })
  expect(body.data).toEqual({ recorded: 0, skipped: 1 })
  await post(`bank-payments/${twin?.id}/set-aside`, {})
  expect((await get<BankPayment>(`/api/x/bank-payments/${twin?.id}`)).twin).toBeNull()
})

test('a wrong file is deleted, except for what is recorded of it', async () => {
  const invoice = await add('INV-2026-0001')
  await bring(arrived({ text: 'Of another file' }))
  await post('bank-payments', {
    source: 'wrong.xml',
    payments: [1, 2, 3].map((amount) => arrived({ amount })),
  })
  const [first, second] = (await list('search=inv-2026')) as [BankPayment, BankPayment]
  await recordFrom(second.id, { invoice_id: invoice, amount: 1 })
  const url = `/api/x/bank-payments/${first.id}/import`
  const answer = await service.app.inject({ method: 'DELETE', url, headers: key })
  expect(answer.json()).toEqual({ data: { deleted: 2 } })
  expect((await list('')).map(({ id, text }) => [id, text])).toEqual([
    [second.id, 'INV-2026-0001'],
    [expect.anything(), 'Of another file'],
  ])
  expect((await service.app.inject({ method: 'DELETE', url, headers: key })).statusCode).toBe(404)
})

describe('a payment', () => {
  test('is suggested for the invoice that it names, and recorded from it', async () => {
    const invoice = await add('INV-2026-0001')
    await bring(arrived())
    const { id, suggestion } = await only()
    expect(suggestion).toEqual({
      reason: 'number_and_amount',
      invoices: [
        {
          invoice_id: invoice,
          invoice_number: 'INV-2026-0001',
          customer_name: 'Zoë Ødegård',
          amount: 100,
          amount_due: 100,
        },
      ],
    })
    const { status, body } = await recordFrom(id, { invoice_id: invoice, amount: 100 })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ state: 'recorded', amount_left: 0, suggestion: null })
    const { payments, ...paid } = await invoiceOf(invoice)
    expect(paid.status).toBe('paid')
    expect(payments).toEqual([
      expect.objectContaining({
        amount: 100,
        paid_on: '2026-01-05',
        method: 'bank_transfer',
        reference: 'INV-2026-0001',
      }),
    ])
  })

  test('is suggested by its amount alone, also for what is a decimal', async () => {
    const invoice = await add('INV-2026-0001', 19.99)
    await bring(arrived({ amount: 19.99, text: 'Thanks' }))
    expect((await only()).suggestion).toMatchObject({
      reason: 'payer_and_amount',
      invoices: [{ invoice_id: invoice }],
    })
  })

  test('pays several invoices, and what is left stays open', async () => {
    const [first, second] = [await add('INV-2026-0001', 60), await add('INV-2026-0002', 50)]
    await bring(arrived({ amount: 120 }))
    const { id } = await only()
    const { body } = await recordFrom(
      id,
      { invoice_id: first, amount: 60 },
      { invoice_id: second, amount: 50 },
    )
    expect(body.data).toMatchObject({ state: 'open', amount_left: 10 })
    expect(body.data.payments.map(({ amount }: { amount: number }) => amount)).toEqual([60, 50])
    expect((await invoiceOf(second)).status).toBe('paid')
  })

  test('pays an invoice in part, and then the rest is due', async () => {
    const invoice = await add('INV-2026-0001')
    await bring(arrived({ amount: 40 }))
    const { id, suggestion } = await only()
    expect(suggestion).toMatchObject({ reason: 'number', invoices: [{ amount: 40, amount_due: 100 }] })
    await recordFrom(id, { invoice_id: invoice, amount: 40 })
    expect(await invoiceOf(invoice)).toMatchObject({ status: 'sent', amount_due: 60 })
  })

  test('of more than is due is refused unless it says so', async () => {
    const invoice = await add('INV-2026-0001')
    await bring(arrived({ amount: 130 }))
    const { id } = await only()
    const refused = await recordFrom(id, { invoice_id: invoice, amount: 130 })
    expect(refused.body.error.details).toEqual({ 'payments.0.amount': 'The amount due is EUR 100.00' })
    await recordFrom(id, { invoice_id: invoice, amount: 130, overpays: true })
    expect(await invoiceOf(invoice)).toMatchObject({ status: 'paid', amount_to_refund: 30 })
  })

  test('is recorded as a whole or not at all', async () => {
    const invoice = await add('INV-2026-0001', 60)
    const dollars = await add('INV-2026-0002', 40, { currency: 'USD' })
    await bring(arrived())
    const { id } = await only()
    for (const [second, problem] of [
      [{ invoice_id: dollars, amount: 40 }, { 'payments.1.invoice_id': 'This invoice is in USD' }],
      [{ invoice_id: 999_999, amount: 40 }, { 'payments.1.invoice_id': 'This invoice doesn’t exist' }],
      [{ invoice_id: invoice, amount: 41 }, { 'payments.1.amount': 'EUR 40.00 of this payment is left' }],
      [{ invoice_id: invoice, amount: 0.001 }, { 'payments.1.amount': 'Use at most 2 decimals' }],
    ] as const) {
      const { status, body } = await recordFrom(id, { invoice_id: invoice, amount: 60 }, second)
      expect([status, body.error.details]).toEqual([422, problem])
    }
    expect((await invoiceOf(invoice)).payments).toEqual([])
    expect(await only()).toMatchObject({ amount_left: 100, version: 1 })
  })

  test('is recorded once, however many people do it at once', async () => {
    const invoice = await add('INV-2026-0001', 500)
    await bring(arrived())
    const { id } = await only()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => recordFrom(id, { invoice_id: invoice, amount: 100 })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422, 422])
    expect((await invoiceOf(invoice)).amount_paid).toBe(100)
  })

  test('is open again once what was recorded from it is deleted', async () => {
    const invoice = await add('INV-2026-0001')
    await bring(arrived())
    const { id } = await only()
    await recordFrom(id, { invoice_id: invoice, amount: 100 })
    const { version, payments } = await invoiceOf(invoice)
    const answer = await service.app.inject({
      method: 'DELETE',
      url: `/api/x/payments/${payments[0]?.id}`,
      headers: { ...key, 'if-match': `"${version}"` },
    })
    expect(answer.statusCode).toBe(200)
    expect(await only()).toMatchObject({ id, state: 'open', amount_left: 100, payments: [] })
  })

  test('that pays no invoice is set aside until it is reopened', async () => {
    const invoice = await add('INV-2026-0001')
    await bring(arrived())
    const { id } = await only()
    expect((await post(`bank-payments/${id}/reopen`, {})).status).toBe(409)
    expect((await post(`bank-payments/${id}/set-aside`, {})).body.data).toMatchObject({
      state: 'set_aside',
      suggestion: null,
    })
    expect((await recordFrom(id, { invoice_id: invoice, amount: 100 })).status).toBe(409)
    await post(`bank-payments/${id}/reopen`, {})
    expect((await recordFrom(id, { invoice_id: invoice, amount: 100 })).status).toBe(201)
    expect((await post(`bank-payments/${id}/set-aside`, {})).status).toBe(409)
  })

  test('is found by who paid, their account and the text, without accents', async () => {
    await bring(
      arrived({ payer: 'Zoë Ødegård' }),
      arrived({ text: 'Deposit', payer: 'Ana', payer_account: '' }),
    )
    for (const [search, text] of [
      ['odegard', 'INV-2026-0001'],
      ['no93860', 'INV-2026-0001'],
      ['deposit', 'Deposit'],
    ])
      expect((await list(`search=${search}`)).map((found) => found.text)).toEqual([text])
  })
})

describe('certain suggestions', () => {
  test('are recorded together, each once, and the others stay as they are', async () => {
    await add('INV-2026-0001')
    await add('INV-2026-0002')
    await bring(arrived(), arrived({ text: 'INV-2026-0002' }), arrived({ text: 'Thanks', amount: 7 }))
    const ids = (await list()).map(({ id }) => id)
    const answers = await Promise.all([1, 2, 3].map(() => post('bank-payment-suggestions', { ids })))
    expect(answers.reduce((sum, { body }) => sum + body.data.recorded, 0)).toBe(2)
    expect(await list()).toEqual([expect.objectContaining({ text: 'Thanks', suggestion: null })])
  })

  test('of two payments for one invoice, the second one stays', async () => {
    const invoice = await add('INV-2026-0001')
    await bring(arrived(), arrived({ paid_on: '2026-01-06' }))
    const ids = (await list()).map(({ id }) => id)
    expect((await post('bank-payment-suggestions', { ids: [...ids, 999_999] })).body.data).toEqual({
      recorded: 1,
      skipped: 2,
    })
    expect((await invoiceOf(invoice)).payments).toHaveLength(1)
  })

  test('need the permission to manage invoices', async () => {
    const viewer = await service.session(account, 'viewer')
    expect((await service.app.inject({ url: '/api/x/bank-payments', headers: viewer })).statusCode).toBe(403)
    expect((await post('bank-payment-suggestions', { ids: [1] }, viewer)).status).toBe(403)
  })
})
