import { type Kysely, sql } from 'kysely'

import type { Database } from './database.ts'
import type { DbDialect } from './dialects.ts'

/**
 * Counts and sums that are kept while rows are written, so that nobody has to add up a million rows to show one number.
 * Triggers keep them, whatever writes.
 */
export interface Tally {
  readonly name: string
  /** SQL for the row named `row`; so are the following. */
  readonly bucket: (row: string) => string
  readonly status?: (row: string) => string
  readonly currency?: (row: string) => string
  readonly amount?: (row: string) => string
  /** Which rows count; all of them unless given. */
  readonly when?: (row: string) => string
}

/** Ids that share a block are counted together, so that a page far into a list begins near its first row. */
export const idsPerBlock = 4096
const firstBlock = 10_000_000_000

/** The bucket that a row of that id is counted in. As text, blocks sort like their numbers. */
export const blockOf = (id: number): string => String(firstBlock + Math.floor(id / idsPerBlock))
/** The lowest id of a block. */
export const blockStart = (bucket: string): number => (Number(bucket) - firstBlock) * idsPerBlock

type Counted = 'customers' | 'contacts' | 'services' | 'invoices' | 'invoice_payments'

/** How many rows an account has in the table, and how many in each block of ids. */
export const rowTallies = (table: Counted): readonly Tally[] => [
  { name: table, bucket: () => `''` },
  { name: `${table}:block`, bucket: (row) => `cast(${firstBlock} + ${row}.id / ${idsPerBlock} as text)` },
]

const money = {
  status: (row: string) => `${row}.status`,
  currency: (row: string) => `${row}.currency`,
  amount: (row: string) => `${row}.total_amount`,
}
const prefixes = (name: string, column: string, lengths: readonly number[], more: Partial<Tally>): Tally[] =>
  lengths.map((length) => ({
    name: `${name}:${length}`,
    bucket: (row) => `substr(${row}.${column}, 1, ${length})`,
    ...more,
  }))

/** Buckets of `due_date`, `created_at` and `updated_at`: months, days and, for times, hours. */
export const dateLevels = [7, 10] as const
/** Of columns with times: months, days and hours. */
export const timeLevels = [7, 10, 13] as const

const byMoney = (prefix: string, more: Partial<Tally>): Tally[] => [
  { name: `${prefix}status`, bucket: () => `''`, ...more },
  { name: `${prefix}customer`, bucket: (row) => `cast(${row}.customer_id as text)`, ...more },
  ...prefixes(`${prefix}due`, 'due_date', dateLevels, more),
]

/** Invoices by status and currency: all, by due date, by customer; drafts by last change. */
const plainInvoiceTallies: readonly Tally[] = [
  ...rowTallies('invoices'),
  ...byMoney('', money),
  ...prefixes('draft', 'updated_at', timeLevels, { when: (row) => `${row}.status = 'draft'` }),
]

/** As the first version had them: also the paid ones by creation. */
export const firstInvoiceTallies: readonly Tally[] = [
  ...plainInvoiceTallies,
  ...prefixes('paid', 'created_at', timeLevels, { ...money, when: (row) => `${row}.status = 'paid'` }),
]

/** The tally of what payments have settled of the invoices in that tally, as far as something is still due. */
export const settledName = (name: string): string => `settled-${name}`

/** Also what is settled of those that are still due: few, so most invoices add nothing to these. */
export const secondInvoiceTallies: readonly Tally[] = [
  ...plainInvoiceTallies,
  ...byMoney(settledName(''), {
    ...money,
    amount: (row) => `${row}.settled_amount`,
    when: (row) => `${row}.status in ('sent', 'overdue') and ${row}.settled_amount <> 0`,
  }),
]

/** The tally of what is to be refunded of the invoices in that tally. */
export const refundName = (name: string): string => `refund-${name}`

/** Amounts to refund of overpaid invoices, which are few. */
export const refundTallies: readonly Tally[] = byMoney(refundName(''), {
  ...money,
  amount: (row) => `(${row}.settled_amount - ${row}.total_amount)`,
  when: (row) => `${row}.settled_amount > ${row}.total_amount and ${row}.settled_amount > 0`,
})

export const invoiceTallies: readonly Tally[] = [...secondInvoiceTallies, ...refundTallies]

const paymentsBy = (length: number): readonly Tally[] =>
  prefixes('payments', 'paid_on', [length], { currency: money.currency, amount: (row) => `${row}.amount` })

/** Payments by month and currency. */
export const paymentTallies = paymentsBy(7)

/** The same by day. */
export const paymentDayTallies = paymentsBy(10)

/** How many customers are archived. */
export const archiveTallies: readonly Tally[] = [
  { name: 'customers:archived', bucket: () => `''`, when: (row) => `${row}.archived_at is not null` },
]

/** Makes the tables of tallies. */
export async function createTallyTables(db: Kysely<Database>, { kind }: DbDialect): Promise<void> {
  await sql
    .raw(
      `create table tallies (account_id bigint not null references accounts (id), name text not null, bucket text not null,
      status text not null, currency text not null, entries bigint not null, amount ${kind === 'sqlite' ? 'integer' : 'numeric'} not null,
      changes bigint not null, primary key (account_id, name, bucket, status, currency))${kind === 'sqlite' ? ' without rowid' : ''}`,
    )
    .execute(db)
  if (kind === 'postgres') for (const statement of postgresFolding) await sql.raw(statement).execute(db)
}

/** Makes the triggers that keep these tallies of the table, and counts the rows it has. */
export async function keepTallies(
  db: Kysely<Database>,
  dialect: DbDialect,
  table: Counted,
  tallies: readonly Tally[],
): Promise<void> {
  await countTallies(db, table, tallies)
  await addTallyTriggers(db, dialect, table, tallies)
}

/** Counts the rows that the table has in these tallies, which have no entries yet. */
export async function countTallies(
  db: Kysely<Database>,
  table: Counted,
  tallies: readonly Tally[],
): Promise<void> {
  const backfill = tallies.map((tally) => entry(tally, 'counted', 1, table)).join(' union all ')
  await sql
    .raw(
      `insert into tallies (${columns}, changes) select ${keys}, sum(entries), sum(amount), 1
      from (${backfill}) as entries group by ${keys}`,
    )
    .execute(db)
}

/** Makes the triggers that keep these tallies of the table, whose sums must be right already. */
export async function addTallyTriggers(
  db: Kysely<Database>,
  { kind }: DbDialect,
  table: Counted,
  tallies: readonly Tally[],
): Promise<void> {
  const triggers = kind === 'sqlite' ? sqliteTriggers(table, tallies) : postgresTriggers(table, tallies)
  for (const statement of triggers) await sql.raw(statement).execute(db)
}

/** Drops the triggers that keep the table's tallies; the sums stay as they are. */
export async function dropTallyTriggers(
  db: Kysely<Database>,
  { kind }: DbDialect,
  table: Counted,
): Promise<void> {
  for (const event of ['insert', 'delete', 'update']) {
    const name = `${table}_tallies_${event}`
    const statements =
      kind === 'sqlite'
        ? [`drop trigger ${name}`]
        : [`drop trigger ${name} on ${table}`, `drop function ${name}()`]
    for (const statement of statements) await sql.raw(statement).execute(db)
  }
}

const keys = 'account_id, name, bucket, status, currency'
const columns = `${keys}, entries, amount`
const adding = `on conflict (${keys}) do update
  set entries = tallies.entries + excluded.entries, amount = tallies.amount + excluded.amount, changes = tallies.changes + 1`

/** The change of a tally by a row, as a select. */
function entry(tally: Tally, row: string, sign: 1 | -1, from?: string): string {
  const amount = tally.amount ? `${sign} * ${tally.amount(row)}` : '0'
  return `select ${row}.account_id as account_id, '${tally.name}' as name, ${tally.bucket(row)} as bucket,
    ${tally.status?.(row) ?? `''`} as status, ${tally.currency?.(row) ?? `''`} as currency, ${sign} as entries, ${amount} as amount
    ${from === undefined ? '' : `from ${from} as ${row}`} where ${tally.when?.(row) ?? '1 = 1'}`
}

function sqliteTriggers(table: Counted, tallies: readonly Tally[]): string[] {
  const add = (row: 'new' | 'old') =>
    tallies
      .map(
        (tally) =>
          `insert into tallies (${columns}, changes) select *, 1 from (${entry(tally, row, row === 'new' ? 1 : -1)}) where 1 = 1 ${adding};`,
      )
      .join('\n')
  const bodies = { insert: add('new'), delete: add('old'), update: `${add('old')}\n${add('new')}` }
  return Object.entries(bodies).map(
    ([event, body]) =>
      `create trigger ${table}_tallies_${event} after ${event} on ${table} begin\n${body}\nend`,
  )
}

// Statements note their changes, and the commit adds them up. Nothing waits for another transaction before that, and
// then for one that is committing as well, so writers cannot wait for each other in a circle.
const postgresFolding = [
  `create unlogged table tally_changes (id bigint generated always as identity primary key, account_id bigint not null,
    name text not null, bucket text not null, status text not null, currency text not null, entries bigint not null, amount numeric not null)`,
  `create function add_tally_change() returns trigger language plpgsql as $$ begin
    perform pg_advisory_xact_lock(hashtextextended('tallies ' || new.account_id, 0));
    insert into tallies (${columns}, changes)
      values (new.account_id, new.name, new.bucket, new.status, new.currency, new.entries, new.amount, 1) ${adding};
    delete from tally_changes where id = new.id;
    return null; end $$`,
  `create constraint trigger tally_changes_added after insert on tally_changes deferrable initially deferred
    for each row execute function add_tally_change()`,
]

function postgresTriggers(table: Counted, tallies: readonly Tally[]): string[] {
  const entries = (row: 'fresh' | 'gone') =>
    tallies.map((tally) => entry(tally, 'r', row === 'fresh' ? 1 : -1, row)).join(' union all ')
  const note = (changed: string) =>
    `insert into tally_changes (${columns}) select ${keys}, sum(entries), sum(amount) from (${changed}) as entries group by ${keys} having sum(entries) <> 0 or sum(amount) <> 0 or name = '${table}'`
  const events = {
    insert: { changed: entries('fresh'), referencing: 'new table as fresh' },
    delete: { changed: entries('gone'), referencing: 'old table as gone' },
    update: {
      changed: `${entries('gone')} union all ${entries('fresh')}`,
      referencing: 'old table as gone new table as fresh',
    },
  }
  return Object.entries(events).flatMap(([event, { changed, referencing }]) => [
    `create function ${table}_tallies_${event}() returns trigger language plpgsql as $$ begin ${note(changed)}; return null; end $$`,
    `create trigger ${table}_tallies_${event} after ${event} on ${table} referencing ${referencing}
      for each statement execute function ${table}_tallies_${event}()`,
  ])
}
