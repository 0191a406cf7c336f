import type { Selectable } from 'kysely'

import type { Tenant } from '#server/platform/access/tenant.ts'
import type { CustomFieldValueTable, CustomerTable, FileTable } from '#server/platform/db/tables/customers.ts'
import { fileUrl } from '#server/platform/files/file-url.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'

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
  const [stored] = await readManyStored(tenant, [id], publicUrl)
  if (!stored) throw new HttpError('NOT_FOUND')
  return stored
}

/** Reads those customers of them that exist, in the order of their ids; in a transaction, they are locked until the end. */
export async function readManyStored(
  tenant: Tenant,
  ids: readonly number[],
  publicUrl: string,
): Promise<StoredCustomer[]> {
  if (ids.length === 0) return []
  const rows = await tenant.dialect
    .forNoKeyUpdate(tenant.select('customers').selectAll().where('id', 'in', ids).orderBy('id'))
    .execute()
  if (rows.length === 0) return []
  const values = await tenant
    .select('custom_field_values')
    .select(['id', 'customer_id', 'custom_field_id', 'value'])
    .where('customer_id', 'in', ids)
    .execute()
  const files = await tenant
    .select('files')
    .selectAll()
    .where('customer_id', 'in', ids)
    .orderBy('id')
    .execute()
  const valuesOf = Map.groupBy(values, ({ customer_id }) => customer_id)
  const filesOf = Map.groupBy(files, ({ customer_id }) => customer_id)
  return rows.map((row) =>
    storedCustomer(row, valuesOf.get(row.id) ?? [], filesOf.get(row.id) ?? [], publicUrl),
  )
}

function storedCustomer(
  row: StoredCustomer['row'],
  values: readonly Pick<Selectable<CustomFieldValueTable>, 'id' | 'custom_field_id' | 'value'>[],
  fileRows: StoredCustomer['fileRows'],
  publicUrl: string,
): StoredCustomer {
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
