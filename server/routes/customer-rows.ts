import type { Selectable } from 'kysely'

import { type Customer, type CustomerRow, businessKeys } from '#contract/customers.ts'

import type { CustomFieldValueTable, CustomerTable, FileTable } from '../db/database.ts'
import { fileUrl } from '../files/serve.ts'
import type { Tenant } from '../tenant.ts'
import { permissionsOf } from './customer-columns.ts'
import { type Definition, readDefinitions } from './custom-fields.ts'

type Row = Selectable<CustomerTable>

/** Customers as the list shows them; three statements however many there are. */
export async function asListed(
  tenant: Tenant,
  rows: readonly Row[],
  publicUrl: string,
  known?: readonly Definition[],
): Promise<CustomerRow[]> {
  const ids = rows.map(({ id }) => id)
  const [definitions, values, files] = await Promise.all([
    known ?? readDefinitions(tenant),
    ids.length === 0
      ? []
      : tenant.select('custom_field_values').selectAll().where('customer_id', 'in', ids).execute(),
    ids.length === 0
      ? []
      : tenant.select('files').selectAll().where('customer_id', 'in', ids).orderBy('id').execute(),
  ])
  const valuesOf = Map.groupBy(values, ({ customer_id }) => customer_id)
  const filesOf = Map.groupBy(files, ({ customer_id }) => customer_id)
  return rows.map((row) =>
    listed(row, definitions, valuesOf.get(row.id) ?? [], filesOf.get(row.id) ?? [], publicUrl),
  )
}

/** One customer in full. */
export async function inFull(tenant: Tenant, row: Row, publicUrl: string): Promise<Customer> {
  const [customer] = await asListed(tenant, [row], publicUrl)
  const of = (table: 'notes' | 'activity_log') =>
    tenant
      .select(table)
      .select([
        'id',
        'description',
        'note',
        'event',
        'subject_id',
        'subject_type',
        'subject_title',
        'caused_by',
        'created_at',
      ])
      .where('customer_id', '=', row.id)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
  const [notes, activity] = await Promise.all([of('notes'), of('activity_log')])
  return {
    ...(customer as CustomerRow), // one row in, one out
    notes: notes.map((note) => ({ ...note, note: note.note ?? '' })),
    activity_log: activity.map(({ note: _note, ...entry }) => entry),
  }
}

function listed(
  row: Row,
  definitions: readonly Definition[],
  values: readonly Selectable<CustomFieldValueTable>[],
  files: readonly Selectable<FileTable>[],
  publicUrl: string,
): CustomerRow {
  const url = ({ token, name }: Selectable<FileTable>) => fileUrl(publicUrl, token, name)
  const photo = files.find(({ id }) => id === row.photo_file_id)
  const valueOf = (value: Selectable<CustomFieldValueTable>) =>
    value.value ??
    files
      .filter(({ custom_field_value_id }) => custom_field_value_id === value.id)
      .map((file) => ({ name: file.name, path: url(file) }))
  return {
    id: row.id,
    name: row.name,
    last_name: row.last_name,
    phone: row.phone,
    profile_photo_path: photo ? url(photo) : null,
    email: row.email,
    // CHOICE 0012: the identifier that the specification's table begins with.
    stripe_customer_flag: row.processor_linked === 1,
    business_information: Object.fromEntries(businessKeys.map((key) => [key, row[key]])),
    custom_fields: definitions.map((definition) => ({
      id: definition.id,
      user_id: definition.user_id,
      location: definition.location,
      type: definition.type,
      name: definition.name,
      key: definition.key,
      description: definition.description,
      placeholder: definition.placeholder,
      fields: definition.fields,
      group: definition.field_group,
      created_at: definition.created_at,
      updated_at: definition.updated_at,
      custom_field_values: values
        .filter(({ custom_field_id }) => custom_field_id === definition.id)
        .map((value) => ({
          id: value.id,
          owner_id: value.owner_id,
          user_id: value.customer_id,
          custom_field_id: value.custom_field_id,
          value: valueOf(value),
          created_at: value.created_at,
          updated_at: value.updated_at,
        })),
    })),
    permissions: permissionsOf(row.permissions),
  }
}
