import fc from 'fast-check'
import { expect, test } from 'vitest'

import { nobodyBilled } from '#contract/invoices/document-sender.ts'
import { readNumberPattern, writeNumber } from '#contract/invoices/number-pattern.ts'
import { fold } from '#contract/values/folding.ts'

import { swissBill } from '../payment-codes/swiss-bill.ts'
import { type Payable, numbersIn, suggestionFor } from './matching.ts'

const pattern = readNumberPattern('INV-{year}-{number:4}')

const invoice = (id: number, more: Partial<Payable> = {}): Payable => ({
  id,
  invoice_number: `INV-2026-000${id}`,
  number: `inv-2026-000${id}`,
  customer_name: 'Noor Haddad',
  currency: 'EUR',
  due: 10_000,
  due_date: `2026-03-0${id}`,
  names: ['Noor Haddad', 'Haddad & Daughters GmbH'],
  ...more,
})
const suggested = (
  payment: {
    readonly left?: number
    readonly payer?: string
    readonly text?: string
    readonly currency?: string
  },
  open: readonly Payable[],
) => {
  const arrived = { currency: 'EUR', left: 10_000, payer: '', text: '', ...payment }
  const found = suggestionFor(arrived, open, new Set(numbersIn(arrived.text, pattern)))
  return found && [found.reason, ...found.parts.map((part) => [part.invoice.id, part.amount])]
}

test.each([
  'INV-2026-0012',
  'inv 2026 0012',
  'INV20260012',
  'Invoice no. INV-2026-12, thank you',
  'EREF+INV-2026-0012+SVWZ+',
  'RF/INV/2026/0012//',
  'RF16INV20260012',
  '000000000000000000202600126',
  '00 00000 00000 00000 02026 00126',
])('an invoice is found by its number in “%s”', (text) => {
  expect(numbersIn(text, pattern)).toContain('inv-2026-0012')
})

test.each(['INV-2026-00123', '000000000000000000202600124', 'XINV-2026-0012', 'INV-2026', '0012'])(
  '“%s” names another number',
  (text) => {
    expect(numbersIn(text, pattern)).not.toContain('inv-2026-0012')
  },
)

test('numbers of other patterns, such as those of before, are found as they are written', () => {
  expect(numbersIn('For RE/23-7 and 2024.118', pattern)).toEqual(
    expect.arrayContaining(['re/23-7', '2024.118']),
  )
})

test('any number of any pattern is found within any text', () => {
  const patterns = ['INV-{year}-{number:4}', '{number:6}', 'R{number}/{year}', '#{year}{number:3}'].map(
    readNumberPattern,
  )
  fc.assert(
    fc.property(
      fc.constantFrom(...patterns),
      fc.integer({ min: 2000, max: 2099 }),
      fc.integer({ min: 100, max: 999 }),
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      (own, year, number, text) => {
        const written = fold(writeNumber(own, year, number)).replace(/^#/, '')
        expect(
          numbersIn(`${text} ${written} ${text}`, own).map((found) => found.replace(/^#/, '')),
        ).toContain(written)
      },
    ),
  )
})

test('the reference of a Swiss bill names its invoice, also for a QR-IBAN', () => {
  const payee = {
    name: 'Seebank',
    street: 'Seestrasse 12',
    postal_code: '8002',
    city: 'Zürich',
    country: 'CH',
  }
  fc.assert(
    fc.property(
      fc.constantFrom(...['INV-{year}-{number:4}', '{number:6}', 'R{number}/{year}'].map(readNumberPattern)),
      fc.constantFrom('CH93 0076 2011 6238 5295 7', 'CH44 3199 9123 0008 8901 2'),
      fc.integer({ min: 2000, max: 2099 }),
      fc.integer({ min: 1, max: 999_999 }),
      (own, bank_details, year, number) => {
        const invoice_number = writeNumber(own, year, number)
        const bill = swissBill(
          { invoice_number, customer_name: '', currency: 'CHF', amount: 1, billedTo: nobodyBilled },
          { ...payee, bank_details },
        )
        expect(numbersIn(bill?.reference ?? '', own)).toContain(fold(invoice_number))
      },
    ),
  )
})

test('a number and the amount due make it certain', () => {
  expect(suggested({ text: 'INV-2026-0001' }, [invoice(1), invoice(2)])).toEqual([
    'number_and_amount',
    [1, 10_000],
  ])
})

test('one payment of several invoices is split among them', () => {
  const both = { text: 'INV-2026-0002, INV-2026-0001', left: 15_000 }
  expect(suggested(both, [invoice(1), invoice(2, { due: 5_000 })])).toEqual([
    'number_and_amount',
    [1, 10_000],
    [2, 5_000],
  ])
})

test('of several numbers, the only one with that amount due is meant', () => {
  expect(
    suggested({ text: 'INV-2026-0001 INV-2026-0002', left: 5_000 }, [invoice(1), invoice(2, { due: 5_000 })]),
  ).toEqual(['number_and_amount', [2, 5_000]])
})

test('too little pays what was due first, and too much leaves something', () => {
  const open = [invoice(2), invoice(1)]
  const text = 'INV-2026-0001 INV-2026-0002'
  expect(suggested({ text, left: 12_000 }, open)).toEqual(['number', [1, 10_000], [2, 2_000]])
  expect(suggested({ text, left: 30_000 }, open)).toEqual(['number', [1, 10_000], [2, 10_000]])
})

test('without a number, the oldest invoice of that amount of who paid is suggested', () => {
  const others = [invoice(1, { names: ['Ana Horvat', ''] }), invoice(3), invoice(2)]
  expect(suggested({ payer: 'HADDAD NOOR' }, others)).toEqual(['payer_and_amount', [2, 10_000]])
  expect(suggested({ payer: 'Haddad & Daughters' }, others)).toEqual(['payer_and_amount', [2, 10_000]])
})

test('an amount alone is enough only if one invoice has it', () => {
  expect(suggested({ payer: 'Someone' }, [invoice(1), invoice(2, { due: 1 })])).toEqual([
    'amount',
    [1, 10_000],
  ])
  expect(suggested({ payer: 'Someone' }, [invoice(1), invoice(2)])).toBeUndefined()
})

test('invoices in another currency, and those of which nothing is due, are never suggested', () => {
  const text = 'INV-2026-0001'
  expect(suggested({ text, currency: 'CHF' }, [invoice(1)])).toBeUndefined()
  expect(suggested({ text }, [invoice(1, { due: 0 })])).toBeUndefined()
})

test('never more is suggested than is left, nor than is due', () => {
  const due = fc.integer({ min: 1, max: 1000 })
  fc.assert(
    fc.property(fc.array(due, { maxLength: 5 }), due, (dues, left) => {
      const open = dues.map((amount, index) => invoice(index + 1, { due: amount }))
      const text = open.map(({ invoice_number }) => invoice_number).join(' ')
      const parts =
        suggestionFor({ currency: 'EUR', left, payer: '', text }, open, new Set(numbersIn(text, pattern)))
          ?.parts ?? []
      expect(parts.reduce((sum, { amount }) => sum + amount, 0)).toBeLessThanOrEqual(left)
      for (const part of parts) expect(part.amount).toBeLessThanOrEqual(part.invoice.due)
    }),
  )
})
