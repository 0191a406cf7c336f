import type { Kysely } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'

/** Accounts, the people who work in them, and what opens the API. Column names are those given to better-auth. */
export async function up(db: Kysely<Database>, dialect: DbDialect): Promise<void> {
  await createPeople(db, dialect)
  await createMemberships(db, dialect)
  await createAccess(db, dialect)
}

async function createPeople(db: Kysely<Database>, { id, instant }: DbDialect) {
  await db.schema
    .createTable('accounts')
    .addColumn('id', id)
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('slug', 'text', (column) => column.notNull().unique())
    .addColumn('logo', 'text')
    .addColumn('metadata', 'text')
    .addColumn('time_zone', 'text', (column) => column.notNull().defaultTo('UTC'))
    .addColumn('created_at', instant, (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('staff')
    .addColumn('id', id)
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('email_verified', 'boolean', (column) => column.notNull().defaultTo(false))
    .addColumn('image', 'text')
    .addColumn('two_factor_enabled', 'boolean', (column) => column.defaultTo(false))
    .addColumn('created_at', instant, (column) => column.notNull())
    .addColumn('updated_at', instant, (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('staff_sessions')
    .addColumn('id', id)
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('staff.id').onDelete('cascade'))
    .addColumn('token', 'text', (column) => column.notNull().unique())
    .addColumn('expires_at', instant, (column) => column.notNull())
    .addColumn('created_at', instant, (column) => column.notNull())
    .addColumn('updated_at', instant, (column) => column.notNull())
    .addColumn('ip_address', 'text')
    .addColumn('user_agent', 'text')
    .addColumn('active_account_id', 'bigint')
    .execute()
  await db.schema.createIndex('staff_sessions_user').on('staff_sessions').column('user_id').execute()

  // better-auth's `account`: how a person proves who they are; holds the password hash.
  await db.schema
    .createTable('staff_identities')
    .addColumn('id', id)
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('staff.id').onDelete('cascade'))
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('provider_id', 'text', (column) => column.notNull())
    .addColumn('access_token', 'text')
    .addColumn('refresh_token', 'text')
    .addColumn('id_token', 'text')
    .addColumn('access_token_expires_at', instant)
    .addColumn('refresh_token_expires_at', instant)
    .addColumn('scope', 'text')
    .addColumn('password', 'text')
    .addColumn('created_at', instant, (column) => column.notNull())
    .addColumn('updated_at', instant, (column) => column.notNull())
    .execute()
  await db.schema.createIndex('staff_identities_user').on('staff_identities').column('user_id').execute()

  await db.schema
    .createTable('staff_verifications')
    .addColumn('id', id)
    .addColumn('identifier', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('expires_at', instant, (column) => column.notNull())
    .addColumn('created_at', instant, (column) => column.notNull())
    .addColumn('updated_at', instant, (column) => column.notNull())
    .execute()
}

async function createMemberships(db: Kysely<Database>, { id, instant }: DbDialect) {
  await db.schema
    .createTable('memberships')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('staff.id').onDelete('cascade'))
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('created_at', instant, (column) => column.notNull())
    .addUniqueConstraint('memberships_once', ['user_id', 'account_id'])
    .execute()

  await db.schema
    .createTable('invitations')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('role', 'text')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('expires_at', instant, (column) => column.notNull())
    .addColumn('created_at', instant, (column) => column.notNull())
    .addColumn('inviter_id', 'bigint', (column) =>
      column.notNull().references('staff.id').onDelete('cascade'),
    )
    .execute()

  await db.schema
    .createTable('staff_two_factors')
    .addColumn('id', id)
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('staff.id').onDelete('cascade'))
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('backup_codes', 'text', (column) => column.notNull())
    .addColumn('verified', 'boolean', (column) => column.defaultTo(true))
    .execute()
}

async function createAccess(db: Kysely<Database>, { id }: DbDialect) {
  await db.schema
    .createTable('sign_in_failures')
    .addColumn('id', id)
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('sign_in_failures_subject')
    .on('sign_in_failures')
    .columns(['subject', 'at'])
    .execute()

  await db.schema
    .createTable('credentials')
    .addColumn('id', id)
    .addColumn('account_id', 'bigint', (column) => column.notNull().references('accounts.id'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('prefix', 'text', (column) => column.notNull())
    .addColumn('last_four', 'text', (column) => column.notNull())
    .addColumn('abilities', 'text', (column) => column.notNull())
    .addColumn('rate_limit', 'integer', (column) => column.notNull())
    .addColumn('expires_at', 'text')
    .addColumn('revoked_at', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('last_used_at', 'text')
    .execute()

  // Small facts of the installation: the hash of the set-up link, whether demo data was made.
  await db.schema
    .createTable('settings')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute()
}
