import type { Service } from '#contract/services/services.ts'
import { fold } from '#contract/values/folding.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { now } from '#server/platform/lib/clock.ts'
import { toMinor, toTaxRate } from '#server/platform/lib/money.ts'

import { countInKinds, lockServices } from './kind-counts.ts'

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
  await lockServices(tenant)
  const kinds = await countInKinds(tenant, services)
  return tenant.insert(
    'services',
    services.map((service, index) => {
      const { created_at = now() } = service
      const kind_id = kinds[index] as number // one kind a service
      return { kind_id, ...serviceColumns(service), created_at, updated_at: created_at }
    }),
  )
}

/** Columns of `services`, apart from kind and times. */
export function serviceColumns(service: NewService) {
  const { name, description, price, currency, billing_type, tax_rate, unit, custom_fields } = service
  return {
    name,
    description,
    price: toMinor(price, currency),
    currency,
    billing_type,
    tax_rate: toTaxRate(tax_rate),
    unit,
    custom_fields: JSON.stringify(custom_fields),
    search_text: fold([name, description].join('\n')),
    name_key: fold(name),
    price_key: price,
  }
}
