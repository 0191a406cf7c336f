import { type Selectable, sql } from 'kysely'

import type { ChangeKind } from '#contract/customers/changes.ts'
import type { Assignee, CustomerRow } from '#contract/customers/customers.ts'
import { emit } from '#server/outgoing/delivery/emit.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { type Actor, recordActivities } from '#server/platform/audit/activity.ts'
import type { CustomerTable } from '#server/platform/db/tables/customers.ts'
import { now } from '#server/platform/lib/clock.ts'

import { assigneeName, assigneeOf } from '../assignee.ts'
import { permissionNames } from '../columns.ts'
import { readDefinitions } from '../field-definitions.ts'
import { FieldTexts } from '../field-texts.ts'
import { readCustomers } from '../rows.ts'

/** The effect on each customer. */
export interface Change {
  readonly kind: ChangeKind
  /** Bits of permissions, for that kind. */
  readonly grant?: number
  readonly revoke?: number
  /** Whom they are assigned to, for that kind. */
  readonly person?: Assignee | null
}

/** The result of a change: ids of those that it changed, and how many were like that already or don't exist. */
export interface Outcome {
  readonly changed: readonly number[]
  readonly unchanged: number
  readonly missing: number
}

const activities = {
  archive: { event: 'archived', description: 'Customer archived' },
  unarchive: { event: 'unarchived', description: 'Customer unarchived' },
  permissions: { event: 'updated', description: 'Permissions changed' },
  assign: { event: 'updated', description: 'Assigned to nobody' },
} as const

/**
 * Changes those of the customers that exist and aren't like that yet, each with an entry in its activity, and with a new version
 * and an event unless it's an assignment, of which neither says anything. `ids` ascend, so that two changes with some in common
 * wait for each other and never in a circle.
 */
export async function applyChange(
  trx: Tenant,
  actor: Actor,
  { ids, change, publicUrl }: { ids: readonly number[]; change: Change; publicUrl: string },
): Promise<Outcome> {
  const rows = await trx.dialect
    .forNoKeyUpdate(
      trx
        .select('customers')
        .select(['id', 'name', 'last_name', 'archived_at', 'permissions', 'assigned_to'])
        .select(assigneeName(trx))
        .where('id', 'in', ids)
        .orderBy('id'),
    )
    .execute()
  const different = rows.filter((row) => isDifferent(row, change))
  const changed = different.map(({ id }) => id)
  const outcome = { changed, unchanged: rows.length - changed.length, missing: ids.length - rows.length }
  if (changed.length === 0) return outcome
  const updated_at = now()
  const isAssignment = change.kind === 'assign'
  await trx
    .update('customers')
    .set((eb) => ({
      ...valuesOf(change, updated_at),
      ...(!isAssignment && { updated_at, version: eb('version', '+', 1) }),
    }))
    .where('id', 'in', changed)
    .execute()
  if (change.kind === 'archive') await endPortal(trx, changed, updated_at)
  await recordActivities(
    trx,
    actor,
    different.map(({ id, name, last_name, permissions, ...row }) => ({
      customerId: id,
      title: `${name} ${last_name}`,
      ...activities[change.kind],
      ...(isAssignment && {
        ...(change.person && { description: `Assigned to ${change.person.name}` }),
        changes: {
          assigned_to: { from: assigneeOf(row)?.name ?? null, to: change.person?.name ?? null },
        },
      }),
      ...(change.kind === 'permissions' && {
        changes: {
          permissions: {
            from: permissionNames(permissions),
            to: permissionNames(changedPermissions(permissions, change)),
          },
        },
      }),
    })),
  )
  if (isAssignment) return outcome
  const fields = new FieldTexts(await readDefinitions(trx))
  const texts = await readCustomers(trx, changed, { fields, publicUrl })
  await emit(
    trx,
    texts.map((text) => ({ type: 'customer.updated', data: JSON.parse(text) as CustomerRow })),
  )
  return outcome
}

const changedPermissions = (permissions: number, { grant = 0, revoke = 0 }: Change) =>
  (permissions | grant) & ~revoke

type Row = Pick<Selectable<CustomerTable>, 'archived_at' | 'permissions' | 'assigned_to'>

function isDifferent({ archived_at, permissions, assigned_to }: Row, change: Change): boolean {
  if (change.kind === 'permissions') return changedPermissions(permissions, change) !== permissions
  if (change.kind === 'assign') return assigned_to !== (change.person?.id ?? null)
  return (archived_at === null) === (change.kind === 'archive')
}

function valuesOf({ kind, grant = 0, revoke = 0, person }: Change, at: string) {
  if (kind === 'assign') return { assigned_to: person?.id ?? null }
  if (kind !== 'permissions') return { archived_at: kind === 'archive' ? at : null }
  return { permissions: sql<number>`(permissions | ${sql.lit(grant)}) & ~${sql.lit(revoke)}` }
}

/** Ends their sessions and links of the portal, so that neither works again once they are unarchived. */
async function endPortal(trx: Tenant, customers: readonly number[], at: string): Promise<void> {
  // The links first: of one that is used in this moment, the session is found afterwards.
  await trx
    .update('portal_links')
    .set({ expires_at: at })
    .where('customer_id', 'in', customers)
    .where('status', '=', 'pending')
    .where('expires_at', '>', at)
    .execute()
  await trx.delete('portal_sessions').where('customer_id', 'in', customers).execute()
}
