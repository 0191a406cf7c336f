import type { AliasedExpression, Selectable } from 'kysely'

import type { Service } from '#contract/services/services.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { ServiceKindTable, ServiceTable } from '#server/platform/db/tables/services.ts'
import { toDecimal, toPercent } from '#server/platform/lib/money.ts'

/** Fields of a service that people write, except lists. */
export const plainColumns = [
  'name',
  'description',
  'type',
  'category',
  'price',
  'currency',
  'billing_type',
  'is_active',
  'tax_rate',
  'unit',
] as const

/** Columns of a service and its kind on the wire. */
export const rowColumns = [
  'services.id',
  ...plainColumns,
  'created_at',
  'updated_at',
  'custom_fields',
  'tags',
] as const

/** The services of a page, with what their kinds say. */
export const withKinds = <Row extends { id: number }>(tenant: Tenant, page: AliasedExpression<Row, 'page'>) =>
  tenant
    .from(page)
    .innerJoin('services', 'services.id', 'page.id')
    .innerJoin('service_kinds', 'service_kinds.id', 'services.kind_id')
    .select(rowColumns)

/** A service with what only writes need of it. */
export interface Versioned {
  readonly service: Service
  readonly version: number
  readonly kindId: number
}

/** Reads those of `ids` that exist, in the order of their ids. */
export async function readVersioned(tenant: Tenant, ids: readonly number[]): Promise<Versioned[]> {
  const page = tenant.select('services').select('services.id').where('services.id', 'in', ids).as('page')
  const rows = await withKinds(tenant, page)
    .select(['services.version', 'services.kind_id'])
    .orderBy('services.id')
    .execute()
  return rows.map((row) => ({ service: asService(row), version: row.version, kindId: row.kind_id }))
}

/** A service as it is stored, with what its kind says. */
export type Row = Pick<
  Selectable<ServiceTable>,
  | 'id'
  | 'name'
  | 'description'
  | 'price'
  | 'currency'
  | 'billing_type'
  | 'tax_rate'
  | 'unit'
  | 'created_at'
  | 'updated_at'
  | 'custom_fields'
> &
  Pick<Selectable<ServiceKindTable>, 'type' | 'category' | 'is_active' | 'tags'>

/** Returns a stored service as the wire shows it. */
export const asService = (row: Row): Service => ({
  id: row.id,
  name: row.name,
  description: row.description,
  type: row.type,
  category: row.category,
  price: toDecimal(row.price, row.currency),
  currency: row.currency,
  billing_type: row.billing_type,
  is_active: row.is_active === 1,
  tax_rate: toPercent(row.tax_rate),
  unit: row.unit,
  created_at: row.created_at,
  updated_at: row.updated_at,
  custom_fields: JSON.parse(row.custom_fields) as Service['custom_fields'],
  tags: JSON.parse(row.tags) as string[],
})

const text = (value: string) => JSON.stringify(value)

/** Returns the same as JSON. Columns stored as JSON are sent unchanged. */
export const serviceText = (row: Row): string =>
  `{"id":${row.id},"name":${text(row.name)},"description":${text(row.description)},"type":${text(row.type)},"category":${text(row.category)},"price":${toDecimal(row.price, row.currency)},"currency":${text(row.currency)},"billing_type":${text(row.billing_type)},"is_active":${row.is_active === 1},"tax_rate":${toPercent(row.tax_rate)},"unit":${text(row.unit)},"created_at":${text(row.created_at)},"updated_at":${text(row.updated_at)},"custom_fields":${row.custom_fields},"tags":${row.tags}}`
