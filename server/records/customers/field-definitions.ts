import type { CustomFieldConfig } from '#contract/customers/custom-fields.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'

const selectDefinitions = (tenant: Tenant) =>
  tenant.select('custom_fields').selectAll().orderBy('position').orderBy('id')

const toDefinition = (row: Awaited<ReturnType<ReturnType<typeof selectDefinitions>['execute']>>[number]) => ({
  ...row,
  fields: JSON.parse(row.fields) as CustomFieldConfig['fields'],
  retired_options: JSON.parse(row.retired_options) as string[],
})

/** A custom field as it is stored. */
export type Definition = ReturnType<typeof toDefinition>

/** The account's custom fields, retired ones included, in the order people see them. */
export async function readDefinitions(tenant: Tenant): Promise<Definition[]> {
  return (await selectDefinitions(tenant).execute()).map(toDefinition)
}

/**
 * The same in a transaction that writes values: until its end, no definition changes. Call it before locking customers, so
 * that two transactions wait for each other in one direction.
 */
export async function lockDefinitions(trx: Tenant): Promise<Definition[]> {
  return (await trx.dialect.forKeyShare(selectDefinitions(trx)).execute()).map(toDefinition)
}

/** Whether forms ask for the field. */
export const isInUse = ({ retired_at }: Pick<Definition, 'retired_at'>): boolean => retired_at === null
