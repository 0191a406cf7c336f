import { listCustomerBalances } from '#contract/invoices/balances.ts'
import { money } from '#lib/money.ts'

import { call } from './client.ts'

/** Returns what customers owe, such as `€120.00, $80.00`, by their id. */
export async function readBalances(
  ids: readonly number[],
  signal: AbortSignal,
): Promise<ReadonlyMap<number, string>> {
  const { data } = await call(listCustomerBalances, { query: { ids: ids.join() } }, signal)
  return new Map(
    [...Map.groupBy(data, (row) => row.customer_id)].map(([id, sums]) => [
      id,
      sums.map(({ amount_due, currency }) => money(amount_due, currency)).join(', '),
    ]),
  )
}
