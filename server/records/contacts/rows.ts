import type { Selectable } from 'kysely'

import type { Tenant } from '#server/platform/access/tenant.ts'
import { jsonText } from '#server/platform/db/json-text.ts'
import { Prepared, isIn } from '#server/platform/db/prepared.ts'
import type { ContactTable } from '#server/platform/db/tables/customers.ts'
import { inOrderOf } from '#server/platform/lists/row-windows.ts'

/** The fields of a contact on the wire, in their order. */
export const contactFields = [
  ...(['id', 'customer_id', 'name', 'last_name', 'email', 'phone', 'company_name'] as const),
  ...(['created_at', 'updated_at'] as const),
]

/** A contact as the wire has it. */
export type ContactRow = Pick<Selectable<ContactTable>, (typeof contactFields)[number]>

const fields = Object.fromEntries(contactFields.map((name) => [name, name]))

const byIds = new Prepared<Tenant, { ids: string }, { id: number; text: string }>((tenant, value) =>
  tenant
    .select('contacts')
    .select(['id', jsonText(tenant.dialect, fields).as('text')])
    .where(isIn(tenant.dialect, 'id', value('ids'))),
)

/** Contacts as the list shows them, each as JSON, in the order of the ids; absent ones are left out. */
export async function readContacts(tenant: Tenant, ids: readonly number[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tenant.run(byIds, { ids: JSON.stringify(ids) })
  return inOrderOf(ids, rows).map(({ text }) => text)
}

const byId = new Prepared<Tenant, { id: number }, { text: string; version: number }>((tenant, value) =>
  tenant
    .select('contacts')
    .select(['version', jsonText(tenant.dialect, fields).as('text')])
    .where('id', '=', value('id')),
)

/** One contact as JSON, and its version; undefined if the account has none by that id. */
export async function readContact(tenant: Tenant, id: number) {
  const [row] = await tenant.run(byId, { id })
  return row
}
