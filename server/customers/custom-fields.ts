import type { FastifyInstance } from 'fastify'

import { listCustomFields } from '#contract/custom-fields.ts'
import type { Context } from '#server/context.ts'
import { mount } from '#server/http/mount.ts'

import { readDefinitions } from './field-definitions.ts'

/** Mounts the list of custom fields. */
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
