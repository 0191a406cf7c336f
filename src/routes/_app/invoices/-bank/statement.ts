import { type BankPaymentInput, mostBankPayments } from '#contract/invoices/bank-payments.ts'

/** What a bank statement says of the payments that arrived. */
export interface Statement {
  readonly payments: readonly BankPaymentInput[]
  /** Payments that went out, and those that aren't booked yet. */
  readonly leftOut: number
}

/** A file that can't be read as a bank statement; the message tells people why. */
export class UnreadableStatement extends Error {}

export const unreadablePayment = () =>
  new UnreadableStatement('A payment of this statement has no amount or no day')

/** Returns the text of a file: as its byte order mark or XML declaration says, else UTF-8 if it is, else Windows-1252. */
export function textOfFile(bytes: Uint8Array): string {
  const decode = (encoding: string, fatal = false) => new TextDecoder(encoding, { fatal }).decode(bytes)
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decode('utf-16le')
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decode('utf-16be')
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  const [, declared] = /^\s*<\?xml[^>]*\sencoding=["']([\w.:-]+)["']/.exec(head) ?? []
  try {
    return decode(declared ?? 'utf-8', declared === undefined)
  } catch {
    return decode('windows-1252')
  }
}

/** A text as a payment holds it: in one line, without what turns its direction, and not longer than that. */
const lineOf = (text: string, most: number): string =>
  text
    .replaceAll(/[\s\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]+/gu, ' ')
    .trim()
    .slice(0, most)
    .toWellFormed()
    .trim()

/** A payment whose texts have the length that the service takes. */
export const paymentOf = ({
  payer,
  payer_account,
  text,
  bank_reference,
  ...payment
}: BankPaymentInput): BankPaymentInput => ({
  ...payment,
  payer: lineOf(payer, mostBankPayments.short),
  payer_account: lineOf(payer_account, mostBankPayments.short),
  text: lineOf(text, mostBankPayments.text),
  bank_reference: lineOf(bank_reference, mostBankPayments.short),
})
