import type { CustomFieldConfig } from '#contract/custom-fields.ts'
import type { Tenant } from '#server/access/tenant.ts'

/** The account's custom fields, in the order people see them. */
export async function readDefinitions(tenant: Tenant) {
  const rows = await tenant.select('custom_fields').selectAll().orderBy('position').orderBy('id').execute()
  return rows.map((row) => ({ ...row, fields: JSON.parse(row.fields) as CustomFieldConfig['fields'] }))
}

/** A custom field as it is stored. */
export type Definition = Awaited<ReturnType<typeof readDefinitions>>[number]
