import { expect, test } from 'vitest'

import type { Invoice, LineItem } from '#contract/invoices/invoices.ts'

import { invoiceHints } from './-invoice-hints.ts'

const today = '2026-11-21'

const line = (quantity: number, unit_price: number, total: number): LineItem => ({
  id: 1,
  description: 'Garden design',
  quantity,
  unit_price,
  total,
})

const invoice = (more: Partial<Invoice>): Invoice => ({
  id: 1,
  invoice_number: 'INV-1',
  customer_id: 1,
  customer_name: 'Ada Lovelace',
  customer_email: 'ada@example.com',
  status: 'paid',
  total_amount: 0.3,
  currency: 'EUR',
  due_date: '2026-11-09',
  created_at: '2026-10-10T08:00:00.000000Z',
  updated_at: '2026-10-10T08:00:00.000000Z',
  line_items: [line(1, 0.1, 0.1), line(1, 0.2, 0.2)],
  ...more,
})

test('an invoice that adds up and is paid gives no hint', () => {
  expect(invoiceHints(invoice({}), today)).toEqual([])
})

test('a total that is a cent off is reported with both amounts', () => {
  expect(invoiceHints(invoice({ total_amount: 0.31 }), today)).toEqual([
    'Line items add up to €0.30, but the total is €0.31. Tax or a discount may explain the difference.',
  ])
})

test('a line that isn’t quantity × price is reported', () => {
  expect(invoiceHints(invoice({ total_amount: 250, line_items: [line(2, 120, 250)] }), today)).toEqual([
    '“Garden design”: 2 × €120.00 is €240.00, but the line total is €250.00.',
  ])
})

test('rounding to the minor unit gives no hint, whichever way a half went', () => {
  for (const total of [0.12, 0.13])
    expect(
      invoiceHints(invoice({ total_amount: total, line_items: [line(0.25, 0.5, total)] }), today),
    ).toEqual([])
  expect(
    invoiceHints(invoice({ currency: 'JPY', total_amount: 3, line_items: [line(2.5, 1, 3)] }), today),
  ).toEqual([])
})

test('an invoice without lines isn’t compared with its total', () => {
  expect(invoiceHints(invoice({ line_items: [] }), today)).toEqual([])
})

test('a sent invoice past its due date is reported; one due today or marked overdue isn’t', () => {
  expect(invoiceHints(invoice({ status: 'sent' }), today)).toEqual([
    'Due 12 days ago but still marked as sent, not overdue.',
  ])
  expect(invoiceHints(invoice({ status: 'sent', due_date: today }), today)).toEqual([])
  expect(invoiceHints(invoice({ status: 'overdue' }), today)).toEqual([])
})
