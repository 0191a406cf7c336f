import { sql } from 'kysely'

import { type ServiceActivity, serviceActivityShown } from '#contract/services/services.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'

/** Returns what happened with a service, the newest first. */
export async function readActivity(tenant: Tenant, id: number): Promise<ServiceActivity[]> {
  const rows = await tenant
    .select('activity_log')
    .select(['id', 'event', 'description', 'changes', 'caused_by', 'created_at'])
    // As the index has it.
    .where(sql<boolean>`subject_type = 'service'`)
    .where('subject_id', '=', id)
    .orderBy('id', 'desc')
    .limit(serviceActivityShown)
    .execute()
  return rows.map(({ changes, ...row }) => ({
    ...row,
    changes: changes === null ? null : (JSON.parse(changes) as ServiceActivity['changes']),
  }))
}
