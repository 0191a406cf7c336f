import { setImmediate as otherRequests } from 'node:timers/promises'

import { sql } from 'kysely'

import type { Tenant } from '#server/platform/access/tenant.ts'

import { type Checkpoint, isBehind } from './checkpoints.ts'
import type { Direction } from './orders.ts'

interface Order {
  readonly table: 'customers' | 'invoices' | 'services' | 'contacts' | 'invoice_payments' | 'credit_notes'
  /** There is an index on account, column and id. */
  readonly column: string
  readonly direction: Direction
}

const rowsAtOnce = 500

/**
 * Returns the ids of all rows of the account in that order, 500 at a time, each time from behind the last one: no
 * statement takes long, nothing is read twice, and a slow reader keeps nothing open. Narrow the rows of each window.
 */
export async function* rowWindows(
  tenant: Tenant,
  { table, column, direction }: Order,
): AsyncGenerator<readonly number[]> {
  const key = sql.ref<string | number>(column)
  let last: Checkpoint | undefined
  for (;;) {
    let query = tenant
      .select(table as 'customers')
      .select(['id', key.as('key')])
      .orderBy(key, direction)
    if (column !== 'id') query = query.orderBy('id', direction)
    if (last) query = query.where(isBehind(table, column, last, direction))
    const rows = await query.limit(rowsAtOnce).execute()
    if (rows.length > 0) yield rows.map(({ id }) => id)
    if (rows.length < rowsAtOnce) return
    last = rows.at(-1)
    await otherRequests()
  }
}

/** The ids that a request names, joined by commas, as one window, the newest first; without any, all of them in that order. */
export const listedWindows = (
  tenant: Tenant,
  ids: string | undefined,
  order: Order,
): AsyncIterable<readonly number[]> | Iterable<readonly number[]> =>
  ids === undefined
    ? rowWindows(tenant, order)
    : [[...new Set(ids.split(',').map(Number))].toSorted((a, b) => b - a)]

/** The rows in the order of those ids; absent ones are left out. */
export function inOrderOf<Row extends { readonly id: number }>(
  ids: readonly number[],
  rows: readonly Row[],
): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Yields the result of `read` for each window. */
export async function* mapWindows<Result>(
  windows: AsyncIterable<readonly number[]> | Iterable<readonly number[]>,
  read: (window: readonly number[]) => Promise<Result>,
) {
  for await (const window of windows) yield await read(window)
}
