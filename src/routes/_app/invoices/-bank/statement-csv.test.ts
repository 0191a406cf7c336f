import { describe, expect, test } from 'vitest'

import { amountIn, dayIn, dayOrderOf, decimalSignOf, openCsv, readRows } from './statement-csv.ts'
import { textOfFile } from './statement.ts'

const read = (text: string, currency = 'EUR') => {
  const csv = openCsv(text)
  return readRows(csv, { columns: csv.columns, dayOrder: 'dmy', currency })
}

describe('the exports of banks', () => {
  test('German: semicolons, comma, a preamble, and a column of its own for the text', () => {
    const text = `"Girokonto";"DE89 3704 0044 0532 0130 00"
"Zeitraum:";"01.01.2026 - 31.01.2026"

"Buchungstag";"Wertstellung";"Umsatztyp";"Zahlungspflichtige*r";"Zahlungsempfänger*in";"IBAN";"Verwendungszweck";"Betrag (€)"
"05.01.26";"05.01.26";"Eingang";"Ødegård AS";"Wir";"NO9386011117947";"INV-2026-0001";"1.119,50"
"06.01.26";"06.01.26";"Ausgang";"Wir";"Strom GmbH";"DE12500105170648489890";"Abschlag";"-85,00"
`
    expect(read(text)).toEqual({
      leftOut: 1,
      payments: [
        {
          paid_on: '2026-01-05',
          amount: 1119.5,
          currency: 'EUR',
          payer: 'Ødegård AS',
          payer_account: 'NO9386011117947',
          text: 'INV-2026-0001',
          bank_reference: '',
        },
      ],
    })
  })

  test('British: commas, day first, paid in and paid out', () => {
    const text = `Date,Type,Description,Paid out,Paid in,Balance
05/01/2026,BGC,"ACME LTD, INV-2026-0001",,"1,200.00",5000.00
13/01/2026,DD,RENT,900.00,,4100.00
`
    const { payments, leftOut } = read(text, 'GBP')
    expect(payments).toEqual([
      expect.objectContaining({
        paid_on: '2026-01-05',
        amount: 1200,
        currency: 'GBP',
        text: 'ACME LTD, INV-2026-0001',
      }),
    ])
    expect(leftOut).toBe(1)
  })

  test('with a currency and a time: ISO dates, a point, a partner', () => {
    const text = `Booking Date,Value Date,Partner Name,Partner Iban,Type,Payment Reference,Amount,Currency
2026-01-05 10:30:00,2026-01-05,Zoe Odegard,NO9386011117947,Credit Transfer,INV-2026-0001,119.00,CHF
`
    expect(read(text).payments).toEqual([
      expect.objectContaining({ payer: 'Zoe Odegard', amount: 119, currency: 'CHF', text: 'INV-2026-0001' }),
    ])
  })

  test('with a header in words that nobody knows, people choose the columns', () => {
    const csv = openCsv('Wann|Wieviel|Wer\n2026-01-05|5|Zoe')
    expect(csv.columns.amount).toBeUndefined()
    const columns = { ...csv.columns, paid_on: 0, amount: 1, payer: 2 }
    expect(readRows(csv, { columns, dayOrder: 'dmy', currency: 'EUR' }).payments).toEqual([
      expect.objectContaining({ paid_on: '2026-01-05', amount: 5, payer: 'Zoe' }),
    ])
  })

  test.each(['', 'hello', 'Date;Amount', '\0\0\0'])('%j is no statement', (text) => {
    expect(() => openCsv(text)).toThrow('This file has no payments')
  })
})

test('days are written in the order that all of them allow', () => {
  expect(dayOrderOf(['01/02/2026', '13/02/2026'])).toBe('dmy')
  expect(dayOrderOf(['01/02/2026', '02/13/2026'])).toBe('mdy')
  expect(dayOrderOf(['01.02.2026'])).toBe('dmy')
  expect(dayOrderOf(['01/02/2026', ''])).toBeUndefined()
  expect(dayOrderOf(['2026-01-31'])).toBe('dmy')
})

test.each([
  ['2026-01-31', '2026-01-31'],
  ['20260131', '2026-01-31'],
  ['2026-01-31T10:00:00Z', '2026-01-31'],
  ['31.1.26', '2026-01-31'],
  ['31/01/2026', '2026-01-31'],
  ['30.02.2026', undefined],
  ['31/01-2026', undefined],
  ['Saldo', undefined],
  ['', undefined],
])('%j is the day %j', (cell, day) => {
  expect(dayIn(cell, 'dmy')).toBe(day)
})

test.each([
  ['1.234,56', 1234.56],
  ['1 234,56 €', 1234.56],
  ['+99,5', 99.5],
  ['-1,00', -1],
  ['1,00-', -1],
  ['(1,00)', -1],
  ['12,00 S', -12],
  ['12,00 H', 12],
  ['1,2,3', undefined],
  ['abc', undefined],
  ['', undefined],
])('%j is the amount %j where a comma separates decimals', (cell, amount) => {
  expect(amountIn(cell, ',')).toBe(amount)
})

test('the decimal sign is that of the column', () => {
  expect(decimalSignOf(['1,000', '1,000.5'])).toBe('.')
  expect(decimalSignOf(['1.000', '1.000,50'])).toBe(',')
  expect(decimalSignOf(['1.000', '7'])).toBe('.')
})

test('the text of a file is read in its encoding', () => {
  const latin = (text: string) => Uint8Array.from(text, (letter) => letter.codePointAt(0) ?? 0)
  expect(textOfFile(new TextEncoder().encode('Ødegård'))).toBe('Ødegård')
  expect(textOfFile(latin('Währung'))).toBe('Währung')
  expect(textOfFile(latin('<?xml version="1.0" encoding="ISO-8859-1"?><a>ä</a>'))).toContain('ä')
  expect(textOfFile(latin('<?xml version="1.0" encoding="no-such"?><a>ä</a>'))).toContain('ä')
})
