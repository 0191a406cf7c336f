import { sql } from 'kysely'

import type { Tenant } from '#server/platform/access/tenant.ts'
import { Prepared } from '#server/platform/db/prepared.ts'

import { type Checkpoint, Checkpoints, type OrderedList, isBehind } from './checkpoints.ts'
import type { Direction, Range } from './orders.ts'
import type { RowCount } from './row-counts.ts'

/** A page to read, in the order of an index. */
export interface PageRequest<Column extends string> extends Range {
  /** The column the rows are sorted by, then by id. There is an index on account, column and id. */
  readonly column: Column
  readonly direction: Direction
  /** Of the account's rows in that table. */
  readonly count: RowCount | Promise<RowCount>
}

/**
 * Pages of a table in the order of one of its indexes, read from the nearer end, or from a checkpoint where both are far.
 */
export class OrderedPages<Column extends string> {
  readonly #table: 'customers' | 'contacts'
  readonly #checkpoints: Checkpoints
  readonly #statements = new Map<string, ReturnType<typeof statementsOf>>()

  readonly #isActiveOnly: boolean

  /** `isActiveOnly`: without archived customers; there are indexes without them. */
  constructor(
    table: 'customers' | 'contacts',
    { interval, isActiveOnly = false }: { readonly interval?: number; readonly isActiveOnly?: boolean } = {},
  ) {
    this.#table = table
    this.#isActiveOnly = isActiveOnly
    this.#checkpoints = new Checkpoints(interval)
  }

  /** The ids of one page. The first one doesn't depend on the count, and doesn't wait for it. */
  async ids(tenant: Tenant, request: PageRequest<Column>): Promise<number[]> {
    const { column, direction, offset } = request
    const { first, last, next } = this.#statementsFor(column)
    if (offset === 0) {
      const rows = await tenant.run(direction === 'asc' ? first : last, { limit: request.limit, offset })
      return rows.map(({ id }) => id)
    }
    const count = await request.count
    const limit = Math.min(request.limit, count.total - offset)
    if (limit <= 0) return []
    const rest = count.total - offset - limit
    // Positions from the first row on and from the last one back.
    const [before, after] = direction === 'asc' ? [offset, rest] : [rest, offset]
    const inOrder = (rows: readonly { readonly id: number }[], isAscending: boolean) => {
      const ids = rows.map(({ id }) => id)
      return isAscending === (direction === 'asc') ? ids : ids.toReversed()
    }
    if (after < before && after <= this.#checkpoints.interval)
      return inOrder(await tenant.run(last, { limit, offset: after }), false)
    const read = (checkpoint: Checkpoint | undefined, range: Range) =>
      checkpoint ? tenant.run(next, { ...checkpoint, ...range }) : tenant.run(first, range)
    const list: OrderedList = {
      name: `${tenant.account} ${column}`,
      changes: count.changes,
      rowAfter: async (checkpoint, passed) => (await read(checkpoint, { limit: 1, offset: passed }))[0],
    }
    const start = await this.#checkpoints.startAt(list, before)
    return inOrder(await read(start.after, { limit, offset: start.offset }), true)
  }

  #statementsFor(column: Column) {
    const known = this.#statements.get(column) ?? statementsOf(this.#table, column, this.#isActiveOnly)
    this.#statements.set(column, known)
    return known
  }
}

type Value<Values> = <Name extends keyof Values & string>(name: Name) => Values[Name]

/** Rows from the first one on, from the last one back, and from behind a checkpoint on. */
function statementsOf(table: 'customers' | 'contacts', column: string, isActiveOnly: boolean) {
  const key = sql.ref<number | string>(column)
  const rows = (tenant: Tenant, direction: 'asc' | 'desc', value: Value<Range>) => {
    const ordered = tenant
      .select(table as 'customers')
      .select(['id', key.as('key')])
      .$if(isActiveOnly, (query) => query.where('archived_at', 'is', null))
      .orderBy(key, direction)
    return (column === 'id' ? ordered : ordered.orderBy('id', direction))
      .limit(value('limit'))
      .offset(value('offset'))
  }
  return {
    first: new Prepared<Tenant, Range, Checkpoint>((tenant, value) => rows(tenant, 'asc', value)),
    last: new Prepared<Tenant, Range, Checkpoint>((tenant, value) => rows(tenant, 'desc', value)),
    next: new Prepared<Tenant, Range & Checkpoint, Checkpoint>((tenant, value) =>
      rows(tenant, 'asc', value as Value<Range>).where(
        isBehind(table, column, { key: value('key'), id: value('id') }),
      ),
    ),
  }
}
