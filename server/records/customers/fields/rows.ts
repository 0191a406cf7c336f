import { sql } from 'kysely'

import { fieldType } from '#contract/customers/custom-fields.ts'
import type { FieldDefinition } from '#contract/customers/field-definition.ts'
import type { FieldUsage } from '#contract/customers/field-definitions.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'
import { readRowCounts } from '#server/platform/lists/row-counts.ts'

import { type Definition, readDefinitions } from '../field-definitions.ts'

/** Returns the account's fields as the settings know them, in their order. */
export async function readFields(tenant: Tenant): Promise<FieldDefinition[]> {
  const definitions = await readDefinitions(tenant)
  if (definitions.length === 0) return []
  const used = await tenant
    .select('custom_fields')
    .select('custom_fields.id')
    .where(({ exists }) =>
      exists(
        tenant
          .select('custom_field_values')
          .select('custom_field_values.id')
          .where(sql<boolean>`custom_field_id = custom_fields.id`),
      ),
    )
    .execute()
  const renames = await tenant
    .select('custom_field_renames')
    .select(['custom_field_id', 'old_name', 'new_name', 'total', 'changed'])
    .where('state', '=', 'running')
    .orderBy('id')
    .execute()
  const renamesOf = Map.groupBy(renames, ({ custom_field_id }) => custom_field_id)
  const usedIds = new Set(used.map(({ id }) => id))
  return definitions.map((definition) => ({
    id: definition.id,
    type: definition.type,
    name: definition.name,
    key: definition.key,
    required: definition.required === 1,
    description: definition.description,
    placeholder: definition.placeholder,
    group: definition.field_group,
    location: definition.location,
    fields: { options: offeredOptions(definition), fileConfig: definition.fields?.fileConfig ?? null },
    retired_options: definition.retired_options,
    retired_at: definition.retired_at,
    has_values: usedIds.has(definition.id),
    renames: (renamesOf.get(definition.id) ?? []).map(({ old_name, new_name, total, changed }) => ({
      from: old_name,
      to: new_name,
      total,
      changed,
    })),
    created_at: definition.created_at,
    updated_at: definition.updated_at,
    version: definition.version,
  }))
}

/** Returns one of them. Throws 404. */
export async function readField(tenant: Tenant, id: number): Promise<FieldDefinition> {
  const field = (await readFields(tenant)).find((one) => one.id === id)
  if (!field) throw new HttpError('NOT_FOUND')
  return field
}

/** Returns one with how many customers use it. Throws 404. */
export async function readUsage(tenant: Tenant, id: number): Promise<FieldUsage> {
  const field = await readField(tenant, id)
  const values = tenant.select('custom_field_values').where('custom_field_id', '=', id)
  const counted = await values.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const options =
    field.type === fieldType.select
      ? await values
          .where('value', 'is not', null)
          .select((eb) => [
            eb.ref('value').$castTo<string>().as('option'),
            eb.fn.countAll<number>().as('count'),
          ])
          .groupBy('value')
          .orderBy('count', 'desc')
          .orderBy('value')
          .limit(mostCounted)
          .execute()
      : []
  return {
    ...field,
    values: Number(counted.total),
    option_values: options.map(({ option, count }) => ({ option, count: Number(count) })),
  }
}

const mostCounted = 500

/** The options that forms offer; what other systems stored may have gaps and repeats. */
export const offeredOptions = ({ fields }: Pick<Definition, 'fields'>): string[] =>
  [...new Set((fields?.options ?? []).filter((option) => option !== null && option !== ''))] as string[]

/** Returns the version of the order: it grows with every change of any of the fields. */
export async function orderVersion(tenant: Tenant): Promise<number> {
  return Math.max(1, (await readRowCounts(tenant)).custom_fields.changes)
}
