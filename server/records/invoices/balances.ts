import { allows, amountDue } from '#contract/invoices/states.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { toDecimal } from '#server/platform/lib/money.ts'

import { type KeyedSum, dueOfSum, readTallies } from './sums.ts'

/** Returns what is still due of those of the invoices that have to be paid. Others, and unknown ids, are left out. */
export async function readBalances(tenant: Tenant, ids: readonly number[]) {
  const rows = await tenant
    .select('invoices')
    .select(['id', 'status', 'currency', 'total_amount', 'settled_amount'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  return rows
    .filter(({ status }) => allows(status, 'pay'))
    .map(({ id, status, currency, total_amount: total, settled_amount: settled }) => ({
      id,
      amount_due: toDecimal(amountDue(status, { total, settled }), currency),
    }))
}

/** Returns what customers owe, by currency. Those who owe nothing are left out. */
export async function readCustomerBalances(tenant: Tenant, ids: readonly number[]) {
  const parts = ids.map((id) => ({ key: String(id), name: 'customer', from: `${id}`, until: `${id} ` }))
  const open = (await readTallies(tenant, parts)).filter((sum) => dueOfSum(sum) > 0)
  return [...Map.groupBy(open, ({ key, currency }) => `${key} ${currency}`).values()].map((sums) => {
    const [{ key, currency }] = sums as [KeyedSum]
    const due = sums.reduce((total, sum) => total + dueOfSum(sum), 0)
    return { customer_id: Number(key), currency, amount_due: toDecimal(due, currency) }
  })
}
