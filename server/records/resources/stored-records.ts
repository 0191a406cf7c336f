import type { Selectable } from 'kysely'

import type { Tenant } from '#server/platform/access/tenant.ts'
import type { Actor } from '#server/platform/audit/activity.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { VersionedTable } from '#server/platform/http/versions.ts'
import { now } from '#server/platform/lib/clock.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'

import { type Said, type Told, happened } from './happened.ts'
import type { InputOf, Shown, Versioned, Work } from './mount-resource.ts'

/** A record as it is stored. */
export type RowOf<Table extends VersionedTable> = Omit<Selectable<Database[Table]>, 'account_id'>

/** How the records of a kind are stored, each in a row of its own. */
interface Storage<Kind extends Told, Table extends VersionedTable, Columns> {
  readonly table: Table
  /** What is stored of an input. Throws 422. */
  columnsOf(input: InputOf<Kind>): Columns
  /** What a response shows of a row. */
  shown(row: RowOf<Table>, tenant: Tenant): Shown<Kind> | Promise<Shown<Kind>>
  /** What the history says of a row. */
  said(columns: Columns): Said
  /** Called before a new or changed record is written; `before` is undefined for a new one. */
  prepare?(trx: Tenant, columns: Columns, before: RowOf<Table> | undefined): Promise<void>
}

type Columns = Omit<RowOf<'templates'>, 'id' | 'created_at' | 'updated_at' | 'version'>
/** What `storedRecords` does. */
export interface StoredWork<Kind extends Told, Row> extends Pick<Work<Kind>, 'read'> {
  create(trx: Tenant, actor: Actor, input: InputOf<Kind>): Promise<number>
  update(trx: Tenant, actor: Actor, which: Versioned, input: InputOf<Kind>): Promise<void>
  remove(trx: Tenant, actor: Actor, which: Versioned): Promise<void>
  /** Returns the row, which stays as it is until the end of the transaction. Throws 404. */
  lock(trx: Tenant, id: number): Promise<Row>
  /** Writes what `decide` returns, or throws; `event` is what the history says was done. Throws 404. */
  change(
    trx: Tenant,
    actor: Actor,
    id: number,
    decide: (row: Row) => Partial<Row>,
    event: string,
  ): Promise<void>
}

/** What is done with records that are rows of a table: everything but listing them and their actions. */
export function storedRecords<
  Kind extends Told,
  Table extends VersionedTable,
  Columns extends Partial<RowOf<Table>>,
>(kind: Kind, storage: Storage<Kind, Table, Columns>): StoredWork<Kind, RowOf<Table>>
// All tables of records have the columns that are named here.
export function storedRecords(
  kind: Told,
  { table, columnsOf, shown, said, prepare }: Storage<Told, 'templates', Columns>,
): StoredWork<Told, RowOf<'templates'>> {
  const find = async (tenant: Tenant, id: number, { forChange = false } = {}) => {
    const query = tenant.select(table).selectAll().where('id', '=', id)
    const found = await (forChange ? tenant.dialect.forNoKeyUpdate(query) : query).executeTakeFirst()
    if (!found) throw new HttpError('NOT_FOUND')
    const { account_id: _account, ...row } = found
    return row
  }
  const lock = (trx: Tenant, id: number) => find(trx, id, { forChange: true })
  /** Locks the version that was read, and where their number or a default has to be right all records. */
  const lockVersion = async (trx: Tenant, { id, version }: Versioned) => {
    if (kind.most !== undefined) await trx.lock(table)
    const row = await lock(trx, id)
    if (row.version !== version) throw new HttpError('PRECONDITION_FAILED')
    return row
  }
  const write = (trx: Tenant, { id, version }: Versioned, columns: Partial<Columns>) =>
    trx
      .update(table)
      .set({ ...columns, updated_at: now(), version: version + 1 })
      .where('id', '=', id)
      .execute()

  return {
    read: async (tenant: Tenant, id: number) => shown(await find(tenant, id), tenant),

    async create(trx: Tenant, actor: Actor, input: unknown) {
      if (kind.most !== undefined) await requireRoom(trx, table, kind)
      const columns = columnsOf(input)
      await prepare?.(trx, columns, undefined)
      const created_at = now()
      const id = await trx.insertOne(table, { ...columns, created_at, updated_at: created_at })
      await happened(trx, actor, kind, { id, before: null, after: said(columns) })
      return id
    },

    async update(trx: Tenant, actor: Actor, which: Versioned, input: unknown) {
      const row = await lockVersion(trx, which)
      const columns = columnsOf(input)
      const names = Object.keys(columns) as (keyof Columns)[]
      if (names.every((name) => columns[name] === row[name])) return
      await prepare?.(trx, columns, row)
      await write(trx, row, columns)
      await happened(trx, actor, kind, { id: row.id, before: said(row), after: said(columns) })
    },

    lock,

    async change(
      trx: Tenant,
      actor: Actor,
      id: number,
      decide: (row: RowOf<'templates'>) => Partial<Columns>,
      event: string,
    ) {
      const row = await lock(trx, id)
      const columns = decide(row)
      await write(trx, row, columns)
      await happened(trx, actor, kind, { id, event, before: said(row), after: said({ ...row, ...columns }) })
    },

    async remove(trx: Tenant, actor: Actor, which: Versioned) {
      const row = await lockVersion(trx, which)
      await trx.delete(table).where('id', '=', row.id).execute()
      await happened(trx, actor, kind, { id: row.id, before: said(row), after: null })
    },
  }
}

async function requireRoom(trx: Tenant, table: 'templates', { most = 0, subject }: Told) {
  await trx.lock(table)
  const { count } = await trx
    .select(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= most)
    throw new HttpError(
      'CONFLICT',
      `An account can have up to ${most} ${subject.replaceAll('_', ' ')}s. Delete one first.`,
    )
}
