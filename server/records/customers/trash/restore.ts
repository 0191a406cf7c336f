import type { CustomerRow } from '#contract/customers/customers.ts'
import { type NewEvent, emit } from '#server/outgoing/delivery/emit.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { type Actor, recordActivities } from '#server/platform/audit/activity.ts'
import { isIn } from '#server/platform/db/prepared.ts'
import { readRenames, renamed } from '#server/records/customers/fields/renames.ts'

import { lockDefinitions, readDefinitions } from '../field-definitions.ts'
import { FieldTexts } from '../field-texts.ts'
import { readCustomers } from '../rows.ts'
import type { TrashContents } from './put.ts'

/**
 * Restores those of the customers that are in the trash, with all they had, and returns how many that were. Integrations
 * are told that customer and contacts were created: they were told of the deletion.
 */
export async function restoreFromTrash(
  tenant: Tenant,
  actor: Actor,
  ids: readonly number[],
  publicUrl: string,
): Promise<number> {
  const rows = await tenant.dialect
    .forNoKeyUpdate(
      tenant
        .select('deleted_customers')
        .select(['contents', 'deleted_at'])
        .where('id', 'in', ids)
        .orderBy('id'),
    )
    .execute()
  if (rows.length === 0) return 0
  const restored = await withFieldsOf(tenant, rows)
  const restoredIds = restored.map(({ customer }) => customer.id)
  await tenant.insert(
    'customers',
    // A new version, so that an editor that was open meanwhile notices.
    restored.map(({ customer }) => ({ ...customer, version: customer.version + 1 })),
  )
  await tenant.insert(
    'custom_field_values',
    restored.flatMap(({ values }) => values),
  )
  await tenant.insert(
    'files',
    restored.flatMap(({ files }) => files),
  )
  await tenant.insert(
    'contacts',
    restored.flatMap(({ contacts }) => contacts),
  )
  for (const { customer, notes, activity } of restored) {
    await relink(tenant, 'notes', notes, customer.id)
    await relink(tenant, 'activity_log', activity, customer.id)
  }
  await tenant.delete('deleted_customers').where('id', 'in', restoredIds).execute()
  await tenant.delete('customer_merges').where('id', 'in', restoredIds).execute()
  await recordActivities(
    tenant,
    actor,
    restored.map(({ customer: { id, name, last_name } }) => ({
      customerId: id,
      title: `${name} ${last_name}`,
      event: 'restored',
      description: 'Customer restored',
    })),
  )
  await emit(tenant, await eventsOf(tenant, restored, publicUrl))
  return restored.length
}

/** The contents of the trash under the custom fields as they are now: options may have been renamed, and fields deleted. */
async function withFieldsOf(
  tenant: Tenant,
  rows: readonly { readonly contents: string; readonly deleted_at: string }[],
): Promise<TrashContents[]> {
  const fields = new Set((await lockDefinitions(tenant)).map(({ id }) => id))
  const oldest = rows.map(({ deleted_at }) => deleted_at).toSorted()[0] ?? ''
  const renames = await readRenames(tenant, oldest)
  return rows.map(({ contents, deleted_at }) => {
    const stored = JSON.parse(contents) as TrashContents
    const values = stored.values.filter(({ custom_field_id }) => fields.has(custom_field_id))
    const lost = new Set(stored.values.filter((value) => !values.includes(value)).map(({ id }) => id))
    return {
      ...stored,
      values: values.map((value) => ({
        ...value,
        value: value.value && renamed(renames, value.custom_field_id, value.value, deleted_at),
      })),
      files: stored.files.filter(({ custom_field_value_id }) => !lost.has(custom_field_value_id ?? 0)),
    }
  })
}

async function relink(
  tenant: Tenant,
  table: 'notes' | 'activity_log',
  ids: readonly number[],
  customer_id: number,
): Promise<void> {
  if (ids.length === 0) return
  const isListed = isIn(tenant.dialect, 'id', JSON.stringify(ids))
  if (table === 'notes') await tenant.update('notes').set({ customer_id }).where(isListed).execute()
  else await tenant.update('activity_log').set({ customer_id }).where(isListed).execute()
}

async function eventsOf(
  tenant: Tenant,
  restored: readonly TrashContents[],
  publicUrl: string,
): Promise<NewEvent[]> {
  const fields = new FieldTexts(await readDefinitions(tenant))
  const ids = restored.map(({ customer }) => customer.id)
  const texts = await readCustomers(tenant, ids, { fields, publicUrl })
  return [
    ...texts.map((text) => ({
      type: 'customer.created' as const,
      data: { ...(JSON.parse(text) as CustomerRow), notes: [], activity_log: [] },
    })),
    ...restored.flatMap(({ contacts }) =>
      contacts.map(
        ({ id, customer_id, name, last_name, email, phone, company_name, created_at, updated_at }) => ({
          type: 'contact.created' as const,
          data: { id, customer_id, name, last_name, email, phone, company_name, created_at, updated_at },
        }),
      ),
    ),
  ]
}
