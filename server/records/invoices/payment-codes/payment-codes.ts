import type { Data } from 'swissqrbill/types'

import type { BilledTo } from '#contract/invoices/document-sender.ts'
import type { DocumentLook } from '#contract/invoices/looks.ts'
import { toDecimal } from '#server/platform/lib/money.ts'

import { epcCode } from './epc-code.ts'
import { type Payee, swissBill, swissCode } from './swiss-bill.ts'

interface Payable {
  readonly row: {
    readonly invoice_number: string
    readonly customer_name: string
    readonly currency: string
  }
  readonly billedTo: BilledTo
  readonly sender: Payee
  readonly look: Pick<DocumentLook, 'region'>
}

/** The text of a QR code for banking apps, and for a Swiss QR bill everything that it says. */
type PaymentCode =
  | { readonly kind: 'epc'; readonly text: string }
  | { readonly kind: 'swiss'; readonly text: string; readonly bill: Data }

/** Returns how an amount of the invoice, in minor units, is paid with a banking app; undefined where it can't be. */
export function payableBy({ row, billedTo, sender, look }: Payable, minor: number): PaymentCode | undefined {
  const { invoice_number, currency } = row
  const amount = toDecimal(minor, currency)
  // What was sent without a region keeps the code that it was sent with.
  const bill = look.region === undefined ? undefined : swissBill({ ...row, amount, billedTo }, sender)
  if (bill) return { kind: 'swiss', text: swissCode(bill), bill }
  const text = epcCode({ ...sender, currency, amount, reference: invoice_number })
  return text === undefined ? undefined : { kind: 'epc', text }
}
