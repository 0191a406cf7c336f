import { type Kysely, type RawBuilder, sql } from 'kysely'

import { ConfigError } from '#server/config.ts'

import type { Database } from './database.ts'
import { lockClasses } from './lock-classes.ts'

/** A table of the same schema that isn't listed belongs to another program. */
export const ownTables = Object.keys({
  accounts: true,
  staff: true,
  staff_sessions: true,
  memberships: true,
  invitations: true,
  password_resets: true,
  credentials: true,
  credential_days: true,
  connections: true,
  audit_log: true,
  audit_settings: true,
  staff_photos: true,
  sign_in_failures: true,
  customers: true,
  customer_deletions: true,
  customer_deletion_batches: true,
  customer_changes: true,
  customer_change_batches: true,
  customer_merges: true,
  deleted_customers: true,
  deleted_files: true,
  custom_fields: true,
  custom_field_values: true,
  custom_field_renames: true,
  files: true,
  notes: true,
  company_versions: true,
  company_logos: true,
  activity_log: true,
  contacts: true,
  service_kinds: true,
  service_kind_tags: true,
  services: true,
  invoices: true,
  invoice_line_items: true,
  invoice_numbers: true,
  invoice_pdfs: true,
  invoice_payments: true,
  bank_payments: true,
  credit_notes: true,
  credit_note_lines: true,
  credit_note_numbers: true,
  credit_note_pdfs: true,
  documents: true,
  document_versions: true,
  document_conversions: true,
  document_pdfs: true,
  document_files: true,
  proposal_numbers: true,
  contract_numbers: true,
  meetings: true,
  emails: true,
  invoice_emails: true,
  document_emails: true,
  meeting_emails: true,
  email_counts: true,
  portal_links: true,
  document_links: true,
  portal_sessions: true,
  imports: true,
  import_batches: true,
  import_results: true,
  import_mappings: true,
  invoice_schedules: true,
  invoice_schedule_runs: true,
  plans: true,
  subscriptions: true,
  subscription_settlements: true,
  templates: true,
  invoice_templates: true,
  row_counts: true,
  saved_views: true,
  saved_view_marks: true,
  tallies: true,
  event_log: true,
  webhooks: true,
  webhook_hours: true,
  deliverers: true,
  deliveries: true,
  delivery_attempts: true,
  notifications: true,
  notification_settings: true,
  booking_times: true,
  idempotency_keys: true,
  settings: true,
  currency_digits: true,
  staff_devices: true,
  staff_identities: true,
  staff_two_factors: true,
  staff_verifications: true,
  // Parents of the tables that are searched; see `searchedRows`.
  searched_custom_field_values: true,
  searched_customers: true,
  searched_contacts: true,
  searched_services: true,
  searched_invoices: true,
  // Only functions of the database write these.
  admitted_requests: true,
  tally_changes: true,
} satisfies Record<string, true> & Record<keyof Database, true>)

/** Tables of ours that later migrations renamed or dropped; a database may not have been brought that far. */
const formerTables = ['outbox'] as const

interface OwnColumn {
  readonly table: string
  readonly column: string
}

/** Makes every text column of our tables sort by code point, whatever the language of the database. */
export async function sortByCodePoint(db: Kysely<Database>): Promise<void> {
  if ((await otherwiseSorted(db)).length === 0) return
  await db.transaction().execute(async (trx) => {
    // Several processes may start at once.
    await sql`select pg_advisory_xact_lock(${lockClasses.names}::int, hashtext('collation'))`.execute(trx)
    for (const [table, columns] of Map.groupBy(await otherwiseSorted(trx), (column) => column.table)) {
      const changes = columns.map(({ column }) => sql`alter column ${sql.id(column)} type text collate "C"`)
      await sql`alter table ${sql.id(table)} ${sql.join(changes)}`.execute(trx)
    }
  })
}

async function otherwiseSorted(db: Kysely<Database>): Promise<readonly OwnColumn[]> {
  const { rows } = await sql<OwnColumn>`
    select relname as "table", attname as "column"
    from pg_attribute
    join pg_class on pg_class.oid = attrelid
    join pg_collation on pg_collation.oid = attcollation
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
      and relname = any(${[...ownTables, ...formerTables]}::name[]) and atttypid = 'text'::regtype
      and attnum > 0 and not attisdropped and collname <> 'C'
    order by relname, attnum`.execute(db)
  return rows
}

/** Returns the operator class of trigram indexes, wherever the extension is installed; installs it if necessary. */
export async function trigramOperators(db: Kysely<Database>): Promise<RawBuilder<unknown>> {
  const schema = (await trigramSchema(db)) ?? (await installTrigrams(db))
  return sql.id(schema, 'gin_trgm_ops')
}

async function trigramSchema(db: Kysely<Database>): Promise<string | undefined> {
  const { rows } = await sql<{ schema: string }>`
    select nspname as schema from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
    where extname = 'pg_trgm'`.execute(db)
  return rows[0]?.schema
}

async function installTrigrams(db: Kysely<Database>): Promise<string> {
  try {
    await sql`create extension pg_trgm`.execute(db)
  } catch (error) {
    throw new ConfigError(
      `DATABASE_URL: this database needs the extension pg_trgm, which this user can't install (${(error as Error).message}). ` +
        'Ask an administrator to run "create extension pg_trgm" in it; the extension is part of postgresql-contrib',
    )
  }
  return (await trigramSchema(db)) ?? 'public'
}
