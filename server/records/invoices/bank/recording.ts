import type { BankPaymentRecording } from '#contract/bank-payments.ts'
import { longestPayments } from '#contract/invoice-payments.ts'
import type { Caller } from '#server/platform/access/caller-types.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { HttpError, invalidField, invalidInput } from '#server/platform/lib/http-error.ts'
import { amountProblem, decimalText, toDecimal, toMinor } from '#server/platform/lib/money.ts'

import { recordPayment } from '../payments.ts'
import { leftOf, readSuggestions } from './bank-payments.ts'
import { type BankPaymentRow, changeBankPayment, lockBankPayment } from './rows.ts'

type Part = BankPaymentRecording['payments'][number]

/**
 * Records payments of invoices from what is left of it, all or none. Throws 404, 409 if it is set aside, 412 for another
 * version, and 422.
 */
export async function recordFrom(
  trx: Tenant,
  caller: Caller,
  { id, version }: { readonly id: number; readonly version?: number | undefined },
  parts: readonly Part[],
): Promise<void> {
  const row = await lockBankPayment(trx, id, version)
  if (row.state === 'set_aside')
    throw new HttpError('CONFLICT', 'This payment was set aside. Reopen it first')
  const { currency } = row
  let left = leftOf(row)
  for (const [index, part] of parts.entries()) {
    const problem = amountProblem(part.amount, currency)
    const field = `payments.${index}.amount`
    if (problem !== undefined) throw invalidField(field, problem)
    const amount = toMinor(part.amount, currency)
    if (amount > left)
      throw invalidField(field, `${currency} ${decimalText(left, currency)} of this payment is left`)
    await recordPart(trx, caller, row, part, index)
    left -= amount
  }
  await changeBankPayment(trx, row, { recorded: leftOf(row) - left })
}

async function recordPart(
  trx: Tenant,
  caller: Caller,
  row: BankPaymentRow,
  { invoice_id, amount, overpays = false }: Part,
  index: number,
): Promise<void> {
  const invoice = await trx
    .select('invoices')
    .select('currency')
    .where('id', '=', invoice_id)
    .executeTakeFirst()
  const field = `payments.${index}.invoice_id`
  if (!invoice) throw invalidField(field, 'This invoice doesn’t exist')
  if (invoice.currency !== row.currency) throw invalidField(field, `This invoice is in ${invoice.currency}`)
  const input = { kind: 'payment', amount, paid_on: row.paid_on, method: 'bank_transfer', overpays } as const
  const reference = row.text.slice(0, longestPayments.reference).toWellFormed()
  await recordPayment(trx, caller, { id: invoice_id, bankPayment: row.id }, { ...input, reference }).catch(
    (error: unknown) => {
      if (!(error instanceof HttpError && error.problems)) throw error
      throw invalidInput(
        'VALIDATION_FAILED',
        new Map([...error.problems].map(([name, texts]) => [`payments.${index}.${name}`, texts])),
      )
    },
  )
}

/**
 * Records the payment if what is suggested for it is certain, and returns whether it was. What is certain is decided anew, since
 * somebody may have paid or voided the invoice meanwhile.
 */
export async function recordSuggested(trx: Tenant, caller: Caller, id: number): Promise<boolean> {
  const row = await lockBankPayment(trx, id)
  if (row.state !== 'open') return false
  const suggestion = (await readSuggestions(trx, [row])).get(id)
  if (suggestion?.reason !== 'number_and_amount') return false
  const parts = suggestion.parts.map(({ invoice, amount }) => ({
    invoice_id: invoice.id,
    amount: toDecimal(amount, row.currency),
  }))
  await recordFrom(trx, caller, { id }, parts)
  return true
}

/** Says that what is left of it pays no invoice, or takes that back. Throws 404, 409 and 412. */
export async function setAside(
  trx: Tenant,
  { id, version }: { readonly id: number; readonly version?: number | undefined },
  isSetAside: boolean,
): Promise<void> {
  const row = await lockBankPayment(trx, id, version)
  if (row.state !== (isSetAside ? 'open' : 'set_aside'))
    throw new HttpError(
      'CONFLICT',
      isSetAside ? 'Nothing is left of this payment' : 'This payment wasn’t set aside',
    )
  await changeBankPayment(trx, row, { isSetAside })
}
