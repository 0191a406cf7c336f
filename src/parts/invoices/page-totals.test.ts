import { expect, test } from 'vitest'

import type { Invoice } from '#contract/invoices/invoices.ts'
import { money } from '#lib/money.ts'

import { pageTotals } from './page-totals.ts'

const invoice = (currency: string, total_amount: number, status: string): Invoice => ({
  id: 1,
  invoice_number: 'INV-1',
  customer_id: 1,
  customer_name: 'Ada Lovelace',
  customer_email: 'ada@example.com',
  status,
  total_amount,
  currency,
  due_date: '2026-11-09',
  created_at: '2026-10-10T08:00:00.000000Z',
  updated_at: '2026-10-10T08:00:00.000000Z',
  line_items: [],
})

test('each currency is summed exactly, and only sent and overdue invoices are outstanding', () => {
  const totals = pageTotals([
    invoice('USD', 5, 'draft'),
    invoice('EUR', 0.1, 'paid'),
    invoice('EUR', 0.2, 'overdue'),
    invoice('EUR', 0.7, 'sent'),
  ])
  expect(
    totals.map((one) => [
      one.currency,
      one.count,
      money(one.total_amount, one.currency),
      money(one.open_amount, one.currency),
    ]),
  ).toEqual([
    ['EUR', 3, '€1.00', '€0.90'],
    ['USD', 1, 'US$5.00', 'US$0.00'],
  ])
})
