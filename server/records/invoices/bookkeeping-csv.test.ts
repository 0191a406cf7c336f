import { beforeAll, describe, expect, test } from 'vitest'

import { listNotes } from '#contract/customers/notes.ts'
import type { InvoiceDetails } from '#contract/invoices/invoices.ts'
import { dateAt } from '#server/platform/lib/time-zone.ts'
import { startOffice } from '#server/tools/testing/office.ts'
import { addRecord } from '#server/tools/testing/record.ts'

const { service, account, staff, viewer } = await startOffice({ rateLimit: 1_000_000 })
let customer = 0
let today = ''

type Row = Readonly<Record<string, string>>
async function rows(file: string, query = '', headers = viewer): Promise<Row[]> {
  const answer = await service.app.inject({ url: `/api/x/${file}.csv${query}`, headers })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  const [header = [], ...cells] = answer.payload
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n')
    .map((row) => row.split(','))
  return cells.map((row) => Object.fromEntries(header.map((name, index) => [name, row[index] ?? ''])))
}
const request = async (url: string, payload: object, version?: number) => {
  const headers = version === undefined ? staff : { ...staff, 'if-match': `"${version}"` }
  const answer = await service.app.inject({ method: 'POST', url, headers, payload })
  expect(answer.statusCode, answer.payload).toBeLessThan(300)
  return answer.json().data as InvoiceDetails
}
const read = async (id: number) =>
  (await service.app.inject({ url: `/api/x/invoices/${id}`, headers: staff })).json().data as InvoiceDetails
const draft = (currency: string, line_items: readonly object[]) =>
  request('/api/x/invoices', {
    customer_id: customer,
    currency,
    payment_days: 14,
    due_date: null,
    notes: '',
    line_items,
  })
const send = async (currency: string, lines: readonly object[]) => {
  const { id, version } = await draft(currency, lines)
  return request(`/api/x/invoices/${id}/send`, {}, version)
}
const line = (quantity: number, unit_price: number, tax_rate: number, discount = 0) => ({
  description: 'Work',
  quantity,
  unit_price,
  discount,
  tax_rate,
})
/** The columns of these rows that the test is about. */
const shown = (all: readonly Row[], names: readonly string[]) =>
  all.map((row) => names.map((name) => row[name]))

let mixed: InvoiceDetails
let dinars: InvoiceDetails
let withdrawn: InvoiceDetails
let note: { readonly credit_number: string }

beforeAll(async () => {
  today = await account.tenant.today()
  customer = await addRecord(service.context, account.id, listNotes)
  mixed = await send('EUR', [line(2, 100, 21), line(1, 50, 21, 10), line(3, 10, 9), line(1, 7, 0)])
  dinars = await send('KWD', [line(1, 1.234, 5)])
  withdrawn = await send('EUR', [line(1, 1_000, 21)])
  await request(`/api/x/invoices/${withdrawn.id}/void`, {}, withdrawn.version)
  await draft('EUR', [line(1, 2_000, 21)])
  const pay = async (input: object) =>
    request(
      `/api/x/invoices/${mixed.id}/payments`,
      { paid_on: today, method: 'card', reference: 'ABC', ...input },
      (await read(mixed.id)).version,
    )
  await pay({ amount: mixed.total_amount })
  const { version, line_items } = await read(mixed.id)
  const credited = { reason: 'Damaged', line_items: [{ id: line_items[0]?.id, quantity: 1 }] }
  await request(`/api/x/invoices/${mixed.id}/credit-notes`, credited, version)
  note = (await read(mixed.id)).credit_notes[0]!
  await pay({ kind: 'refund', amount: 121 })
  const other = await service.account('Somebody else')
  await addRecord(service.context, other.id, { record: 'credit_notes', path: '' })
})

describe('the file of taxes', () => {
  test('has a row for each rate of each invoice and credit note that was issued', async () => {
    const columns = ['document', 'number', 'issued_on', 'invoice_number', 'currency']
    const amounts = ['tax_rate', 'net_amount', 'tax_amount', 'total_amount']
    const invoice = ['invoice', mixed.invoice_number, today, mixed.invoice_number, 'EUR']
    expect(shown(await rows('invoice-taxes'), [...columns, ...amounts])).toEqual([
      [...invoice, '0', '7.00', '0.00', '7.00'],
      [...invoice, '9', '30.00', '2.70', '32.70'],
      [...invoice, '21', '245.00', '51.45', '296.45'],
      ['invoice', dinars.invoice_number, today, dinars.invoice_number, 'KWD', '5', '1.234', '0.062', '1.296'],
      [
        'credit_note',
        note.credit_number,
        today,
        mixed.invoice_number,
        'EUR',
        '21',
        '-100.00',
        '-21.00',
        '-121.00',
      ],
    ])
  })

  test('adds up to the totals of what was issued', async () => {
    const ofInvoice = (await rows('invoice-taxes')).filter(({ number }) => number === mixed.invoice_number)
    const total = ofInvoice.reduce((sum, { total_amount }) => sum + Number(total_amount), 0)
    expect(total).toBeCloseTo(mixed.total_amount, 6)
  })
})

test('the file of payments has refunds below 0', async () => {
  const columns = [
    'kind',
    'paid_on',
    'invoice_number',
    'currency',
    'amount',
    'method',
    'reference',
    'recorded_by',
  ]
  const about = [today, mixed.invoice_number, 'EUR']
  expect(shown(await rows('payments'), columns)).toEqual([
    ['payment', ...about, mixed.total_amount.toFixed(2), 'card', 'ABC', 'Robin'],
    ['refund', ...about, '-121.00', 'card', 'ABC', 'Robin'],
  ])
})

test('the file of credit notes says which invoice each corrects, and why', async () => {
  const columns = ['credit_number', 'issued_on', 'invoice_number', 'currency', 'total_amount', 'reason']
  expect(shown(await rows('credit-notes'), columns)).toEqual([
    [note.credit_number, today, mixed.invoice_number, 'EUR', '121.00', 'Damaged'],
  ])
})

test.each([
  ['invoice-taxes', 5],
  ['payments', 2],
  ['credit-notes', 1],
])('%s.csv has those days that are asked for, and its export is in the audit log', async (file, count) => {
  const dayAfter = dateAt(Date.now() + 24 * 60 * 60_000, 'UTC')
  expect(await rows(file, `?from=${today}&to=${today}`)).toHaveLength(count)
  expect(await rows(file, `?from=${dayAfter}`)).toEqual([])
  expect(await rows(file, '?to=2020-12-31')).toEqual([])
  const answer = await service.app.inject({ url: `/api/x/${file}.csv?from=2026-02-30`, headers: viewer })
  expect(answer.statusCode).toBe(400)
  const { action } = await account.tenant
    .select('audit_log')
    .select('action')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(action).toBe(`export.${file.replace('invoice-', '').replace('-', '_')}`)
})
