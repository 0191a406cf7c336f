import { type BankPayment, bankPaymentStates } from '#contract/invoices/bank-payments.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'

import { type BankPaymentRow, bankPaymentRows } from './rows.ts'

type Twin = NonNullable<BankPayment['twin']>

/**
 * Reads which of the payments may have come with an earlier file, too, by their ids: in another format, a bank states the same
 * payment in other words. One of that day and amount is taken for it, unless both say from which account and it's another.
 */
export async function readTwins(
  tenant: Tenant,
  payments: readonly BankPaymentRow[],
): Promise<ReadonlyMap<number, Twin>> {
  if (payments.length === 0) return new Map()
  const others = await bankPaymentRows(tenant)
    // All of them: the index begins with the state.
    .where('state', 'in', bankPaymentStates)
    .where('paid_on', 'in', [...new Set(payments.map(({ paid_on }) => paid_on))])
    .where('amount', 'in', [...new Set(payments.map(({ amount }) => amount))])
    .orderBy('id')
    .execute()
  return new Map(
    payments.flatMap((payment) => {
      const twin = others.find((other) => areTwins(other, payment))
      return twin ? [[payment.id, { id: twin.id, source: twin.source }] as const] : []
    }),
  )
}

const areTwins = (earlier: BankPaymentRow, { payer_account, ...later }: BankPaymentRow): boolean =>
  // What came together has the same time.
  earlier.created_at < later.created_at &&
  earlier.paid_on === later.paid_on &&
  earlier.amount === later.amount &&
  earlier.currency === later.currency &&
  ([earlier.payer_account, payer_account].includes('') || earlier.payer_account === payer_account)
