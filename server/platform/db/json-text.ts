import { type RawBuilder, sql } from 'kysely'

import type { DbDialect } from './dialects.ts'

/**
 * A JSON object of these columns, by the name each has in it, as the text `JSON.stringify` gives for the same values. The
 * database writes it several times faster than the values could be handed over one by one.
 */
export function jsonText(
  dialect: DbDialect,
  columns: Readonly<Record<string, string | RawBuilder<unknown>>>,
): RawBuilder<string> {
  const entries = Object.entries(columns).map(
    ([name, column]) => [name, typeof column === 'string' ? sql.ref(column) : column] as const,
  )
  if (dialect.kind === 'sqlite') {
    const pairs = entries.map(([name, column]) => sql`${sql.lit(name)}, ${column}`)
    return sql<string>`json_object(${sql.join(pairs)})`
  }
  const selected = entries.map(([name, column]) => sql`${column} as ${sql.id(name)}`)
  return sql<string>`(select row_to_json(entry)::text from (select ${sql.join(selected)}) as entry)`
}
