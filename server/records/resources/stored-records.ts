import type { Selectable } from 'kysely'

import type { AnyResource } from '#contract/resources.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { Actor } from '#server/platform/audit/activity-log.ts'
import type { Database } from '#server/platform/db/database.ts'
import { HttpError } from '#server/platform/http/errors.ts'
import type { VersionedTable } from '#server/platform/http/versions.ts'
import { now } from '#server/platform/lib/clock.ts'

import { type Said, happened } from './happened.ts'
import type { InputOf, Shown, Versioned, Work } from './mount-resource.ts'

/** A record as it is stored. */
export type RowOf<Table extends VersionedTable> = Omit<Selectable<Database[Table]>, 'account_id'>

/** How the records of a kind are stored, each in a row of its own. */
interface Storage<Kind extends AnyResource, Table extends VersionedTable, Columns> {
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
export interface StoredWork<Kind extends AnyResource> extends Pick<Work<Kind>, 'read'> {
  create(trx: Tenant, actor: Actor, input: InputOf<Kind>): Promise<number>
  update(trx: Tenant, actor: Actor, which: Versioned, input: InputOf<Kind>): Promise<void>
  remove(trx: Tenant, actor: Actor, which: Versioned): Promise<void>
}

/** What is done with records that are rows of a table: everything but listing them and their actions. */
export function storedRecords<
  Kind extends AnyResource,
  Table extends VersionedTable,
  Columns extends Partial<RowOf<Table>>,
>(kind: Kind, storage: Storage<Kind, Table, Columns>): StoredWork<Kind>
// All tables of records have the columns that are named here.
export function storedRecords(
  kind: AnyResource,
  { table, columnsOf, shown, said, prepare }: Storage<AnyResource, 'templates', Columns>,
): StoredWork<AnyResource> {
  const find = async (tenant: Tenant, id: number, { forChange = false } = {}) => {
    const query = tenant.select(table).selectAll().where('id', '=', id)
    const found = await (forChange ? tenant.dialect.forNoKeyUpdate(query) : query).executeTakeFirst()
    if (!found) throw new HttpError('NOT_FOUND')
    const { account_id: _account, ...row } = found
    return row
  }
  /** Locks the record, and where their number or a default has to be right all of them. */
  const lock = async (trx: Tenant, { id, version }: Versioned) => {
    if (kind.most !== undefined) await trx.lock(table)
    const row = await find(trx, id, { forChange: true })
    if (row.version !== version) throw new HttpError('PRECONDITION_FAILED')
    return row
  }

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
      const row = await lock(trx, which)
      const columns = columnsOf(input)
      const names = Object.keys(columns) as (keyof Columns)[]
      if (names.every((name) => columns[name] === row[name])) return
      await prepare?.(trx, columns, row)
      await trx
        .update(table)
        .set({ ...columns, updated_at: now(), version: row.version + 1 })
        .where('id', '=', row.id)
        .execute()
      await happened(trx, actor, kind, { id: row.id, before: said(row), after: said(columns) })
    },

    async remove(trx: Tenant, actor: Actor, which: Versioned) {
      const row = await lock(trx, which)
      await trx.delete(table).where('id', '=', row.id).execute()
      await happened(trx, actor, kind, { id: row.id, before: said(row), after: null })
    },
  }
}

async function requireRoom(trx: Tenant, table: 'templates', { most = 0, subject }: AnyResource) {
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
