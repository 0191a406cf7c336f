import type { ColumnDefinitionBuilder, Kysely } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'

const required = (column: ColumnDefinitionBuilder) => column.notNull()
const ofAccount = (column: ColumnDefinitionBuilder) => column.notNull().references('accounts.id')
const ofCustomer = (column: ColumnDefinitionBuilder) =>
  column.notNull().references('customers.id').onDelete('cascade')

/** Customers and all that hangs on them. */
export async function up(db: Kysely<Database>, dialect: DbDialect): Promise<void> {
  await createCustomers(db, dialect)
  await createValues(db, dialect)
  await createHistory(db, dialect)
}

async function createCustomers(db: Kysely<Database>, dialect: DbDialect) {
  await db.schema
    .createTable('customers')
    .addColumn('id', dialect.id)
    .addColumn('account_id', 'bigint', ofAccount)
    .addColumn('name', 'text', required)
    .addColumn('last_name', 'text', required)
    .addColumn('phone', 'text', required)
    .addColumn('email', 'text', required)
    .addColumn('photo_file_id', 'bigint')
    .addColumn('processor_linked', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('company_name', 'text')
    .addColumn('company_phone', 'text')
    .addColumn('company_email', 'text')
    .addColumn('company_website', 'text')
    .addColumn('address_1', 'text')
    .addColumn('address_2', 'text')
    .addColumn('country', 'text')
    .addColumn('city', 'text')
    .addColumn('state', 'text')
    .addColumn('zip_code', 'text')
    .addColumn('fax', 'text')
    .addColumn('permissions', 'integer', required)
    .addColumn('name_key', 'text', required)
    .addColumn('last_name_key', 'text', required)
    .addColumn('email_key', 'text', required)
    .addColumn('company_name_key', 'text', required)
    .addColumn('search_text', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text', required)
    .execute()
  // One index a sort, each ending in the id, so that every page of every sort is read straight off an index.
  await db.schema.createIndex('customers_account').on('customers').columns(['account_id', 'id']).execute()
  for (const key of ['name_key', 'last_name_key', 'email_key', 'company_name_key']) {
    await db.schema
      .createIndex(`customers_${key}`)
      .on('customers')
      .columns(['account_id', key, 'id'])
      .execute()
  }
  await dialect.createSearch(db, 'customers', 'search_text')
}

async function createValues(db: Kysely<Database>, { id, bigint }: DbDialect) {
  await db.schema
    .createTable('custom_fields')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', ofAccount)
    .addColumn('user_id', 'bigint', required)
    .addColumn('location', 'integer', required)
    .addColumn('type', 'integer', required)
    .addColumn('name', 'text', required)
    .addColumn('key', 'text', required)
    .addColumn('description', 'text')
    .addColumn('placeholder', 'text')
    .addColumn('fields', 'text', required)
    .addColumn('field_group', 'text', required)
    .addColumn('required', 'integer', required)
    .addColumn('position', 'integer', required)
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text', required)
    .addUniqueConstraint('custom_fields_key', ['account_id', 'key'])
    .execute()

  await db.schema
    .createTable('custom_field_values')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', ofAccount)
    .addColumn('owner_id', 'bigint', required)
    .addColumn('customer_id', 'bigint', ofCustomer)
    .addColumn('custom_field_id', 'bigint', (column) => column.notNull().references('custom_fields.id'))
    .addColumn('value', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text', required)
    .addUniqueConstraint('custom_field_values_once', ['customer_id', 'custom_field_id'])
    .execute()

  await db.schema
    .createTable('files')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', ofAccount)
    .addColumn('customer_id', 'bigint', ofCustomer)
    .addColumn('custom_field_value_id', 'bigint', (column) =>
      column.references('custom_field_values.id').onDelete('cascade'),
    )
    .addColumn('token', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', required)
    .addColumn('media_type', 'text', required)
    .addColumn('inline', 'integer', required)
    .addColumn('bytes', bigint, required)
    .addColumn('created_at', 'text', required)
    .execute()
  await db.schema.createIndex('files_customer').on('files').column('customer_id').execute()
  await db.schema.createIndex('files_value').on('files').column('custom_field_value_id').execute()
}

async function createHistory(db: Kysely<Database>, { id }: DbDialect) {
  for (const table of ['notes', 'activity_log'] as const) {
    await db.schema
      .createTable(table)
      .addColumn('id', id)
      .addColumn('account_id', 'bigint', ofAccount)
      .addColumn('customer_id', 'bigint', (column) => column.references('customers.id').onDelete('set null'))
      .addColumn('description', 'text', required)
      .addColumn('note', 'text')
      .addColumn('event', 'text', required)
      .addColumn('subject_id', 'bigint', required)
      .addColumn('subject_type', 'text', required)
      .addColumn('subject_title', 'text', required)
      .addColumn('caused_by', 'text', required)
      .addColumn('created_at', 'text', required)
      .execute()
    await db.schema.createIndex(`${table}_customer`).on(table).columns(['customer_id', 'id']).execute()
  }

  await db.schema
    .createTable('contacts')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', ofAccount)
    .addColumn('customer_id', 'bigint', (column) => column.references('customers.id').onDelete('cascade'))
    .addColumn('name', 'text', required)
    .addColumn('last_name', 'text', required)
    .addColumn('email', 'text', required)
    .addColumn('phone', 'text', required)
    .addColumn('company_name', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text', required)
    .execute()
  await db.schema.createIndex('contacts_account').on('contacts').columns(['account_id', 'id']).execute()
  await db.schema.createIndex('contacts_customer').on('contacts').column('customer_id').execute()
}
