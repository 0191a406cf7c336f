import type { Colleague } from '#contract/access/colleagues.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'

/** Returns the people who work in the account, by name; only those of these ids if there are any. */
export async function readColleagues(tenant: Tenant, ids?: readonly number[]): Promise<Colleague[]> {
  return tenant
    .select('memberships')
    .innerJoin('staff', 'staff.id', 'memberships.user_id')
    .select(['staff.id', 'staff.name', 'staff.email'])
    .$if(ids !== undefined, (query) => query.where('staff.id', 'in', ids ?? []))
    .orderBy('staff.name')
    .orderBy('staff.id')
    .execute()
}
