import type { Service } from '#contract/services/services.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'

/** Columns that make up the kind of a service. */
export type KindOf = Pick<Service, 'type' | 'category' | 'is_active' | 'tags'>

const kindOf = ({ type, category, is_active, tags }: KindOf) => ({
  type,
  category,
  is_active: is_active ? 1 : 0,
  tags: JSON.stringify([...new Set(tags)].toSorted()),
})

type Kind = ReturnType<typeof kindOf>

const keyOf = ({ type, category, is_active, tags }: Kind) => JSON.stringify([type, category, is_active, tags])

/** Services are written one transaction at a time in an account, so that the counts of their kinds stay right. */
export const lockServices = (tenant: Tenant): Promise<void> => tenant.lock('service kinds')

/**
 * Returns the ids of the services' kinds, in the order given; new ones are made. Each kind counts those of its services
 * that come now, and one less for each of `left`, the kinds they had before. Call it after `lockServices`.
 */
export async function countInKinds(
  tenant: Tenant,
  services: readonly KindOf[],
  left: readonly number[] = [],
): Promise<number[]> {
  const kinds = services.map(kindOf)
  const ids = await findOrMakeKinds(tenant, kinds)
  const deltas = new Map<number, number>()
  const count = (id: number, by: number) => deltas.set(id, (deltas.get(id) ?? 0) + by)
  const kindIds = kinds.map((kind) => ids.get(keyOf(kind)) as number) // known or just made
  for (const id of kindIds) count(id, 1)
  for (const id of left) count(id, -1)
  for (const [id, delta] of deltas) {
    if (delta === 0) continue
    await tenant
      .update('service_kinds')
      .set((kind) => ({ services: kind('services', '+', delta) }))
      .where('id', '=', id)
      .execute()
  }
  return kindIds
}

async function findOrMakeKinds(tenant: Tenant, kinds: readonly Kind[]): Promise<Map<string, number>> {
  const kindsByKey = new Map(kinds.map((kind) => [keyOf(kind), kind]))
  const known = await tenant
    .select('service_kinds')
    .select(['id', 'type', 'category', 'is_active', 'tags'])
    .where('category', 'in', [...new Set(kinds.map(({ category }) => category))])
    .execute()
  const ids = new Map(known.map((kind) => [keyOf(kind), kind.id]))
  const fresh = [...kindsByKey].filter(([key]) => !ids.has(key)).map(([, kind]) => kind)
  const freshIds = await tenant.insert(
    'service_kinds',
    fresh.map((kind) => ({ ...kind, services: 0 })),
  )
  await tenant.insert(
    'service_kind_tags',
    fresh.flatMap(({ tags }, index) =>
      (JSON.parse(tags) as string[]).map((tag) => ({ kind_id: freshIds[index] as number, tag })),
    ),
  )
  fresh.forEach((kind, index) => ids.set(keyOf(kind), freshIds[index] as number)) // one id a row
  return ids
}
