import type { Kysely } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'

/** Credit notes of invoices, with numbers of their own. */
export async function up(db: Kysely<Database>, dialect: DbDialect): Promise<void> {
  const { id, bigint } = dialect
  await db.schema
    .alterTable('invoices')
    .addColumn('credited_amount', bigint, (column) => column.notNull().defaultTo(0))
    .execute()
  await createNotes(db, dialect)
  await db.schema
    .createTable('credit_note_numbers')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('year', 'integer', (column) => column.notNull())
    .addColumn('last_number', 'integer', (column) => column.notNull())
    .addUniqueConstraint('credit_note_numbers_once', ['account_id', 'year'])
    .execute()
  await db.schema
    .createTable('credit_note_pdfs')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('credit_note_id', 'bigint', (column) => column.notNull().references('credit_notes.id'))
    .addColumn('token', 'text', (column) => column.notNull().unique())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('credit_note_pdfs_once', ['credit_note_id'])
    .execute()
  await db.schema
    .alterTable('invoice_emails')
    .addColumn('credit_note_id', 'bigint', (column) => column.references('credit_notes.id'))
    .execute()
}

async function createNotes(db: Kysely<Database>, { id, bigint }: DbDialect) {
  await db.schema
    .createTable('credit_notes')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('invoice_id', 'bigint', (column) => column.notNull().references('invoices.id'))
    .addColumn('credit_number', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('total_amount', bigint, (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('issued_by', 'text', (column) => column.notNull())
    .addUniqueConstraint('credit_notes_number', ['account_id', 'credit_number'])
    .execute()
  await db.schema
    .createIndex('credit_notes_by_invoice')
    .on('credit_notes')
    .columns(['account_id', 'invoice_id', 'id'])
    .execute()
  await db.schema
    .createTable('credit_note_lines')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('credit_note_id', 'bigint', (column) => column.notNull().references('credit_notes.id'))
    .addColumn('invoice_line_id', 'bigint', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('quantity', bigint, (column) => column.notNull())
    .addColumn('unit_price', bigint, (column) => column.notNull())
    .addColumn('total', bigint, (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('discount', 'integer', (column) => column.notNull())
    .addColumn('tax_rate', 'integer')
    .execute()
  await db.schema
    .createIndex('credit_note_lines_by_note')
    .on('credit_note_lines')
    .columns(['account_id', 'credit_note_id', 'id'])
    .execute()
}
