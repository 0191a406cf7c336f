import { expect, test } from 'vitest'

import { bankAccountIn } from './bank-account.ts'
import { epcCode } from './epc-code.ts'

const iban = 'DE89370400440532013000'
const bill = {
  name: 'Harbor & Finch',
  bank_details: `Quayside Bank\nIBAN: DE89 3704 0044 0532 0130 00 BIC COBADEFFXXX`,
  currency: 'EUR',
  amount: 1234.5,
  reference: 'INV-2026-0007',
}

test.each([
  ['IBAN DE89 3704 0044 0532 0130 00', ''],
  ['iban: de89370400440532013000, swift: cobadeffxxx', 'COBADEFFXXX'],
  ['Account 370400440\nDE89-3704-0044-0532-0130-00 (Commerzbank) BIC: COBADEFF', 'COBADEFF'],
  ['IBAN NL00 QUAY 0000 0000 00\nIBAN DE89 3704 0044 0532 0130 00', ''],
])('finds the account in %j', (details, bic) => {
  expect(bankAccountIn(details)).toEqual({ iban, bic })
})

test.each([
  '',
  'Sort code 12-34-56, account 12345678',
  'DE88 3704 0044 0532 0130 00',
  'DE89 3704 0044\n0532 0130 00',
  'DE89',
])('finds no account in %j', (details) => {
  expect(bankAccountIn(details)).toBeUndefined()
})

test('the code of a SEPA transfer names account, amount and invoice', () => {
  expect(epcCode(bill)?.split('\n')).toEqual([
    'BCD',
    '002',
    '1',
    'SCT',
    'COBADEFFXXX',
    'Harbor & Finch',
    iban,
    'EUR1234.50',
    '',
    '',
    'INV-2026-0007',
  ])
})

test('the longest code fits into the 331 bytes that banks read, and each of its parts stays one line', () => {
  const code = epcCode({
    ...bill,
    bank_details: 'MT84 MALT 0110 0001 2345 MTLC AST0 01S\nBIC MALTMTMTXXX',
    name: `Zürich\n${'x'.repeat(200)}`,
    amount: 999_999_999.99,
    reference: 'x'.repeat(300),
  })
  expect(code?.split('\n')).toHaveLength(11)
  expect(new TextEncoder().encode(code).length).toBeLessThanOrEqual(331)
})

test.each([
  ['another currency', { currency: 'CHF' }],
  ['nothing due', { amount: 0 }],
  ['more than a transfer may be', { amount: 1e9 }],
  ['no IBAN', { bank_details: 'Sort code 12-34-56' }],
  ['an account outside of SEPA', { bank_details: 'AE07 0331 2345 6789 0123 456' }],
  ['nobody to pay', { name: ' ' }],
])('there is no code with %s', (_case, changes) => {
  expect(epcCode({ ...bill, ...changes })).toBeUndefined()
})
