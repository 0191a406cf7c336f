import type { BankPaymentInput } from '#contract/invoices/bank-payments.ts'

import { dayIn } from './statement-csv.ts'
import { type Statement, paymentOf, unreadablePayment } from './statement.ts'

/** Whether a text looks like MT940 of SWIFT. */
export const isMt940 = (text: string): boolean => /^:20:/m.test(text) && /^:60[FM]:/m.test(text)

/** Returns the payments of a statement as MT940 has it. Throws `UnreadableStatement`. */
export function readMt940(text: string): Statement {
  const fields = fieldsIn(text)
  let currency = ''
  const entries = fields.flatMap(({ tag, lines: [first = ''] }, index) => {
    // Each part of a statement begins with a balance: a mark, a day and a currency.
    if (/^60[FM]$/.test(tag)) currency = first.slice(7, 10)
    const next = fields[index + 1]
    return tag === '61' ? [paymentAt(first, next?.tag === '86' ? next.lines : [], currency)] : []
  })
  const payments = entries.filter((payment) => payment !== undefined)
  return { payments, leftOut: entries.length - payments.length }
}

interface Field {
  readonly tag: string
  readonly lines: string[]
}

function fieldsIn(text: string): Field[] {
  const fields: Field[] = []
  for (const line of text.split(/\r?\n/)) {
    const [, tag, first = ''] = /^:(\d\d[A-Z]?):(.*)$/.exec(line) ?? []
    if (tag !== undefined) fields.push({ tag, lines: [first] })
    // Messages end with `-}` and begin with `{1:`.
    else if (!/^(?:-\}?|\{.*)?$/.test(line)) fields.at(-1)?.lines.push(line)
  }
  return fields
}

/** Value date, booking date, mark, funds code, amount, kind, reference of the payer and of the bank. */
const entry =
  /^(?<value>\d{6})(?<booked>\d{4})?(?<mark>R?[CD]|E[CD])[A-Z]?(?<amount>\d+,\d*)(?:[A-Z][A-Z0-9]{3})?(?<reference>.*?)(?:\/\/(?<bank>.*))?$/

/** Returns the payment of an entry; undefined for what went out, was returned or is only expected. */
function paymentAt(
  line: string,
  information: readonly string[],
  currency: string,
): BankPaymentInput | undefined {
  const { value = '', booked, mark, amount = '', reference = '', bank = '' } = entry.exec(line)?.groups ?? {}
  const paid_on = dayOf(value, booked)
  if (mark === undefined || paid_on === undefined || !/^[A-Z]{3}$/.test(currency)) throw unreadablePayment()
  const received = Number(amount.replace(',', '.'))
  if (mark !== 'C' || received <= 0) return undefined
  const { text, ...payer } = informationIn(information)
  return paymentOf({
    paid_on,
    amount: received,
    currency,
    ...payer,
    text: text || (reference === 'NONREF' ? '' : reference),
    bank_reference: bank,
  })
}

/** The booking date has no year: it is near the value date. */
function dayOf(value: string, booked = value.slice(2)): string | undefined {
  const months = Number(booked.slice(0, 2)) - Number(value.slice(2, 4))
  const year = 2000 + Number(value.slice(0, 2)) + (months > 6 ? -1 : months < -6 ? 1 : 0)
  return dayIn(`${year}${booked}`, 'dmy')
}

type Information = Pick<BankPaymentInput, 'payer' | 'payer_account' | 'text'>

/** The longest line of the field; a word that doesn’t fit continues on the next one. */
const lineLength = 65
/** The standard allows six lines; some banks write more. */
const longest = 4_000

/** Reads what a bank says of a payment: in numbered parts as in Germany, in named ones as in the Netherlands, or in words. */
function informationIn(lines: readonly string[]): Information {
  const joined = lines.join('').slice(0, longest)
  const [, separator] = /^\d{3}([?<>~^])\d\d/.exec(joined) ?? []
  if (separator !== undefined) return numberedParts(joined, separator)
  if (/^\/[A-Z]{2,4}\//.test(joined)) return namedParts(joined)
  const text = lines.map((line) => (line.length < lineLength ? `${line} ` : line)).join('')
  return { payer: '', payer_account: '', ...remittanceIn(text) }
}

function numberedParts(information: string, separator: string): Information {
  const parts = new Map<string, string>()
  let current = ''
  for (const part of information.split(separator).slice(1)) {
    const isNew = /^\d\d/.test(part)
    if (isNew) current = part.slice(0, 2)
    // Otherwise a text has the sign that separates them.
    parts.set(current, `${parts.get(current) ?? ''}${isNew ? part.slice(2) : `${separator}${part}`}`)
  }
  const joined = (numbers: RegExp) =>
    [...parts].map(([number, text]) => (numbers.test(number) ? text : '')).join('')
  return {
    payer: joined(/^3[23]$/),
    payer_account: joined(/^31$/),
    ...remittanceIn(joined(/^(?:2\d|6[0-3])$/)),
  }
}

function namedParts(information: string): Information {
  const { part } = partsBy(
    /\/(TRTP|IBAN|BIC|NAME|REMI|EREF|ORDP|BENM|CNTP|CSID|MARF|ADDR|PURP|ULTD|ULTB)\//,
    information,
  )
  // Account, BIC, name and place.
  const [account = '', , name = ''] = part('CNTP').split('/')
  const trimmed = (of: string) => part(of).replace(/\/+$/, '')
  return {
    payer: trimmed('ULTD') || trimmed('NAME') || name,
    payer_account: trimmed('IBAN') || account,
    text: words(trimmed('REMI').replace(/^(?:USTD\/\/|STRD\/CUR\/)/, ''), trimmed('EREF')),
  }
}

/** Reads the text of a transfer, which may have parts named as SEPA has them: what it is for, and who really pays. */
function remittanceIn(text: string): { readonly text: string; readonly payer?: string } {
  const { before, part } = partsBy(
    /(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|PURP|IBAN|BIC)\+/,
    text,
  )
  const payer = part('ABWA')
  return { text: words(part('SVWZ') || before, part('EREF')), ...(payer && { payer }) }
}

/** Splits a text where one of the names stands, and returns what is before them and, by its name, each part. */
function partsBy(names: RegExp, text: string) {
  const [before = '', ...pieces] = text.split(names)
  const parts = new Map(
    pieces.flatMap((name, index) => (index % 2 === 0 ? [[name, pieces[index + 1] ?? ''] as const] : [])),
  )
  return { before, part: (name: string) => parts.get(name) ?? '' }
}

/** What it is for, and what the payer called the transfer. */
const words = (text: string, reference: string) =>
  [text, /^NOT ?PROVIDED$/.test(reference.trim()) ? '' : reference].filter(Boolean).join(' ')
