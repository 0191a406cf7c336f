import { expect, test } from 'vitest'

import { nobodyBilled } from '#contract/invoices/document-sender.ts'
import { invoiceStatuses } from '#contract/invoices/filter.ts'
import { standardLook } from '#contract/invoices/looks.ts'
import { startWithAccount } from '#server/tools/testing/office.ts'
import { trickyTexts } from '#server/tools/testing/tricky-texts.ts'

import { type NewInvoice, addInvoices } from './insert.ts'

const { service, account } = await startWithAccount()
const { tenant } = account

const get = async (path: string) =>
  (await service.app.inject({ url: path, headers: { authorization: `Bearer ${account.key}` } })).body

/** Quantity, unit price and their product. */
const lines = {
  EUR: [
    [1, -9_999_999_999_999.99, -9_999_999_999_999.99],
    [0.000001, 1_000_000, 1],
    [1, 9_999_999_999_999.99, 9_999_999_999_999.99],
    [0, 0.07, 0],
    [2.25, 0.1, 0.23],
  ],
  JPY: [[1, 999_999_999_999_999, 999_999_999_999_999]],
  KWD: [[1, 0.001, 0.001]],
} as const
const totals = { EUR: 1.23, JPY: 999_999_999_999_999, KWD: 0.001 }
const currencies = ['EUR', 'JPY', 'KWD'] as const

const given = trickyTexts.map((text, index) => {
  const currency = currencies[index % currencies.length] ?? 'EUR'
  const added: NewInvoice & { readonly created_at: string } = {
    invoice_number: text,
    customer_id: index === 0 ? Number.MAX_SAFE_INTEGER : index,
    customer_name: text,
    customer_email: text,
    status: invoiceStatuses[index % invoiceStatuses.length] ?? 'paid',
    currency,
    due_date: '2026-02-28',
    created_at: `2026-01-01T00:00:${String(index).padStart(2, '0')}.000000Z`,
    lines: lines[currency].map(([quantity, unit_price]) => ({ description: text, quantity, unit_price })),
  }
  return added
})

/** A paid invoice has one payment of all of it, on the day of its issue. */
function moneyOf({
  status,
  total_amount,
  created_at,
}: {
  status: string
  total_amount: number
  created_at: string
}) {
  if (status !== 'paid' || total_amount === 0)
    return {
      amount_paid: 0,
      amount_due: status === 'sent' || status === 'overdue' ? total_amount : 0,
      payments: [],
    }
  const unknown = { method: null, reference: '', recorded_by: null }
  const payment = {
    id: expect.any(Number),
    kind: 'payment',
    amount: total_amount,
    paid_on: '2026-01-01',
    created_at,
    ...unknown,
  }
  return { amount_paid: total_amount, amount_due: 0, payments: [payment] }
}

test('invoices are serialized byte for byte like JSON.stringify', async () => {
  const ids = await tenant.transaction((trx) =>
    addInvoices(trx, [...given, { ...(given[0] as NewInvoice), lines: [] }]),
  )
  const known = await tenant.select('invoice_line_items').select(['id', 'invoice_id']).orderBy('id').execute()
  const rows = given.map((one, index) => {
    const currency = currencies[index % currencies.length] ?? 'EUR'
    const lineIds = known.filter(({ invoice_id }) => invoice_id === ids[index]).map(({ id }) => id)
    return {
      id: ids[index],
      invoice_number: one.invoice_number,
      customer_id: one.customer_id,
      customer_name: one.customer_name,
      customer_email: one.customer_email,
      status: one.status,
      total_amount: totals[currency],
      currency,
      due_date: one.due_date,
      created_at: one.created_at,
      updated_at: one.created_at,
      line_items: lines[currency].map(([quantity, unit_price, total], line) => ({
        id: lineIds[line],
        description: one.invoice_number,
        quantity,
        unit_price,
        total,
      })),
    }
  })
  const empty = { ...(rows[0] as (typeof rows)[number]), id: ids.at(-1), total_amount: 0, line_items: [] }
  const data = [...rows, empty]
  const body = await get('/api/invoices?sort=id')
  const { timestamp } = JSON.parse(body)
  const meta = { total: data.length, page: 1, limit: 25 }
  expect(body).toBe(JSON.stringify({ data, meta, timestamp }))
  const plain = { kind: 'item', discount: 0, tax_rate: null, quantity_credited: 0, amount_credited: 0 }
  for (const row of data)
    expect(JSON.parse(await get(`/api/x/invoices/${row.id}`)).data).toEqual({
      ...row,
      billed_to: nobodyBilled,
      reference: '',
      delivered_from: null,
      delivered_to: null,
      exemption: null,
      exemption_reason: '',
      issued_on: row.status === 'draft' ? null : '2026-01-01',
      line_items: row.line_items.map((line) => ({ ...line, ...plain })),
      payment_days: null,
      notes: '',
      version: 1,
      amount_credited: 0,
      amount_to_refund: 0,
      credit_notes: [],
      sender: expect.objectContaining({ name: 'Ours' }),
      look: standardLook,
      payment_code: null,
      viewed_at: null,
      ...moneyOf(row),
    })
})
