import type { CustomerCounts } from '#contract/customers/counts.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'

/** How many subscriptions and meetings a customer has; undefined where there is no such customer. */
export async function readCounts(tenant: Tenant, id: number): Promise<CustomerCounts | undefined> {
  const counts = await tenant
    .select('customers')
    .where('id', '=', id)
    .select([
      tenant
        .select('subscriptions')
        .innerJoin('invoice_schedules', 'invoice_schedules.id', 'subscriptions.schedule_id')
        .where('invoice_schedules.customer_id', '=', id)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .as('subscriptions'),
      tenant
        .select('meetings')
        .where('customer_id', '=', id)
        .where('status', '=', 'scheduled')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .as('meetings'),
    ])
    .executeTakeFirst()
  return counts && { subscriptions: Number(counts.subscriptions), meetings: Number(counts.meetings) }
}
