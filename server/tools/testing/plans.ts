import { CompiledQuery, type Kysely } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { Store } from '#server/platform/db/store.ts'

/** Tables that grow with an account; nothing reads them row by row. */
const large = [
  'customers',
  'contacts',
  'services',
  'invoices',
  'invoice_line_items',
  'deliveries',
  'delivery_attempts',
  'event_log',
  'webhook_hours',
  'files',
  'custom_field_values',
  'activity_log',
  'audit_log',
  'notes',
]

/** Tables and results that stay small, whatever an account holds. Anything else that is scanned is a problem. */
const small = ['service_kinds', 'service_kind_tags', 'webhooks', 'custom_fields', 'settings', 'json_each']

/** More than this share of an account's rows is all of them, read from the nearer end. */
const mostOfThem = 0.55

interface PlanOptions {
  /** Rows that the account has in each large table that is filled. */
  readonly rows: number
  /** Whether reading most rows of the account counts as a problem. */
  readonly isBounded: boolean
}

/** Returns the problems of how the database executes that statement, one line each. */
export async function planProblems(
  store: Store,
  statement: CompiledQuery,
  options: PlanOptions,
): Promise<string[]> {
  // Reads only: explaining a write on PostgreSQL would carry it out.
  if (!/^\s*(select|with)\b/i.test(statement.sql)) return []
  const found = await (store.dialect.kind === 'sqlite' ? onSqlite : onPostgres)(store.db, statement, options)
  return [...new Set(found)].map((problem) => `${problem}\n    in ${statement.sql}`)
}

async function onSqlite(db: Kysely<Database>, statement: CompiledQuery, { isBounded }: PlanOptions) {
  const { rows } = await db.executeQuery<{ id: number; parent: number; detail: string }>(
    CompiledQuery.raw(`explain query plan ${statement.sql}`, [...statement.parameters]),
  )
  // A virtual table without a term or a range (`M1`, `<`) is read from end to end.
  const isScan = (detail: string) => {
    const [, name = ''] = /^SCAN (\w+)/.exec(detail) ?? []
    if (!detail.startsWith('SCAN') || name === '' || detail === 'SCAN CONSTANT ROW') return false
    if (detail.includes('VIRTUAL TABLE')) return name.endsWith('_search') && !/:M\d/.test(detail)
    return !small.includes(name) && isTable(statement.sql, name)
  }
  // An account's rows from end to end: without a limit, or to be sorted before it. Siblings belong to one subquery.
  const isAccount = (detail: string) =>
    new RegExp(`^SEARCH (${large.join('|')}) USING .*\\(account_id=\\?\\)$`).test(detail)
  const isSorted = (parent: number) =>
    rows.some((row) => row.parent === parent && row.detail.startsWith('USE TEMP B-TREE FOR'))
  const hasLimit = /\blimit\b/i.test(statement.sql)
  return rows
    .filter(
      ({ detail, parent }) =>
        isScan(detail) || (isBounded && isAccount(detail) && (!hasLimit || isSorted(parent))),
    )
    .map(({ detail }) => detail)
}

/** Whether that name is a table of ours, under its own name or another, and no subquery. */
function isTable(sql: string, name: string): boolean {
  const bare = sql.replaceAll('"', '')
  return (
    new RegExp(`\\b(from|join) ${name}\\b`, 'i').test(bare) || new RegExp(`\\w as ${name}\\b`, 'i').test(bare)
  )
}

interface Node {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly Node[]
}

/** Executes the statement: estimates of a small database say little, rows that were read say all. */
async function onPostgres(db: Kysely<Database>, statement: CompiledQuery, { rows, isBounded }: PlanOptions) {
  return db.connection().execute(async (connection) => {
    // A small table is read whole where that is cheapest. Where an index serves, this makes it the cheaper way.
    await connection.executeQuery(CompiledQuery.raw('set enable_seqscan = off'))
    const { rows: answers } = await connection.executeQuery<{ 'QUERY PLAN': [{ Plan: Node }] }>(
      CompiledQuery.raw(`explain (analyze, timing off, format json) ${statement.sql}`, [
        ...statement.parameters,
      ]),
    )
    await connection.executeQuery(CompiledQuery.raw('reset enable_seqscan'))
    const nodes = answers.flatMap((answer) => flat(answer['QUERY PLAN'][0].Plan))
    return nodes.flatMap((node) => {
      const table = node['Relation Name'] ?? ''
      if (!large.includes(table)) return []
      const passed =
        node['Actual Rows'] +
        (node['Rows Removed by Filter'] ?? 0) +
        (node['Rows Removed by Index Recheck'] ?? 0)
      const read = passed * node['Actual Loops']
      if (node['Node Type'] === 'Seq Scan') return [`Seq Scan on ${table}`]
      return isBounded && read > rows * mostOfThem
        ? [`${node['Node Type']} reads ${read} rows of ${table}`]
        : []
    })
  })
}

const flat = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(flat)]
