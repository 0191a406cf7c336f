import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'

import { assignCustomer } from '#contract/customers/assignee.ts'
import type { Assignee } from '#contract/customers/customers.ts'
import type { Context } from '#server/context.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { type Actor, recordActivity } from '#server/platform/audit/activity.ts'
import { mount } from '#server/platform/http/mount.ts'
import { HttpError, invalidField } from '#server/platform/lib/http-error.ts'
import { readColleagues } from '#server/records/people/colleagues.ts'

import { fullName } from './columns.ts'
import { publishCustomerChange } from './form-routes.ts'

/** Who looks after a customer. Surface X. */
export function customerAssignee(app: FastifyInstance, context: Context): void {
  mount(app, context, assignCustomer, async ({ tenant, caller, params, body }) => {
    const assignee = await tenant.transaction((trx) => assign(trx, caller, params.id, body.assigned_to))
    publishCustomerChange(tenant, context)
    return { data: { assignee } }
  })
}

/** Assigns the customer, with activity. Throws 404 and 422. */
async function assign(
  trx: Tenant,
  actor: Actor,
  customer: number,
  person: number | null,
): Promise<Assignee | null> {
  const before = await readAssigned(trx, customer)
  if ((before.assignee?.id ?? null) === person) return before.assignee
  const [found] = person === null ? [] : await readColleagues(trx, [person])
  if (person !== null && !found)
    throw invalidField('assigned_to', 'Choose a person who works in this account')
  const assignee = found ? { id: found.id, name: found.name } : null
  await trx.update('customers').set({ assigned_to: person }).where('id', '=', customer).execute()
  await recordActivity(trx, actor, {
    customerId: customer,
    title: fullName(before),
    event: 'updated',
    description: assignee ? `Assigned to ${assignee.name}` : 'Assigned to nobody',
    changes: { assigned_to: { from: before.assignee?.name ?? null, to: assignee?.name ?? null } },
  })
  return assignee
}

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

async function readAssigned(tenant: Tenant, id: number) {
  const row = await tenant
    .select('customers')
    .select(['name', 'last_name', 'assigned_to'])
    .select(assigneeName(tenant))
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new HttpError('NOT_FOUND')
  return { ...row, assignee: assigneeOf(row) }
}
