import type { ColumnDefinitionBuilder, Kysely } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'

const required = (column: ColumnDefinitionBuilder) => column.notNull()
const ofAccount = (column: ColumnDefinitionBuilder) => column.notNull().references('accounts.id')

/** Services and products, and invoices with their lines. */
export async function up(db: Kysely<Database>, dialect: DbDialect): Promise<void> {
  await createServices(db, dialect)
  await createInvoices(db, dialect)
}

async function createServices(db: Kysely<Database>, dialect: DbDialect) {
  const { id, bigint } = dialect

  // What the filters ask for, once for all services alike in it, with how many those are: a catalogue of a million
  // entries has some hundred of these, so totals and facets are sums over few rows.
  await db.schema
    .createTable('service_kinds')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', ofAccount)
    .addColumn('type', 'text', required)
    .addColumn('category', 'text', required)
    .addColumn('is_active', 'integer', required)
    .addColumn('tags', 'text', required)
    .addColumn('services', 'integer', required)
    .addUniqueConstraint('service_kinds_once', ['account_id', 'type', 'category', 'is_active', 'tags'])
    .execute()

  await db.schema
    .createTable('service_kind_tags')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', ofAccount)
    .addColumn('kind_id', 'bigint', (column) =>
      column.notNull().references('service_kinds.id').onDelete('cascade'),
    )
    .addColumn('tag', 'text', required)
    .addUniqueConstraint('service_kind_tags_once', ['account_id', 'tag', 'kind_id'])
    .execute()
  await db.schema.createIndex('service_kind_tags_kind').on('service_kind_tags').column('kind_id').execute()

  await db.schema
    .createTable('services')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', ofAccount)
    .addColumn('kind_id', 'bigint', (column) => column.notNull().references('service_kinds.id'))
    .addColumn('name', 'text', required)
    .addColumn('description', 'text', required)
    .addColumn('price', bigint, required)
    .addColumn('currency', 'text', required)
    .addColumn('billing_type', 'text', required)
    .addColumn('tax_rate', 'integer', required)
    .addColumn('unit', 'text', required)
    .addColumn('custom_fields', 'text', required)
    .addColumn('search_text', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text', required)
    .execute()
  // The first for kinds that many have, read in the order of ids; the second for kinds that few have.
  await db.schema
    .createIndex('services_account')
    .on('services')
    .columns(['account_id', 'id', 'kind_id'])
    .execute()
  await db.schema
    .createIndex('services_kind')
    .on('services')
    .columns(['account_id', 'kind_id', 'id'])
    .execute()
  await dialect.createScopedSearch(db, 'services')
}

async function createInvoices(db: Kysely<Database>, dialect: DbDialect) {
  const { id, bigint } = dialect

  await db.schema
    .createTable('invoices')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', ofAccount)
    .addColumn('invoice_number', 'text', required)
    // No reference: an invoice outlives its customer and keeps id, name and email.
    .addColumn('customer_id', 'bigint', required)
    .addColumn('customer_name', 'text', required)
    .addColumn('customer_email', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('currency', 'text', required)
    .addColumn('total_amount', bigint, required)
    .addColumn('due_date', 'text', required)
    .addColumn('total_key', 'double precision', required)
    .addColumn('invoice_number_key', 'text', required)
    .addColumn('customer_name_key', 'text', required)
    .addColumn('search_text', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('updated_at', 'text', required)
    .execute()
  // One index a sort, each ending in the id, so that every page of every sort is read straight off an index.
  await db.schema.createIndex('invoices_account').on('invoices').columns(['account_id', 'id']).execute()
  for (const key of ['due_date', 'created_at', 'total_key', 'invoice_number_key', 'customer_name_key']) {
    await db.schema.createIndex(`invoices_${key}`).on('invoices').columns(['account_id', key, 'id']).execute()
  }
  await db.schema
    .createIndex('invoices_customer')
    .on('invoices')
    .columns(['account_id', 'customer_id', 'id'])
    .execute()
  await db.schema
    .createIndex('invoices_status')
    .on('invoices')
    .columns(['account_id', 'status', 'id'])
    .execute()
  await db.schema
    .createIndex('invoices_status_due')
    .on('invoices')
    .columns(['account_id', 'status', 'due_date', 'id'])
    .execute()
  // These hold all that overview and totals add up, so that the rows themselves stay unread.
  await db.schema
    .createIndex('invoices_receivable')
    .on('invoices')
    .columns(['account_id', 'status', 'currency', 'due_date', 'customer_id', 'total_amount', 'id'])
    .execute()
  await db.schema
    .createIndex('invoices_revenue')
    .on('invoices')
    .columns(['account_id', 'status', 'created_at', 'currency', 'total_amount', 'id'])
    .execute()
  await dialect.createScopedSearch(db, 'invoices')

  await db.schema
    .createTable('invoice_line_items')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', ofAccount)
    .addColumn('invoice_id', 'bigint', (column) =>
      column.notNull().references('invoices.id').onDelete('cascade'),
    )
    .addColumn('description', 'text', required)
    .addColumn('quantity', bigint, required)
    .addColumn('unit_price', bigint, required)
    .addColumn('total', bigint, required)
    .execute()
  await db.schema
    .createIndex('invoice_line_items_invoice')
    .on('invoice_line_items')
    .columns(['invoice_id', 'id'])
    .execute()
}
