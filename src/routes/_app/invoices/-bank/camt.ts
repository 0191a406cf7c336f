import { XMLParser } from 'fast-xml-parser'

import type { BankPaymentInput } from '#contract/invoices/bank-payments.ts'

import { type Statement, UnreadableStatement, paymentOf, unreadablePayment } from './statement.ts'

/** An element: text, or its children by name. Lists are those below. */
type Element = string | { readonly [name: string]: Element | readonly Element[] | undefined }

const lists = new Set(['Stmt', 'Rpt', 'Ntfctn', 'Ntry', 'NtryDtls', 'TxDtls', 'Ustrd', 'Strd'])

const parser = new XMLParser({
  ignoreAttributes: false,
  removeNSPrefix: true,
  parseTagValue: false,
  isArray: (name) => lists.has(name),
  htmlEntities: true,
})

/** Whether a text looks like XML. */
export const isXml = (text: string): boolean => /^\uFEFF?\s*</.test(text)

/**
 * Returns the payments of a statement as ISO 20022 has it: camt.053, or camt.052 and camt.054, which are alike in what is read
 * here. Of a collective booking, each payment that the bank states on its own. Throws `UnreadableStatement`.
 */
export function readCamt(text: string): Statement {
  // Entities of its own could make a small file large.
  if (/<!DOCTYPE/i.test(text)) throw new UnreadableStatement('This XML file isn’t a bank statement')
  const document = at(parse(text), 'Document')
  const messages = ['BkToCstmrStmt/Stmt', 'BkToCstmrAcctRpt/Rpt', 'BkToCstmrDbtCdtNtfctn/Ntfctn']
  const statements = messages.flatMap((path) => [...listAt(document, path)])
  if (statements.length === 0)
    throw new UnreadableStatement('This XML file isn’t a bank statement. Export it as CAMT.053, or as CSV')
  const entries = statements.flatMap((statement) => [...listAt(statement, 'Ntry')])
  const arrived = entries.filter(hasArrived)
  return { payments: arrived.flatMap(paymentsOf), leftOut: entries.length - arrived.length }
}

function parse(text: string): Element {
  try {
    return parser.parse(text) as Element
  } catch {
    throw new UnreadableStatement('This XML file is damaged')
  }
}

/** What the bank took back from somebody we had paid is no payment of a customer. */
const hasArrived = (entry: Element) =>
  textAt(entry, 'CdtDbtInd') === 'CRDT' &&
  textAt(entry, 'RvslInd') !== 'true' &&
  ['BOOK', ''].includes(textAt(entry, 'Sts/Cd') || textAt(entry, 'Sts'))

function paymentsOf(entry: Element): BankPaymentInput[] {
  const details = listAt(entry, 'NtryDtls').flatMap((one) => [...listAt(one, 'TxDtls')])
  const total = amountAt(entry, 'Amt')
  const [only] = details
  if (!only || details.length === 1) return [paymentAt(entry, only ?? '', total)]
  const amounts = details.map((one) => amountAt(one, 'Amt') ?? amountAt(one, 'AmtDtls/TxAmt/Amt'))
  // Otherwise only the sum is sure.
  const isWhole = amounts.every((amount) => amount?.currency === total?.currency)
  return isWhole
    ? details.map((one, index) => paymentAt(entry, one, amounts[index]))
    : [paymentAt(entry, '', total)]
}

interface Amount {
  readonly amount: number
  readonly currency: string
}

function paymentAt(entry: Element, details: Element, amount: Amount | undefined): BankPaymentInput {
  const day = ['BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm']
    .map((path) => textAt(entry, path))
    .find(Boolean)
  if (amount === undefined || day === undefined) throw unreadablePayment()
  const first = (...paths: string[]) => paths.map((path) => textAt(details, path)).find(Boolean) ?? ''
  const remittance = [
    ...listAt(details, 'RmtInf/Ustrd').map(textOf),
    ...listAt(details, 'RmtInf/Strd').map((one) => textAt(one, 'CdtrRefInf/Ref')),
  ]
  const reference = first('Refs/EndToEndId')
  const said = [...remittance, reference === 'NOTPROVIDED' ? '' : reference].filter(Boolean)
  return paymentOf({
    ...amount,
    paid_on: day.slice(0, 10),
    payer: first(
      'RltdPties/UltmtDbtr/Nm',
      'RltdPties/UltmtDbtr/Pty/Nm',
      'RltdPties/Dbtr/Nm',
      'RltdPties/Dbtr/Pty/Nm',
    ),
    payer_account: first('RltdPties/DbtrAcct/Id/IBAN', 'RltdPties/DbtrAcct/Id/Othr/Id'),
    text: said.length > 0 ? said.join(' ') : first('AddtlTxInf') || textAt(entry, 'AddtlNtryInf'),
    bank_reference: first('Refs/AcctSvcrRef') || textAt(entry, 'AcctSvcrRef'),
  })
}

function amountAt(element: Element, path: string): Amount | undefined {
  const found = at(element, path)
  const amount = Number(textOf(found) || Number.NaN)
  const currency = textAt(found, '@_Ccy')
  return Number.isFinite(amount) && amount > 0 && currency !== '' ? { amount, currency } : undefined
}

/** What is below an element on that path; nothing is the empty text. */
function at(element: Element | undefined, path: string): Element {
  let found: Element = element ?? ''
  for (const name of path.split('/')) {
    const next = typeof found === 'string' ? '' : (found[name] ?? '')
    found = (Array.isArray(next) ? next[0] : next) as Element
  }
  return found
}

/** The elements of one of the lists above. */
function listAt(element: Element, path: string): readonly Element[] {
  const cut = path.lastIndexOf('/')
  const parent = cut < 0 ? element : at(element, path.slice(0, cut))
  const found = typeof parent === 'string' ? [] : (parent[path.slice(cut + 1)] ?? [])
  return (Array.isArray(found) ? found : [found]) as readonly Element[]
}

/** The text of an element, which is beside its attributes if it has some. */
function textOf(element: Element): string {
  const text = typeof element === 'string' ? element : element['#text']
  return typeof text === 'string' ? text.trim() : ''
}

const textAt = (element: Element, path: string): string => textOf(at(element, path))
