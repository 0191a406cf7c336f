import type { FastifyInstance } from 'fastify'

import { type CustomFieldConfig, listCustomFields } from '#contract/custom-fields.ts'
import type { Tenant } from '#server/access/tenant.ts'
import type { Context } from '#server/context.ts'
import { mount } from '#server/http/mount.ts'

export function customFields(app: FastifyInstance, context: Context): void {
  mount(app, context, listCustomFields, async ({ tenant }) => {
    const rows = await readDefinitions(tenant)
    return {
      data: rows.map((row) => ({
        id: row.id,
        type: row.type,
        name: row.name,
        key: row.key,
        required: row.required === 1,
        fields: row.fields,
        description: row.description,
        placeholder: row.placeholder,
        group: row.field_group,
        location: row.location,
      })),
    }
  })
}

/** The account's custom fields, in the order people see them. */
export async function readDefinitions(tenant: Tenant) {
  const rows = await tenant.select('custom_fields').selectAll().orderBy('position').orderBy('id').execute()
  return rows.map((row) => ({ ...row, fields: JSON.parse(row.fields) as CustomFieldConfig['fields'] }))
}

export type Definition = Awaited<ReturnType<typeof readDefinitions>>[number]
