import type { Service } from '#contract/services/services.ts'
import type { Caller } from '#server/platform/access/caller-types.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import {
  type Actor,
  type Changes,
  type CustomerActivity,
  changesBetween,
  recordActivities,
} from '#server/platform/audit/activity.ts'
import { now } from '#server/platform/lib/clock.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'

import { type NewService, addServices, serviceColumns } from './insert.ts'
import { countInKinds, lockServices } from './kind-counts.ts'
import { type Versioned, plainColumns, readVersioned } from './rows.ts'

/** A service, and what becomes of it. */
export interface Change {
  readonly stored: Versioned
  readonly next: NewService
}

/**
 * Reads services for a change, in the order of their ids. Call it in a transaction: until its end, other requests can't
 * change services of the account. Throws 404 unless all exist.
 */
export async function readToChange(tenant: Tenant, ids: readonly number[]): Promise<Versioned[]> {
  await lockServices(tenant)
  const stored = await readVersioned(tenant, ids)
  if (stored.length !== new Set(ids).size) throw new HttpError('NOT_FOUND')
  return stored
}

/** Adds a service with its activity entry, and returns its id. */
export async function addService(tenant: Tenant, caller: Caller, service: NewService): Promise<number> {
  const [id] = (await addServicesWithActivity(tenant, caller, [service])) as [number] // one in, one out
  return id
}

/** Adds services with their activity entries, and returns their ids in the order given. */
export async function addServicesWithActivity(
  tenant: Tenant,
  actor: Actor,
  services: readonly NewService[],
): Promise<number[]> {
  const ids = await addServices(tenant, services)
  await recordActivities(
    tenant,
    actor,
    services.map(({ name }, index) => entry({ id: ids[index] as number, name }, { event: 'created' })), // an id each
  )
  return ids
}

/** Returns whether a change changes anything. */
export const isChange = (change: Change): boolean => Object.keys(changesOf(change)).length > 0

/** Writes what really changes, with its activity entries; returns the ids of those services. Call it after `readToChange`. */
export async function writeChanges(tenant: Tenant, actor: Actor, all: readonly Change[]): Promise<number[]> {
  const changed = all
    .map((change) => ({ ...change, changes: changesOf(change) }))
    .filter(({ changes }) => Object.keys(changes).length > 0)
  if (changed.length === 0) return []
  const updated_at = now()
  const kinds = await countInKinds(
    tenant,
    changed.map(({ next }) => next),
    changed.map(({ stored }) => stored.kindId),
  )
  for (const [index, { stored, next, changes }] of changed.entries()) {
    const kind_id = kinds[index] as number // one kind a service
    const { search_text, ...columns } = serviceColumns(next)
    // Writing it again would index it again, which takes longer than everything else.
    const isFoundElsewhere = 'name' in changes || 'description' in changes
    await tenant
      .update('services')
      .set({
        ...columns,
        ...(isFoundElsewhere && { search_text }),
        kind_id,
        updated_at,
        version: stored.version + 1,
      })
      .where('id', '=', stored.service.id)
      .execute()
  }
  await recordActivities(
    tenant,
    actor,
    changed.map(({ stored, next, changes }) =>
      entry({ id: stored.service.id, name: next.name }, { event: eventOf(changes), changes }),
    ),
  )
  return changed.map(({ stored }) => stored.service.id)
}

/** Returns what differs, by the names that the activity uses. */
function changesOf({ stored: { service }, next }: Change): Changes {
  const pick = (of: NewService) => Object.fromEntries(plainColumns.map((key) => [key, of[key]]))
  const lists = { tags: next.tags.toSorted(), custom_fields: next.custom_fields }
  return {
    ...changesBetween(pick(service), pick(next)),
    ...Object.fromEntries(
      (['tags', 'custom_fields'] as const)
        .filter((key) => JSON.stringify(service[key]) !== JSON.stringify(lists[key]))
        .map((key) => [key, { from: service[key], to: lists[key] }]),
    ),
  }
}

type Event = keyof typeof descriptions
const descriptions = {
  created: 'Service created',
  updated: 'Service updated',
  activated: 'Service activated',
  deactivated: 'Service deactivated',
} as const

function eventOf(changes: Changes): Event {
  const { is_active, ...others } = changes
  if (!is_active || Object.keys(others).length > 0) return 'updated'
  return is_active.to === true ? 'activated' : 'deactivated'
}

const entry = (
  { id, name }: Pick<Service, 'id' | 'name'>,
  { event, changes }: { readonly event: Event; readonly changes?: Changes },
): CustomerActivity => ({
  customerId: null,
  subject: { type: 'service', id },
  title: name,
  event,
  description: descriptions[event],
  ...(changes && { changes }),
})
