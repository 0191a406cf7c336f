import { expect, test } from 'vitest'

import type { Invoice } from '#contract/invoices/invoices.ts'

import { amountsOf } from './invoice-amounts.ts'

const invoiceOf = (lines: readonly [string, number][], total_amount: number): Invoice => ({
  id: 1,
  invoice_number: 'INV-1',
  customer_id: 1,
  customer_name: 'Ada Lovelace',
  customer_email: 'ada@example.com',
  status: 'sent',
  total_amount,
  currency: 'EUR',
  due_date: '2026-11-09',
  created_at: '2026-10-10T08:00:00.000000Z',
  updated_at: '2026-10-10T08:00:00.000000Z',
  line_items: lines.map(([description, total], index) => ({
    id: index + 1,
    description,
    quantity: 1,
    unit_price: total,
    total,
  })),
})

test('tax after the lines is shown separately', () => {
  const amounts = amountsOf(
    invoiceOf(
      [
        ['Design', 100],
        ['Prints', 50.5],
        ['VAT 21 %', 31.61],
      ],
      182.11,
    ),
  )
  expect(amounts.lines.map(({ description }) => description)).toEqual(['Design', 'Prints'])
  expect(amounts.taxes.map(({ description, total }) => [description, total])).toEqual([['VAT 21 %', 31.61]])
})

test.each([
  ['an invoice without tax', [['Design', 100]], 100],
  ['a service that is called after a tax', [['VAT return for 2025', 100]], 100],
  [
    'a tax line in the middle',
    [
      ['VAT 21 %', 21],
      ['Design', 100],
    ],
    121,
  ],
  [
    'lines that don’t add up to the total',
    [
      ['Design', 100],
      ['VAT 21 %', 21],
    ],
    150,
  ],
  ['nothing but tax', [['VAT 21 %', 21]], 21],
] as const)('%s shows only its total', (_, lines, total) => {
  const invoice = invoiceOf(
    lines.map(([name, amount]) => [name, amount]),
    total,
  )
  expect(amountsOf(invoice)).toEqual({ lines: invoice.line_items, taxes: [] })
})
