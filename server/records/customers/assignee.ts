import { sql } from 'kysely'

import type { Assignee } from '#contract/customers/customers.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'

/** `assignee_name` beside `assigned_to` of the customers of a query: null for nobody, and for somebody who has left. */
export const assigneeName = (tenant: Tenant) =>
  tenant
    .select('memberships')
    .innerJoin('staff', 'staff.id', 'memberships.user_id')
    .where('staff.id', '=', sql<number>`customers.assigned_to`)
    .select('staff.name')
    .as('assignee_name')

/** Returns the assignee of such a row. */
export const assigneeOf = (row: {
  readonly assigned_to: number | null
  readonly assignee_name: string | null
}): Assignee | null =>
  row.assigned_to === null || row.assignee_name === null
    ? null
    : { id: row.assigned_to, name: row.assignee_name }
