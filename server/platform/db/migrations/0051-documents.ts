import { type Kysely, sql } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'

/** Proposals and contracts, with their versions, numbers, PDFs and emails. */
export async function up(db: Kysely<Database>, dialect: DbDialect): Promise<void> {
  await createDocuments(db, dialect)
  await createVersions(db, dialect)
  await createEmails(db, dialect)
  for (const kind of ['proposal', 'contract'])
    await db.schema
      .createTable(`${kind}_numbers`)
      .addColumn('id', dialect.id)
      .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
      .addColumn('year', 'integer', (column) => column.notNull())
      .addColumn('last_number', 'integer', (column) => column.notNull())
      .addUniqueConstraint(`${kind}_numbers_once`, ['account_id', 'year'])
      .execute()
}

async function createDocuments(db: Kysely<Database>, { id, bigint }: DbDialect) {
  await db.schema
    .createTable('documents')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('number', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('customer_id', bigint, (column) => column.notNull())
    .addColumn('customer_name', 'text', (column) => column.notNull())
    .addColumn('customer_email', 'text', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('total_amount', bigint, (column) => column.notNull())
    .addColumn('sections', 'text', (column) => column.notNull())
    .addColumn('lines', 'text', (column) => column.notNull())
    .addColumn('starts_on', 'text')
    .addColumn('ends_on', 'text')
    .addColumn('editions', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('sent_at', 'text')
    .addColumn('proposal_id', bigint)
    .addColumn('search_text', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  await db.schema
    .createIndex('documents_newest')
    .on('documents')
    .columns(['account_id', 'kind', 'id'])
    .execute()
  await db.schema
    .createIndex('documents_by_customer')
    .on('documents')
    .columns(['account_id', 'customer_id', 'kind', 'id'])
    .execute()
  // What ends by itself.
  await sql`create index documents_due on documents (account_id, ends_on, id)
    where status in ('sent', 'viewed', 'signed')`.execute(db)
  await db.schema
    .createTable('document_conversions')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('document_id', 'bigint', (column) =>
      column.notNull().references('documents.id').onDelete('cascade'),
    )
    .addColumn('target', 'text', (column) => column.notNull())
    .addColumn('ordinal', 'integer', (column) => column.notNull())
    // What it became can be deleted; that it was converted stays.
    .addColumn('target_id', bigint, (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('document_conversions_once', ['account_id', 'document_id', 'target', 'ordinal'])
    .execute()
}

async function createVersions(db: Kysely<Database>, { id }: DbDialect) {
  await db.schema
    .createTable('document_versions')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('document_id', 'bigint', (column) => column.notNull().references('documents.id'))
    .addColumn('edition', 'integer', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('company_id', 'bigint', (column) => column.references('company_versions.id'))
    .addColumn('sent_at', 'text', (column) => column.notNull())
    .addColumn('sent_by', 'text', (column) => column.notNull())
    .addColumn('viewed_at', 'text')
    .addColumn('answer', 'text')
    .addUniqueConstraint('document_versions_once', ['account_id', 'document_id', 'edition'])
    .execute()
  await db.schema
    .createTable('document_pdfs')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('version_id', 'bigint', (column) => column.notNull().references('document_versions.id'))
    .addColumn('stage', 'text', (column) => column.notNull())
    .addColumn('token', 'text', (column) => column.notNull().unique())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('document_pdfs_once', ['account_id', 'version_id', 'stage'])
    .execute()
}

async function createEmails(db: Kysely<Database>, { id }: DbDialect) {
  await db.schema
    .createTable('document_emails')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('document_id', 'bigint', (column) => column.notNull().references('documents.id'))
    .addColumn('edition', 'integer', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('recipients', 'text', (column) => column.notNull())
    .addColumn('reply_to', 'text')
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('message_id', 'text', (column) => column.notNull().unique())
    .addColumn('caused_by', 'text', (column) => column.notNull())
    .addColumn('actor_id', 'bigint')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('next_attempt_at', 'text')
    .addColumn('sent_at', 'text')
    .addColumn('problem', 'text')
    .execute()
  await db.schema
    .createIndex('document_emails_by_document')
    .on('document_emails')
    .columns(['account_id', 'document_id', 'id'])
    .execute()
  await sql`create index document_emails_due on document_emails (next_attempt_at) where next_attempt_at is not null`.execute(
    db,
  )
}
