import type { Selectable } from 'kysely'

import { fold } from '#contract/values/folding.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type {
  ContactTable,
  CustomFieldValueTable,
  CustomerTable,
  FileTable,
} from '#server/platform/db/tables/customers.ts'
import { now } from '#server/platform/lib/clock.ts'

/** All that a deletion removes, so that it can be restored: rows as they were, and the ids of what only loses its customer. */
export interface TrashContents {
  readonly customer: Selectable<CustomerTable>
  readonly values: readonly Selectable<CustomFieldValueTable>[]
  readonly files: readonly Selectable<FileTable>[]
  readonly contacts: readonly Selectable<ContactTable>[]
  /** Ids. */
  readonly notes: readonly number[]
  /** Ids. */
  readonly activity: readonly number[]
}

/** Reads what a deletion of these customers removes; to be called in its transaction, before it. */
export async function readContents(tenant: Tenant, ids: readonly number[]): Promise<TrashContents[]> {
  const customers = await tenant
    .select('customers')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  const owned = async <Row extends { customer_id: number | null }>(rows: Promise<Row[]>) =>
    Map.groupBy(await rows, (row) => row.customer_id as number) // selected by it
  const values = await owned(
    tenant.select('custom_field_values').selectAll().where('customer_id', 'in', ids).orderBy('id').execute(),
  )
  const files = await owned(
    tenant.select('files').selectAll().where('customer_id', 'in', ids).orderBy('id').execute(),
  )
  const contacts = await owned(
    tenant.select('contacts').selectAll().where('customer_id', 'in', ids).orderBy('id').execute(),
  )
  const notes = await owned(
    tenant.select('notes').select(['id', 'customer_id']).where('customer_id', 'in', ids).execute(),
  )
  const activity = await owned(
    tenant.select('activity_log').select(['id', 'customer_id']).where('customer_id', 'in', ids).execute(),
  )
  return customers.map((customer) => ({
    customer,
    values: values.get(customer.id) ?? [],
    files: files.get(customer.id) ?? [],
    contacts: contacts.get(customer.id) ?? [],
    notes: (notes.get(customer.id) ?? []).map(({ id }) => id),
    activity: (activity.get(customer.id) ?? []).map(({ id }) => id),
  }))
}

/** Puts deleted customers into the trash, in the transaction that deletes them. */
export async function putInTrash(tenant: Tenant, deleted: readonly TrashContents[]): Promise<void> {
  const deleted_at = now()
  await tenant.insert(
    'deleted_customers',
    deleted.map((contents) => {
      const { id, name, last_name, email, company_name } = contents.customer
      return {
        id,
        name,
        last_name,
        email,
        company_name,
        search_text: fold([name, last_name, email, company_name ?? ''].join('\n')),
        contents: JSON.stringify(contents),
        deleted_at,
        deleted_by: tenant.actor,
      }
    }),
  )
  await tenant.insert(
    'deleted_files',
    deleted.flatMap(({ customer, files }) => files.map(({ token }) => ({ customer_id: customer.id, token }))),
  )
}
