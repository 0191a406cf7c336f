import type { Kysely } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'

/** Devices that signed in before, limits that count for keys too, and indexes for what is looked up by account. */
export async function up(db: Kysely<Database>, { id }: DbDialect): Promise<void> {
  await db.schema
    .createTable('staff_devices')
    .addColumn('id', id)
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('staff.id').onDelete('cascade'))
    .addColumn('token_hash', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('last_used_at', 'text', (column) => column.notNull())
    // One browser may be known for several people.
    .addUniqueConstraint('staff_devices_once', ['user_id', 'token_hash'])
    .execute()
  await db.schema.createIndex('staff_devices_used').on('staff_devices').column('last_used_at').execute()

  // Until now a key's limit was stored and ignored. Enforced as stored, the old default of 60 would stop
  // integrations that work today.
  await db
    .updateTable('credentials')
    .set({ rate_limit: 600 })
    .where('kind', '=', 'key')
    .where('rate_limit', '<', 600)
    .execute()

  const indexes = [
    ['credentials', ['account_id']],
    ['memberships', ['account_id']],
    ['staff_sessions', ['expires_at']],
    ['activity_log', ['account_id', 'id']],
    ['custom_field_values', ['custom_field_id']],
  ] as const
  for (const [table, columns] of indexes) {
    const name = `${table}_${columns[0].replace(/_id$|_at$/, '')}`
    await db.schema
      .createIndex(name)
      .on(table)
      .columns([...columns])
      .execute()
  }
}
