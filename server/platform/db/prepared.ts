import { type CompiledQuery, type RawBuilder, sql } from 'kysely'

import type { DbDialect } from './dialects.ts'
import type { NamedQuery } from './scope.ts'

/** A placeholder in a compiled statement for a value of each execution. */
class Slot {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

const accountSlot = new Slot('account')

let named = 0

/** A statement with the values of one execution in it. */
type Build<On, Values> = (
  scope: On,
  /** The expression to write in place of that value. */
  value: <Name extends keyof Values & string>(name: Name) => Values[Name],
) => { compile(): CompiledQuery }

/**
 * A statement that is compiled once for each kind of database and then executed with new values. Compiling a query costs
 * as much as reading a page does.
 */
export class Prepared<On, Values extends object, Row> {
  /** Never set; it carries the type. */
  declare readonly row: Row
  readonly #build: Build<On, Values>
  readonly #name = `prepared_${(named += 1)}`
  readonly #compiled = new Map<DbDialect['kind'], CompiledQuery>()

  constructor(build: Build<On, Values>) {
    this.#build = build
  }

  /** Returns the statement with these values. `scope` gets the placeholder for the account. */
  with(
    kind: DbDialect['kind'],
    scope: (account: number) => On,
    values: Values & { readonly account: number },
  ): NamedQuery {
    let compiled = this.#compiled.get(kind)
    if (!compiled) {
      compiled = this.#build(
        scope(accountSlot as unknown as number), // only ever a parameter
        (name) => new Slot(name) as never,
      ).compile()
      this.#compiled.set(kind, compiled)
    }
    const given = values as Readonly<Record<string, unknown>>
    const parameters = compiled.parameters.map((value) => (value instanceof Slot ? given[value.name] : value))
    return { ...compiled, parameters, name: this.#name }
  }
}

/** Whether the column is in a JSON array of ids: a condition whose text is the same however many there are. */
export function isIn(
  dialect: DbDialect,
  column: string | RawBuilder<unknown>,
  ids: string,
): RawBuilder<boolean> {
  const value = typeof column === 'string' ? sql.ref(column) : column
  return dialect.kind === 'sqlite'
    ? sql`${value} in (select value from json_each(${ids}))`
    : sql`${value} = any(translate(${ids}, '[]', '{}')::bigint[])`
}
