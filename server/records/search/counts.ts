import { whereFailing } from '#server/outgoing/failing.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { Prepared } from '#server/platform/db/prepared.ts'
import { always } from '#server/platform/lists/date-buckets.ts'
import { readTallies } from '#server/records/invoices/sums.ts'

interface Counts {
  readonly overdue_invoices: number
  readonly failing_webhooks: number
}

/** Returns what needs attention now: one sum that is kept, and a count over the account's endpoints. */
export async function readCounts(tenant: Tenant, seesWebhooks: boolean): Promise<Counts> {
  const [sums, [failing]] = await Promise.all([
    readTallies(tenant, [{ key: '', name: 'status', ...always }]),
    seesWebhooks ? tenant.run(failingCount, {}) : [],
  ])
  return {
    overdue_invoices: sums.reduce((sum, { status, count }) => sum + (status === 'overdue' ? count : 0), 0),
    failing_webhooks: failing?.count ?? 0,
  }
}

const failingCount = new Prepared<Tenant, object, { count: number }>((tenant) =>
  tenant
    .select('webhooks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(whereFailing),
)
