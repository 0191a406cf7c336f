import type { BankPaymentRecording } from '#contract/invoices/bank-payments.ts'
import { longestPayments } from '#contract/invoices/payments.ts'
import type { Caller } from '#server/platform/access/caller-types.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { HttpError, invalidField, invalidInput } from '#server/platform/lib/http-error.ts'
import { decimalText, toDecimal } from '#server/platform/lib/money.ts'

import { minorOf, recordPayment } from '../payments.ts'
import { leftOf, readSuggestions } from './bank-payments.ts'
import { type BankPaymentRow, changeBankPayment, lockBankPayment } from './rows.ts'
import { readTwins } from './twins.ts'

type Part = BankPaymentRecording['payments'][number]

/** Records payments of invoices from what is left of it, all or none. Throws 404, 409 if it is set aside, and 422. */
export async function recordFrom(
  trx: Tenant,
  caller: Caller,
  id: number,
  parts: readonly Part[],
): Promise<void> {
  const row = await lockBankPayment(trx, id)
  if (row.state === 'set_aside')
    throw new HttpError('CONFLICT', 'This payment was set aside. Reopen it first')
  await record(trx, caller, row, parts)
}

async function record(trx: Tenant, caller: Caller, row: BankPaymentRow, parts: readonly Part[]) {
  let left = leftOf(row)
  for (const [index, part] of parts.entries())
    left -= await recordPart(trx, caller, { ...row, left }, part).catch(throwWithin(`payments.${index}`))
  await changeBankPayment(trx, row, { recorded: leftOf(row) - left })
}

/** Returns what it took of what is left, in minor units. */
async function recordPart(
  trx: Tenant,
  caller: Caller,
  { id, currency, paid_on, text, left }: BankPaymentRow & { readonly left: number },
  { invoice_id, amount, overpays = false }: Part,
): Promise<number> {
  const minor = minorOf(amount, currency)
  if (minor > left)
    throw invalidField('amount', `${currency} ${decimalText(left, currency)} of this payment is left`)
  const invoice = await trx
    .select('invoices')
    .select('currency')
    .where('id', '=', invoice_id)
    .executeTakeFirst()
  if (!invoice) throw invalidField('invoice_id', 'This invoice doesn’t exist')
  if (invoice.currency !== currency)
    throw invalidField('invoice_id', `This invoice is in ${invoice.currency}`)
  const reference = text.slice(0, longestPayments.reference).toWellFormed()
  const paid = { kind: 'payment', amount, paid_on, method: 'bank_transfer', reference, overpays } as const
  await recordPayment(trx, caller, { id: invoice_id, bankPayment: id }, paid)
  return minor
}

/** Throws an error about fields of a part as one about those of the request. */
const throwWithin = (path: string) => (error: unknown) => {
  if (!(error instanceof HttpError && error.problems)) throw error
  const problems = [...error.problems].map(([name, texts]) => [`${path}.${name}`, texts] as const)
  throw invalidInput('VALIDATION_FAILED', new Map(problems))
}

/**
 * Records the payment if what is suggested for it is certain, and returns whether it was. What is certain is decided anew, since
 * somebody may have paid or voided the invoice meanwhile.
 */
export async function recordSuggested(trx: Tenant, caller: Caller, id: number): Promise<boolean> {
  const row = await lockBankPayment(trx, id)
  if (row.state !== 'open') return false
  const suggestion = (await readSuggestions(trx, [row])).get(id)
  if (suggestion?.reason !== 'number_and_amount' || (await readTwins(trx, [row])).has(id)) return false
  const parts = suggestion.parts.map(({ invoice, amount }) => ({
    invoice_id: invoice.id,
    amount: toDecimal(amount, row.currency),
  }))
  await record(trx, caller, row, parts)
  return true
}

/** Says that what is left of it pays no invoice, or takes that back. Throws 404 and 409. */
export async function setAside(trx: Tenant, id: number, isSetAside: boolean): Promise<void> {
  const row = await lockBankPayment(trx, id)
  if (row.state !== (isSetAside ? 'open' : 'set_aside'))
    throw new HttpError(
      'CONFLICT',
      isSetAside ? 'Nothing is left of this payment' : 'This payment wasn’t set aside',
    )
  await changeBankPayment(trx, row, { isSetAside })
}
