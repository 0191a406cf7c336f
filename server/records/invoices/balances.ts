import { allows, amountDue } from '#contract/invoices/states.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { toDecimal } from '#server/platform/lib/money.ts'

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
