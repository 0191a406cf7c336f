import type { Selectable } from 'kysely'

import type { Tenant } from '#server/access/tenant.ts'
import type { CustomerTable, FileTable } from '#server/db/tables/customers.ts'
import { fileUrl } from '#server/files/file-url.ts'
import { HttpError } from '#server/http/errors.ts'

import type { StoredValues } from './form.ts'

/** A customer as it is stored, with what an update may keep. */
export interface StoredCustomer extends StoredValues {
  readonly row: Selectable<CustomerTable>
  readonly fileRows: readonly Selectable<FileTable>[]
  /** Ids of the value rows by the id of their field. */
  readonly valueIds: ReadonlyMap<number, number>
}

/** Reads the customer for an update; in a transaction, it is locked until the end. Throws 404. */
export async function readStored(tenant: Tenant, id: number, publicUrl: string): Promise<StoredCustomer> {
  const row = await tenant.dialect
    .forNoKeyUpdate(tenant.select('customers').selectAll().where('id', '=', id))
    .executeTakeFirst()
  if (!row) throw new HttpError('NOT_FOUND')
  const values = await tenant
    .select('custom_field_values')
    .select(['id', 'custom_field_id', 'value'])
    .where('customer_id', '=', id)
    .execute()
  const fileRows = await tenant
    .select('files')
    .selectAll()
    .where('customer_id', '=', id)
    .orderBy('id')
    .execute()
  const fieldOf = new Map(values.map((value) => [value.id, value.custom_field_id]))
  return {
    row,
    fileRows,
    valueIds: new Map(values.map((value) => [value.custom_field_id, value.id])),
    texts: new Map(
      values.flatMap(({ custom_field_id, value }) => (value === null ? [] : [[custom_field_id, value]])),
    ),
    files: fileRows.flatMap((file) => {
      const fieldId = fieldOf.get(file.custom_field_value_id ?? 0)
      return fieldId === undefined
        ? []
        : [{ id: file.id, fieldId, path: fileUrl(publicUrl, file.token, file.name) }]
    }),
  }
}
