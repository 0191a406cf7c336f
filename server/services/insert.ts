import { fold } from '#contract/folding.ts'
import type { Service } from '#contract/services.ts'
import type { Tenant } from '#server/access/tenant.ts'
import { now } from '#server/lib/clock.ts'
import { toMinor, toTaxRate } from '#server/lib/money.ts'

/** A catalog entry as in the API; the service adds the rest. */
export type NewService = Pick<
  Service,
  | 'name'
  | 'description'
  | 'type'
  | 'category'
  | 'price'
  | 'currency'
  | 'billing_type'
  | 'is_active'
  | 'tax_rate'
  | 'unit'
  | 'custom_fields'
  | 'tags'
> & { readonly created_at?: string }

/**
 * Adds services and counts them into their kinds; the only way in, so that the counts stay right. Call it with the
 * tenant of a transaction. Returns the ids in the order given.
 */
export async function addServices(tenant: Tenant, services: readonly NewService[]): Promise<number[]> {
  const kinds = await countKinds(tenant, services.map(kindOf))
  return tenant.insert(
    'services',
    services.map((service, index) => {
      const { name, description, currency, billing_type, unit, created_at = now() } = service
      return {
        kind_id: kinds[index] as number, // one kind a service
        name,
        description,
        price: toMinor(service.price, currency),
        currency,
        billing_type,
        tax_rate: toTaxRate(service.tax_rate),
        unit,
        custom_fields: JSON.stringify(service.custom_fields),
        search_text: fold([name, description].join('\n')),
        name_key: fold(name),
        price_key: service.price,
        created_at,
        updated_at: created_at,
      }
    }),
  )
}

const kindOf = ({ type, category, is_active, tags }: NewService) => ({
  type,
  category,
  is_active: is_active ? 1 : 0,
  tags: JSON.stringify([...new Set(tags)].toSorted()),
})

type Kind = ReturnType<typeof kindOf>

const keyOf = ({ type, category, is_active, tags }: Kind) => JSON.stringify([type, category, is_active, tags])

/** Ids of the kinds, in the order given; new ones are made, and each counts those of its services that come now. */
async function countKinds(tenant: Tenant, kinds: readonly Kind[]): Promise<number[]> {
  await tenant.lock('service kinds')
  const coming = Map.groupBy(kinds, keyOf)
  const known = await tenant
    .select('service_kinds')
    .select(['id', 'type', 'category', 'is_active', 'tags'])
    .where('category', 'in', [...new Set(kinds.map(({ category }) => category))])
    .execute()
  const ids = new Map(known.map((kind) => [keyOf(kind), kind.id]))

  const fresh = [...coming].filter(([key]) => !ids.has(key))
  const freshIds = await tenant.insert(
    'service_kinds',
    fresh.map(([, [kind]]) => ({ ...(kind as Kind), services: 0 })), // no group is empty
  )
  fresh.forEach(([key], index) => ids.set(key, freshIds[index] as number)) // one id a row
  await tenant.insert(
    'service_kind_tags',
    fresh.flatMap(([, [kind]], index) =>
      (JSON.parse((kind as Kind).tags) as string[]).map((tag) => ({
        kind_id: freshIds[index] as number,
        tag,
      })),
    ),
  )

  for (const [key, { length }] of coming) {
    await tenant
      .update('service_kinds')
      .set((kind) => ({ services: kind('services', '+', length) }))
      .where('id', '=', ids.get(key) as number) // known or just made
      .execute()
  }
  return kinds.map((kind) => ids.get(keyOf(kind)) as number)
}
