import {
  type AliasedExpression,
  type CompiledQuery,
  type DeleteQueryBuilder,
  type DeleteResult,
  type Insertable,
  type Kysely,
  type SelectQueryBuilder,
  type UpdateQueryBuilder,
  type UpdateResult,
  sql,
} from 'kysely'

import type { AccountScoped, Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'
import { Prepared } from '#server/platform/db/prepared.ts'
import type { SearchedTable } from '#server/platform/db/row-security.ts'
import { type WordMatch, type WordSearch, searchWords } from '#server/platform/db/word-search.ts'
import { isOutage } from '#server/platform/lib/each.ts'
import { dateAt } from '#server/platform/lib/time-zone.ts'

import { type Origin, systemOrigin } from './origin.ts'

type Row<Table extends AccountScoped> = Omit<Insertable<Database[Table]>, 'account_id'>

interface Business {
  readonly name: string
  readonly timeZone: string
  readonly country: string
}

/** The tables, and what a search has found. */
export type WithMatches = Database & { readonly found: WordMatch }

/**
 * The handle through which a request reaches data: every statement made here carries the account, so one that forgets
 * it cannot be written. Handlers get this and never the database itself.
 */
export class Tenant {
  readonly account: number
  /** The acting person, or the credential, as activity entries name it. */
  readonly actor: string
  /** Who that is, and the request that is answered. */
  readonly origin: Origin
  readonly dialect: DbDialect
  readonly #db: Kysely<Database>
  #precondition: ((trx: Tenant) => Promise<void>) | undefined

  constructor(
    db: Kysely<Database>,
    dialect: DbDialect,
    account: number,
    actor: string,
    origin: Origin = systemOrigin,
  ) {
    this.#db = dialect.ofAccount(db, account)
    this.dialect = dialect
    this.account = account
    this.actor = actor
    this.origin = origin
  }

  /** `select … from table where account_id = :account`, to be narrowed. */
  select<Table extends AccountScoped>(table: Table): SelectQueryBuilder<Database, Table, object> {
    const query = this.#db
      .selectFrom(table as 'customers')
      .where(`${table as 'customers'}.account_id`, '=', this.account)
    return query as unknown as SelectQueryBuilder<Database, Table, object>
  }

  /** `select` for an index over an expression: to find ids, which are then read by a `select`. See `searchedRows`. */
  lookUp<Table extends SearchedTable>(table: Table): SelectQueryBuilder<Database, Table, object> {
    const query = this.#db
      .selectFrom(sql.table(this.dialect.searchedRows(table)).as(table))
      .where(sql.ref(`${table}.account_id`), '=', this.account)
    return query as unknown as SelectQueryBuilder<Database, Table, object>
  }

  /** `select … from found`: this account's rows of the table that contain every word; see `searchWords`. */
  search(search: Omit<WordSearch, 'account'>): SelectQueryBuilder<WithMatches, 'found', object> {
    const found = searchWords(this.dialect, { ...search, account: this.account })
    const query = this.#db.selectFrom(found.as('found'))
    return query as unknown as SelectQueryBuilder<WithMatches, 'found', object>
  }

  /** `select … from (query)`: the query comes from this handle, so what it selects is this account's. */
  from<Row, Alias extends string>(
    query: AliasedExpression<Row, Alias>,
  ): SelectQueryBuilder<Database & { readonly [Name in Alias]: Row }, Alias, object> {
    const selected = this.#db.selectFrom(query)
    return selected as unknown as SelectQueryBuilder<
      Database & { readonly [Name in Alias]: Row },
      Alias,
      object
    >
  }

  /** Executes a statement that was compiled before. */
  async run<Values extends object, Row>(
    statement: Prepared<Tenant, Values, Row>,
    values: Values,
  ): Promise<Row[]> {
    const query = statement.with(
      this.dialect.kind,
      (account) => new Tenant(this.#db, this.dialect, account, this.actor, this.origin),
      { ...values, account: this.account },
    )
    const { rows } = await this.#db.executeQuery<Row>(query as CompiledQuery<Row>)
    return rows
  }

  /** Returns the account's name, which is that of the business, the name of its time zone, and where it was set up. */
  async business(): Promise<Business> {
    const [row] = await this.run(Tenant.#business, {})
    if (!row) throw new Error('The account is gone')
    return row
  }

  static readonly #business = new Prepared<Tenant, object, Business>((tenant) =>
    tenant.#db
      .selectFrom('accounts')
      .select(['name', 'time_zone as timeZone', 'country'])
      .where('id', '=', tenant.account),
  )

  /** Returns the name of the account's time zone. */
  async timeZone(): Promise<string> {
    return (await this.business()).timeZone
  }

  /** Returns the day it is in the account's time zone, YYYY-MM-DD. */
  async today(): Promise<string> {
    return dateAt(Date.now(), await this.timeZone())
  }

  /** Changes the name of the business and of its time zone, which everything here and now reads. */
  async setBusiness({ name, timeZone }: { readonly name: string; readonly timeZone: string }): Promise<void> {
    await this.#db
      .updateTable('accounts')
      .set({ name, time_zone: timeZone })
      .where('id', '=', this.account)
      .execute()
  }

  /** Returns whether everyone who works in the account needs a second factor. */
  async requiresTwoFactor(): Promise<boolean> {
    const { requires_two_factor } = await this.#db
      .selectFrom('accounts')
      .select('requires_two_factor')
      .where('id', '=', this.account)
      .executeTakeFirstOrThrow()
    return requires_two_factor === 1
  }

  /** Sets whether they do. */
  async setRequiresTwoFactor(isRequired: boolean): Promise<void> {
    await this.#db
      .updateTable('accounts')
      .set({ requires_two_factor: isRequired ? 1 : 0 })
      .where('id', '=', this.account)
      .execute()
  }

  /** Inserts rows of this account and returns their ids, in the same order. */
  async insert<Table extends AccountScoped>(table: Table, rows: readonly Row<Table>[]): Promise<number[]> {
    if (rows.length === 0) return []
    const inserted = await this.#insertion(table, rows).returning('id').execute()
    return inserted.map(({ id }) => id)
  }

  /** Inserts those of the rows that no unique constraint keeps out, and returns their ids. */
  async insertNew<Table extends AccountScoped>(table: Table, rows: readonly Row<Table>[]): Promise<number[]> {
    if (rows.length === 0) return []
    const query = this.#insertion(table, rows).onConflict((conflict) => conflict.doNothing())
    const inserted = await query.returning('id').execute()
    return inserted.map(({ id }) => id)
  }

  /** Inserts one row of this account and returns its id. */
  async insertOne<Table extends AccountScoped>(table: Table, row: Row<Table>): Promise<number> {
    const [id] = await this.insert(table, [row])
    return id as number // one row in, one id out
  }

  update<Table extends AccountScoped>(
    table: Table,
  ): UpdateQueryBuilder<Database, Table, Table, UpdateResult> {
    const query = this.#db.updateTable(table as 'customers').where('account_id', '=', this.account)
    return query as unknown as UpdateQueryBuilder<Database, Table, Table, UpdateResult>
  }

  delete<Table extends AccountScoped>(table: Table): DeleteQueryBuilder<Database, Table, DeleteResult> {
    const query = this.#db.deleteFrom(table as 'customers').where('account_id', '=', this.account)
    return query as unknown as DeleteQueryBuilder<Database, Table, DeleteResult>
  }

  /** In a transaction: see `DbDialect.lock`; names are separate for each account. */
  lock(name: string): Promise<void> {
    return this.dialect.lock(this.#db, `${this.account} ${name}`)
  }

  /** Runs `check` at the start of the first transaction, which writes nothing if it throws. */
  checkFirst(check: (trx: Tenant) => Promise<void>): void {
    this.#precondition = check
  }

  /** Runs `work` in one transaction. Keep files and network out of it: on SQLite it blocks all other reads. */
  transaction<Result>(work: (tenant: Tenant) => Promise<Result>): Promise<Result> {
    return this.#db.transaction().execute(async (transaction) => {
      const trx = new Tenant(transaction, this.dialect, this.account, this.actor, this.origin)
      await this.#precondition?.(trx)
      this.#precondition = undefined
      return work(trx)
    })
  }

  /** In a transaction: does the work, and leaves nothing of it behind if it throws. */
  async attempt<Result>(work: () => Promise<Result>): Promise<Result> {
    await sql`savepoint attempt`.execute(this.#db)
    try {
      const result = await work()
      await sql`release savepoint attempt`.execute(this.#db)
      return result
    } catch (error) {
      // A transaction that lost its database has no savepoints either.
      if (!isOutage(error)) await sql`rollback to savepoint attempt`.execute(this.#db)
      throw error
    }
  }

  #insertion<Table extends AccountScoped>(table: Table, rows: readonly Row<Table>[]) {
    const values = rows.map((row) => ({ ...row, account_id: this.account }))
    return this.#db
      .insertInto(table as 'customers')
      .values(values as unknown as Insertable<Database['customers']>[])
  }
}
