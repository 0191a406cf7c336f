import { expect, test } from 'vitest'

import { isXml, readCamt } from './camt.ts'

const statement = (
  entries: string,
  { name = 'BkToCstmrStmt', part = 'Stmt', space = 'camt.053.001.08' } = {},
) =>
  `<?xml version="1.0" encoding="UTF-8"?>
  <Document xmlns="urn:iso:std:iso:20022:tech:xsd:${space}"><${name}><GrpHdr><MsgId>1</MsgId></GrpHdr>
  <${part}><Id>S1</Id><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></Acct>
  <Bal><Amt Ccy="EUR">1000.00</Amt></Bal>${entries}</${part}></${name}></Document>`

const entry = (
  details: string,
  more: { amount?: string; kind?: string; rest?: string; status?: string } = {},
) => {
  const { amount = '119.00', kind = 'CRDT', rest = '', status = '<Sts><Cd>BOOK</Cd></Sts>' } = more
  return `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${kind}</CdtDbtInd>${status}
    <BookgDt><Dt>2026-01-05</Dt></BookgDt><AcctSvcrRef>REF1</AcctSvcrRef>${rest}
    <NtryDtls>${details}</NtryDtls></Ntry>`
}

const details = (amount = '') => `<TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>${amount}
  <RltdPties><Dbtr><Pty><Nm>Ødegård &amp; S&#248;nn AS</Nm></Pty></Dbtr>
  <DbtrAcct><Id><IBAN>NO9386011117947</IBAN></Id></DbtrAcct></RltdPties>
  <RmtInf><Ustrd>INV-2026-</Ustrd><Ustrd>0001
  thanks</Ustrd></RmtInf></TxDtls>`

test('a payment has its day, amount, payer, account and text, in one line', () => {
  expect(readCamt(statement(entry(details())))).toEqual({
    leftOut: 0,
    payments: [
      {
        paid_on: '2026-01-05',
        amount: 119,
        currency: 'EUR',
        payer: 'Ødegård & Sønn AS',
        payer_account: 'NO9386011117947',
        text: 'INV-2026- 0001 thanks',
        bank_reference: 'REF1',
      },
    ],
  })
})

test('the older version, prefixes of names, and both kinds of reports in between are read alike', () => {
  const old = entry(details().replace('<Pty>', '').replace('</Pty>', ''), { status: '<Sts>BOOK</Sts>' })
  const expected = readCamt(statement(entry(details())))
  expect(readCamt(statement(old, { space: 'camt.053.001.02' }))).toEqual(expected)
  expect(readCamt(statement(old, { name: 'BkToCstmrAcctRpt', part: 'Rpt' }))).toEqual(expected)
  expect(readCamt(statement(old, { name: 'BkToCstmrDbtCdtNtfctn', part: 'Ntfctn' }))).toEqual(expected)
  const prefixed = statement(old)
    .replaceAll(/<(\/?)(?=[A-Z])/g, '<$1ns:')
    .replace('xmlns=', 'xmlns:ns=')
  expect(readCamt(prefixed)).toEqual(expected)
})

test('what went out, was returned or isn’t booked yet is left out', () => {
  const entries = [
    entry(details(), { kind: 'DBIT' }),
    entry(details(), { rest: '<RvslInd>true</RvslInd>' }),
    entry(details(), { status: '<Sts><Cd>PDNG</Cd></Sts>' }),
  ]
  expect(readCamt(statement(entries.join('')))).toEqual({ payments: [], leftOut: 3 })
})

test('a collective booking is its payments, if the bank states their amounts', () => {
  const both = [
    details('<Amt Ccy="EUR">100.00</Amt>'),
    details('<AmtDtls><TxAmt><Amt Ccy="EUR">19.00</Amt></TxAmt></AmtDtls>'),
  ]
  const amounts = (text: string) => readCamt(text).payments.map(({ amount }) => amount)
  expect(amounts(statement(entry(both.join(''))))).toEqual([100, 19])
  expect(amounts(statement(entry(details() + details())))).toEqual([119])
})

test('a structured reference counts as text, and so does what the payer called the transfer', () => {
  const structured = details().replace(
    /<RmtInf>.*<\/RmtInf>/s,
    '<RmtInf><Strd><CdtrRefInf><Ref>RF18539007547034</Ref></CdtrRefInf></Strd></RmtInf>',
  )
  const [payment] = readCamt(statement(entry(structured.replace('NOTPROVIDED', 'INV-2026-0007')))).payments
  expect(payment?.text).toBe('RF18539007547034 INV-2026-0007')
})

test.each([
  ['<html><body></body></html>', 'This XML file isn’t a bank statement. Export it as CAMT.053, or as CSV'],
  ['<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', 'This XML file isn’t a bank statement'],
  [
    statement('<Ntry><Amt>1</Amt><CdtDbtInd>CRDT</CdtDbtInd></Ntry>'),
    'A payment of this statement has no amount or no day',
  ],
])('%s is refused with a reason', (text, message) => {
  expect(() => readCamt(text)).toThrow(message)
})

test('XML is told from a table', () => {
  expect(isXml('\uFEFF <?xml version="1.0"?>')).toBe(true)
  expect(isXml('Date;Amount')).toBe(false)
})
