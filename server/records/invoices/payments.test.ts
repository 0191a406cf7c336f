import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import type { Overview } from '#contract/account/overview.ts'
import { listNotes } from '#contract/customers/notes.ts'
import type { InvoiceDetails, InvoiceTotals } from '#contract/invoices/invoices.ts'
import { deletePayment, recordPayment } from '#contract/invoices/payments.ts'
import { Tenant } from '#server/platform/access/tenant.ts'
import { toMinor } from '#server/platform/lib/money.ts'
import { addRecord } from '#server/tools/testing/record.ts'
import { runs } from '#server/tools/testing/runs.ts'
import { type TestService, startService } from '#server/tools/testing/service.ts'

import { type NewInvoice, addInvoices } from './insert.ts'
import { markOverdue } from './overdue.ts'

let service: TestService
let accounts = 0
let account: number
let key: Record<string, string>
let staff: Record<string, string>
let viewer: Record<string, string>
let customer: number
let tenant: Tenant

beforeAll(async () => {
  vi.useFakeTimers({ now: Date.parse('2026-03-15T12:00:00Z'), toFake: ['Date'] })
  service = await startService()
})
afterAll(async () => {
  vi.useRealTimers()
  await service.close()
})
beforeEach(async () => {
  vi.setSystemTime(Date.parse('2026-03-15T12:00:00Z'))
  await newAccount()
  staff = await service.session(account, 'staff')
  viewer = await service.session(account, 'viewer')
})

async function newAccount() {
  accounts += 1
  const made = await service.account(`Account ${accounts}`, { rateLimit: 1_000_000 })
  account = made.id
  key = { authorization: `Bearer ${made.key}` }
  customer = await addRecord(service.context, account, listNotes)
  const { db, dialect } = service.context.store
  tenant = new Tenant(db, dialect, account, 'Test')
}

const today = '2026-03-15'
const add = async (more: Partial<NewInvoice> = {}) => {
  const invoice: NewInvoice = {
    invoice_number: 'INV-7',
    customer_id: customer,
    customer_name: 'Zoë Ødegård',
    customer_email: 'zoe@example.com',
    status: 'sent',
    currency: 'EUR',
    due_date: '2026-03-31',
    lines: [{ description: 'Lettering', quantity: 2, unit_price: 50 }],
    ...more,
  }
  const [id = 0] = await tenant.transaction((trx) => addInvoices(trx, [invoice]))
  return id
}
type Headers = Record<string, string>
const get = async <Data>(path: string) =>
  (await service.app.inject({ url: path, headers: key })).json().data as Data
const read = (id: number) => get<InvoiceDetails>(`/api/x/invoices/${id}`)
const pay = (id: number, version: number, more: object = {}, headers: Headers = staff) =>
  service.app.inject({
    method: 'POST',
    url: `/api/x/invoices/${id}/payments`,
    headers: { ...headers, 'if-match': `"${version}"` },
    payload: { amount: 100, paid_on: today, method: 'bank_transfer', reference: '', ...more },
  })
const remove = (payment: number, version: number, headers: Headers = staff) =>
  service.app.inject({
    method: 'DELETE',
    url: `/api/x/payments/${payment}`,
    headers: { ...headers, 'if-match': `"${version}"` },
  })
const events = async () => {
  const rows = await tenant.select('event_log').select('body').orderBy('id').execute()
  return rows.map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> })
}
const activity = async () =>
  (await get<{ activity_log: Record<string, unknown>[] }>(`/api/customers/${customer}`)).activity_log
const totals = () => get<InvoiceTotals>('/api/x/invoice-totals')

describe('a payment', () => {
  test('of a part leaves the rest due, and the status as it was', async () => {
    const id = await add()
    const before = (await service.app.inject({ url: '/api/invoices', headers: key })).json().data[0]
    const answer = await pay(id, 1, { amount: 30.5, reference: 'RF18 5390', method: 'card' })
    expect(answer.statusCode).toBe(201)
    expect(recordPayment.response.safeParse(answer.json()).error).toBeUndefined()
    expect(answer.headers.etag).toBe('"2"')
    expect(answer.json().data).toMatchObject({
      status: 'sent',
      total_amount: 100,
      amount_paid: 30.5,
      amount_due: 69.5,
      payments: [
        { amount: 30.5, paid_on: today, method: 'card', reference: 'RF18 5390', recorded_by: 'Robin' },
      ],
    })
    const after = (await service.app.inject({ url: '/api/invoices', headers: key })).json().data[0]
    expect({ ...after, updated_at: '' }).toEqual({ ...before, updated_at: '' })
    expect(await events()).toEqual([])
    expect((await activity())[0]).toMatchObject({
      event: 'payment_recorded',
      subject_id: id,
      caused_by: 'Robin',
      description: 'Payment of EUR 30.50 recorded',
    })
    const { changes } = await tenant
      .select('activity_log')
      .select('changes')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(changes ?? '')).toEqual({ amount_due: { from: 100, to: 69.5 } })
  })

  test('of what is due settles the invoice, with activity and event', async () => {
    const id = await add({ status: 'overdue', due_date: '2026-01-31' })
    await pay(id, 1, { amount: 30 })
    const answer = await pay(id, 2, { amount: 70, paid_on: '2026-03-01' })
    expect(answer.json().data).toMatchObject({ status: 'paid', amount_due: 0, amount_paid: 100, version: 3 })
    expect(answer.json().data.payments).toMatchObject([{ paid_on: '2026-03-01' }, { paid_on: today }])
    expect((await activity())[0]).toMatchObject({ event: 'paid', subject_id: id })
    const listed = await get<unknown[]>('/api/invoices?status=paid')
    expect(await events()).toMatchObject([{ type: 'invoice.paid', data: listed[0] }])
    expect((await totals()).by_currency).toMatchObject([{ total_amount: 100, open_amount: 0 }])
  })

  test.each([
    ['more than is due', { amount: 100.01 }, 'amount', 'The amount due is EUR 100.00'],
    ['nothing', { amount: 0 }, 'amount', 'Enter an amount above 0'],
    ['less than nothing', { amount: -5 }, 'amount', 'Enter an amount above 0'],
    ['finer parts than the currency has', { amount: 0.001 }, 'amount', 'at most 2 decimals'],
    ['no amount', { amount: 'ten' }, 'amount', 'Enter an amount'],
    ['far too much', { amount: 1e300 }, 'amount', 'too large'],
    ['a day to come', { paid_on: '2026-03-16' }, 'paid_on', 'today or an earlier day'],
    ['a day that doesn’t exist', { paid_on: '2026-02-30' }, 'paid_on', 'YYYY-MM-DD'],
    ['an unknown method', { method: 'barter' }, 'method', 'must be one of'],
    ['hidden characters', { reference: 'a\u0000b' }, 'reference', 'hidden characters'],
    ['a long reference', { reference: 'x'.repeat(201) }, 'reference', 'at most 200'],
  ])('of %s is refused', async (_title, more, name, message) => {
    const answer = await pay(await add(), 1, more)
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json().error.details)).toEqual([name])
    expect(answer.json().error.details[name]).toContain(message)
  })

  test('of an invoice that comes to nothing is of nothing', async () => {
    const id = await add({ lines: [] })
    expect((await pay(id, 1, { amount: 1 })).statusCode).toBe(422)
    expect((await pay(id, 1, { amount: 0 })).json().data.status).toBe('paid')
  })

  test.each(['draft', 'paid', 'void'] as const)('of a %s invoice is refused', async (status) => {
    expect((await pay(await add({ status }), 1)).statusCode).toBe(409)
  })

  test('needs the version that was read, and the permission', async () => {
    const id = await add()
    const url = `/api/x/invoices/${id}/payments`
    const payload = { amount: 1, paid_on: today, method: 'card' }
    expect((await service.app.inject({ method: 'POST', url, headers: staff, payload })).statusCode).toBe(428)
    expect((await pay(id, 1, {}, viewer)).statusCode).toBe(403)
    await pay(id, 1, { amount: 1 })
    expect((await pay(id, 1, { amount: 1 })).statusCode).toBe(412)
    expect((await read(id)).amount_paid).toBe(1)
  })

  test('is recorded once, however often it is sent at once', async () => {
    const id = await add()
    const answers = await Promise.all(Array.from({ length: 5 }, () => pay(id, 1, { amount: 60 }, key)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 412, 412, 412, 412])
    expect((await read(id)).amount_due).toBe(40)
  })

  test('repeated with its Idempotency-Key returns the first response', async () => {
    const id = await add()
    const headers = { ...staff, 'idempotency-key': 'pay-7' }
    const [first, second] = [
      await pay(id, 1, { amount: 5 }, headers),
      await pay(id, 1, { amount: 5 }, headers),
    ]
    expect([first.statusCode, second.statusCode]).toEqual([201, 201])
    expect(second.json()).toEqual(first.json())
    expect((await pay(id, 1, { amount: 6 }, headers)).statusCode).toBe(422)
  })

  test('is one of at most a hundred', async () => {
    const payments = Array.from({ length: 100 }, () => ({ amount: 0.01, paid_on: today, method: null }))
    const answer = await pay(await add({ payments }), 1, { amount: 1 })
    expect(answer.statusCode).toBe(409)
    expect(answer.json().error.message).toBe('An invoice has at most 100 payments')
  })
})

describe('deleting a payment', () => {
  const paid = async (more: Partial<NewInvoice> = {}) => {
    const id = await add(more)
    const { payments } = (await pay(id, 1)).json().data as InvoiceDetails
    return { id, payment: payments[0]?.id ?? 0 }
  }

  test('makes a paid invoice due again, with activity', async () => {
    const { id, payment } = await paid()
    const answer = await remove(payment, 2)
    expect(deletePayment.response.safeParse(answer.json()).error).toBeUndefined()
    expect(answer.json().data).toMatchObject({
      id,
      status: 'sent',
      amount_due: 100,
      payments: [],
      version: 3,
    })
    expect((await activity())[0]).toMatchObject({
      event: 'payment_deleted',
      description: 'Payment of EUR 100.00 deleted',
    })
    expect((await totals()).by_currency).toMatchObject([{ open_amount: 100 }])
  })

  test('sends invoice.paid no second time when it is paid again', async () => {
    const { id, payment } = await paid()
    await remove(payment, 2)
    expect((await pay(id, 3)).json().data.status).toBe('paid')
    expect((await events()).map(({ type }) => type)).toEqual(['invoice.paid'])
  })

  test('after the due date makes the invoice overdue, and says so once', async () => {
    const inTime = await paid({ due_date: '2026-03-20' })
    const late = await paid({ status: 'overdue', due_date: '2026-03-01' })
    vi.setSystemTime(Date.parse('2026-03-25T12:00:00Z'))
    expect((await remove(inTime.payment, 2, key)).json().data.status).toBe('overdue')
    expect((await remove(late.payment, 2, key)).json().data.status).toBe('overdue')
    await markOverdue(service.context, Date.now())
    const overdue = (await events()).filter(({ type }) => type === 'invoice.overdue')
    expect(overdue.map(({ data }) => data['id'])).toEqual([inTime.id])
  })

  test('of a part leaves the others', async () => {
    const id = await add()
    await pay(id, 1, { amount: 10 })
    const [first] = ((await pay(id, 2, { amount: 20 })).json().data as InvoiceDetails).payments
    expect((await remove(first?.id ?? 0, 3)).json().data).toMatchObject({
      status: 'sent',
      amount_paid: 20,
      amount_due: 80,
    })
  })

  test('needs the version that was read, the permission and the account', async () => {
    const { payment } = await paid()
    expect((await remove(payment, 1)).statusCode).toBe(412)
    expect((await remove(payment, 2, viewer)).statusCode).toBe(403)
    const stranger = await service.account(`Stranger ${accounts}`)
    expect((await remove(payment, 2, { authorization: `Bearer ${stranger.key}` })).statusCode).toBe(404)
    expect((await remove(payment, 2)).statusCode).toBe(200)
    expect((await remove(payment, 3)).statusCode).toBe(404)
  })
})

test('the CSV file has what is paid and what is due', async () => {
  const id = await add()
  await pay(id, 1, { amount: 30.5 })
  const { body } = await service.app.inject({ url: '/api/x/invoices.csv', headers: key })
  const [names = '', row = ''] = body.replace('\ufeff', '').split('\r\n')
  const cells = Object.fromEntries(names.split(',').map((name, index) => [name, row.split(',')[index]]))
  expect(cells).toMatchObject({ total_amount: '100.00', amount_paid: '30.50', amount_due: '69.50' })
})

test('a list of the days of payments has the invoices with a payment then', async () => {
  const [part, whole, other] = [await add(), await add(), await add()]
  await pay(part, 1, { amount: 1, paid_on: '2026-02-10' })
  await pay(whole, 1, { paid_on: '2026-02-28' })
  await pay(other, 1, { paid_on: '2026-03-01' })
  const ids = async (query: string) =>
    (await get<{ id: number }[]>(`/api/invoices?sort=id&${query}`)).map(({ id }) => id)
  expect(await ids('paid_from=2026-02-01&paid_to=2026-02-28')).toEqual([part, whole])
  expect(await ids('paid_from=2026-02-11')).toEqual([whole, other])
  expect(await ids('paid_to=2026-02-10&status=sent')).toEqual([part])
  const sums = await get<InvoiceTotals>('/api/x/invoice-totals?paid_from=2026-02-01&paid_to=2026-02-28')
  expect(sums.by_currency).toEqual([
    { currency: 'EUR', count: 2, total_amount: 200, open_amount: 99, refund_amount: 0, paid_amount: 101 },
  ])
})

/** Credits that share of what is left of the invoice’s only line. */
const credit = ({ id, version, line_items }: InvoiceDetails, share: number) => {
  const line = line_items[0]
  const quantity = Math.round(((line?.quantity ?? 0) - (line?.quantity_credited ?? 0)) * share * 1e6) / 1e6
  return service.app.inject({
    method: 'POST',
    url: `/api/x/invoices/${id}/credit-notes`,
    headers: { ...key, 'if-match': `"${version}"` },
    payload: { reason: 'Damaged', line_items: [{ id: line?.id ?? 0, quantity }] },
  })
}

const currencies = ['EUR', 'JPY'] as const
const step = fc.oneof(
  fc.record({
    kind: fc.constant('add' as const),
    currency: fc.constantFrom(...currencies),
    status: fc.constantFrom('draft', 'sent', 'overdue', 'paid', 'void'),
    due_date: fc.constantFrom('2025-11-01', '2026-01-20', '2026-03-10', '2026-03-20'),
    price: fc.integer({ min: 0, max: 500 }),
  }),
  fc.record({
    kind: fc.constant('pay' as const),
    which: fc.nat(9),
    share: fc.constantFrom(0.1, 0.5, 1, 1.1),
    overpays: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('credit' as const), which: fc.nat(9), share: fc.constantFrom(0.2, 0.5, 1) }),
  fc.record({ kind: fc.constant('refund' as const), which: fc.nat(9), share: fc.constantFrom(0.5, 1) }),
  fc.record({ kind: fc.constant('delete' as const), which: fc.nat(9) }),
)

test(
  'what is outstanding is totals less payments and credit notes in every sum, whatever happens',
  { timeout: 240_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
        await newAccount()
        const ids: number[] = []
        for (const one of steps) {
          if (one.kind === 'add') {
            const { currency, due_date, price } = one
            const lines = [{ description: 'Work', quantity: 1, unit_price: price }]
            ids.push(await add({ currency, due_date, status: one.status as 'sent', lines }))
            continue
          }
          const id = ids[one.which % Math.max(ids.length, 1)]
          if (id === undefined) continue
          const invoice = await read(id)
          const { version, amount_due, amount_to_refund, payments } = invoice
          const answer =
            one.kind === 'pay'
              ? await pay(
                  id,
                  version,
                  { amount: Math.round(amount_due * one.share), overpays: one.overpays },
                  key,
                )
              : one.kind === 'refund'
                ? await pay(
                    id,
                    version,
                    { kind: 'refund', amount: Math.round(amount_to_refund * one.share) },
                    key,
                  )
                : one.kind === 'credit'
                  ? await credit(invoice, one.share)
                  : await remove(payments.at(-1)?.id ?? 0, version, key)
          expect([200, 201, 404, 409, 422]).toContain(answer.statusCode)
        }
        await expectSumsToAgree(ids)
      }),
      { numRuns: runs(10, 40) },
    )
  },
)

/** Adds up the invoices one by one, and compares that with every sum the service keeps. */
async function expectSumsToAgree(ids: readonly number[]) {
  const invoices = await Promise.all(ids.map(read))
  const sum = (some: readonly InvoiceDetails[], of: (one: InvoiceDetails) => number) =>
    some.reduce((minor, one) => minor + toMinor(of(one), one.currency), 0)
  const isOpen = ({ status }: InvoiceDetails) => status === 'sent' || status === 'overdue'
  for (const one of invoices) {
    expect(one.amount_paid).toBe(one.payments.reduce((total, { amount }) => total + amount, 0))
    const minor = (amount: number) => toMinor(amount, one.currency)
    const credited = one.credit_notes.reduce((total, note) => total + minor(note.total_amount), 0)
    expect(minor(one.amount_credited)).toBe(credited)
    expect(credited).toBeLessThanOrEqual(minor(one.total_amount))
    const rest = minor(one.total_amount) - minor(one.amount_paid) - credited
    expect(minor(one.amount_due)).toBe(isOpen(one) ? rest : 0)
    expect(minor(one.amount_to_refund)).toBe(Math.max(-rest, 0))
  }
  const isSettled = ({ status }: InvoiceDetails) => status === 'paid' || status === 'credited'
  for (const one of invoices.filter(isSettled)) {
    const rest = one.total_amount - one.amount_paid - one.amount_credited
    expect(Math.round(rest * 100)).toBeLessThanOrEqual(0)
    expect(one.status === 'credited').toBe(one.amount_credited > 0 && one.amount_paid === 0)
  }
  const overview = await get<Overview>('/api/x/overview')
  const listed = [
    await totals(),
    await get<InvoiceTotals>(`/api/x/invoice-totals?customer_id=${customer}`),
    await get<InvoiceTotals>('/api/x/invoice-totals?due_from=2020-01-01'),
    await get<InvoiceTotals>('/api/x/invoice-totals?search=inv'),
    await get<InvoiceTotals>('/api/x/invoice-totals?status=outstanding'),
  ]
  expect(listed[0]?.refundable_count).toBe(invoices.filter((one) => one.amount_to_refund > 0).length)
  for (const currency of currencies) {
    const toRefund = sum(
      invoices.filter((one) => one.currency === currency),
      ({ amount_to_refund }) => amount_to_refund,
    )
    for (const { by_currency } of listed.slice(0, 4))
      expect(
        toMinor(by_currency.find((one) => one.currency === currency)?.refund_amount ?? 0, currency),
      ).toBe(toRefund)
    const mine = invoices.filter((one) => one.currency === currency)
    const due = sum(mine, ({ amount_due }) => amount_due)
    expect(due).toBeGreaterThanOrEqual(0)
    const shown = (amounts: readonly { currency: string; amount: number; status?: string }[]) =>
      amounts
        .filter((one) => one.currency === currency && (one.status ?? 'sent') !== 'void')
        .filter(({ status = 'sent' }) => status === 'sent' || status === 'overdue')
        .reduce((minor, { amount }) => minor + toMinor(amount, currency), 0)
    expect(shown(overview.receivables)).toBe(due)
    expect(shown(overview.ageing)).toBe(due)
    expect(shown(overview.revenue)).toBe(sum(mine, ({ amount_paid }) => amount_paid))
    for (const { by_currency } of listed)
      expect(toMinor(by_currency.find((one) => one.currency === currency)?.open_amount ?? 0, currency)).toBe(
        due,
      )
  }
}
