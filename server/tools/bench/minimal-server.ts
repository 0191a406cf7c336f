import { DatabaseSync } from 'node:sqlite'

import Fastify from 'fastify'
import type { Selectable } from 'kysely'
import pg from 'pg'

import { businessKeys } from '#contract/customers/customers.ts'
import type { CustomerTable, NoteTable } from '#server/platform/db/tables/customers.ts'
import type { InvoiceTable, LineItemTable } from '#server/platform/db/tables/invoices.ts'
import { permissionsOf } from '#server/records/customers/columns.ts'
import { asInvoice } from '#server/records/invoices/rows.ts'
import { type Row as ServiceRow, asService } from '#server/records/services/rows.ts'

/**
 * The least a server does for the same answers: Fastify, prepared statements on the database of a running service, the
 * same rows, `JSON.stringify`. No authentication, no totals, no validation, no log. `node server/tools/bench/minimal-server.ts
 * ACCOUNT FILE|postgres://…` prints its origin once it listens.
 */

type Read = (sql: string, values: readonly (string | number)[]) => unknown[] | Promise<unknown[]>
type Customer = Selectable<CustomerTable>

const [account = '', database = ''] = process.argv.slice(2)
const read: Read = database.startsWith('postgres') ? onPostgres(database) : onSqlite(database)
const app = Fastify()

app.get<{ Querystring: { sort: string; offset: string } }>('/customers', async ({ query }) => {
  const rows = await pageOf<Customer>('customers', query)
  return { data: await asCustomers(rows) }
})

app.get<{ Params: { id: string } }>('/customers/:id', async ({ params }) => {
  const rows = await read('select * from customers where account_id = $1 and id = $2', [account, params.id])
  const [customer] = await asCustomers(rows as Customer[])
  const entriesOf = (table: string) =>
    read(
      `select id, description, note, event, subject_id, subject_type, subject_title, caused_by, created_at
      from ${table} where account_id = $1 and customer_id = $2 order by created_at desc, id desc`,
      [account, params.id],
    )
  const [notes, activity] = [
    await entriesOf('notes'),
    (await entriesOf('activity_log')) as Selectable<NoteTable>[],
  ]
  return { data: { ...customer, notes, activity_log: activity.map(({ note: _note, ...entry }) => entry) } }
})

app.get<{ Querystring: { sort: string; offset: string } }>('/services', async ({ query }) => {
  const rows = await read(
    `select services.*, type, category, is_active, tags from services
    join service_kinds on service_kinds.id = services.kind_id
    where services.id in (select id from services where account_id = $1 order by id limit 25 offset $2) order by services.id`,
    [account, query.offset],
  )
  return { data: (rows as ServiceRow[]).map(asService) }
})

app.get<{ Querystring: { sort: string; offset: string } }>('/invoices', async ({ query }) => {
  const rows = await pageOf<Selectable<InvoiceTable>>('invoices', query)
  const ids = rows.map(({ id }) => id)
  const lines = await read(
    `select * from invoice_line_items where invoice_id in (${placesOf(ids)}) order by invoice_id, id`,
    ids,
  )
  const linesOf = Map.groupBy(lines as Selectable<LineItemTable>[], (line) => line.invoice_id)
  return { data: rows.map((row) => asInvoice(row, linesOf.get(row.id) ?? [])) }
})

app.get<{ Querystring: { sort: string; offset: string } }>('/contacts', async ({ query }) => {
  const rows = await pageOf<unknown>(
    'contacts',
    query,
    'id, customer_id, name, last_name, email, phone, company_name, created_at, updated_at',
  )
  return { data: rows }
})

process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`)
process.once('SIGTERM', () => process.exit(0))

/** 25 rows: their ids off the index alone, then the rows. */
async function pageOf<Row>(table: string, { sort, offset }: { sort: string; offset: string }, columns = '*') {
  const order = sort === '-id' ? 'id desc' : `${sort} asc, id asc`
  return read(
    `select ${columns} from ${table}
    where id in (select id from ${table} where account_id = $1 order by ${order} limit 25 offset $2) order by ${order}`,
    [account, offset],
  ) as Promise<Row[]>
}

async function asCustomers(rows: readonly Customer[]) {
  const ids = rows.map(({ id }) => id)
  const places = placesOf(ids)
  const definitions = await read(`select * from custom_fields where account_id = $1 order by position, id`, [
    account,
  ])
  const values = await read(`select * from custom_field_values where customer_id in (${places})`, ids)
  const files = await read(`select * from files where customer_id in (${places})`, ids)
  if (definitions.length + values.length + files.length > 0)
    throw new Error('Customers with fields of their own or files are not part of this measurement')
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    last_name: row.last_name,
    phone: row.phone,
    profile_photo_path: null,
    email: row.email,
    stripe_customer_flag: row.processor_linked === 1,
    business_information: Object.fromEntries(businessKeys.map((key) => [key, row[key]])),
    custom_fields: [],
    permissions: permissionsOf(row.permissions),
  }))
}

function placesOf(ids: readonly number[]): string {
  return ids.map((_, index) => `$${index + 1}`).join(', ')
}

function onSqlite(file: string): Read {
  const db = new DatabaseSync(file, { readOnly: true })
  db.exec('pragma cache_size = -65536; pragma mmap_size = 268435456')
  const prepared = new Map<string, ReturnType<typeof db.prepare>>()
  return (sql, values) => {
    let statement = prepared.get(sql)
    if (!statement) prepared.set(sql, (statement = db.prepare(sql.replaceAll('$', '?'))))
    return statement.all(...values)
  }
}

function onPostgres(connectionString: string): Read {
  const int8 = 20
  pg.types.setTypeParser(int8, Number)
  // Without policies, as far as that goes: it reads every account's rows.
  const pool = new pg.Pool({ connectionString, max: 10, options: '-c bureau.account=*' })
  const names = new Map<string, string>()
  return async (text, values) => {
    let name = names.get(text)
    if (name === undefined) names.set(text, (name = `s${names.size}`))
    return (await pool.query({ name, text, values: [...values] })).rows
  }
}
