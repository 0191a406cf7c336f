import type { Tenant } from '#server/platform/access/tenant.ts'

/** Filters of the catalog, all combined. */
export interface Filter {
  readonly type: string | undefined
  readonly category: string | undefined
  readonly is_active: boolean | undefined
  readonly tags: readonly string[]
  /** Folded; empty for no search. */
  readonly search: string
}

/** Returns whether anything but the search narrows the catalog. */
export const isNarrow = ({ type, category, is_active, tags }: Filter) =>
  tags.length > 0 || [type, category, is_active].some((given) => given !== undefined)

/** The kinds that a filter leaves, its search apart, and how many services are of them: few rows, whatever the catalog. */
export async function readKinds(tenant: Tenant, filter: Filter): Promise<Kinds> {
  const rows = await kinds(tenant, filter).select(['service_kinds.id', 'services']).execute()
  return {
    ids: JSON.stringify(rows.map(({ id }) => id)),
    total: rows.reduce((sum, { services }) => sum + services, 0),
  }
}

/** Some kinds of services, and how many services are of them. */
export interface Kinds {
  /** A JSON array. */
  readonly ids: string
  readonly total: number
}

/** Returns a query of the kinds that a filter leaves. */
export function kinds(tenant: Tenant, { type, category, is_active, tags }: Filter) {
  // One that every service has left stays for the next that needs it.
  let query = tenant.select('service_kinds').where('services', '>', 0)
  if (type !== undefined) query = query.where('type', '=', type)
  if (category !== undefined) query = query.where('category', '=', category)
  if (is_active !== undefined) query = query.where('is_active', '=', is_active ? 1 : 0)
  if (tags.length > 0) {
    const tagged = tenant.select('service_kind_tags').select('kind_id').where('tag', 'in', tags)
    query = query.where('service_kinds.id', 'in', tagged)
  }
  return query
}
