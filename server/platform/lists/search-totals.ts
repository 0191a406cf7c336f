import { setImmediate as otherRequests } from 'node:timers/promises'

import type { Tenant } from '#server/platform/access/tenant.ts'
import type { ScopedTable } from '#server/platform/db/dialects.ts'

const cachedAtMost = 1_000

/**
 * Recent totals of searches. A page is read straight off the index, but to know how many there are means to
 * meet them all: half a second for words that a million rows have.
 */
export class SearchTotals<Total> {
  readonly #known = new Map<string, Promise<Total>>()

  /** Returns the total for that key, which names the account, the search and the version of the rows. */
  get(key: string, count: () => Promise<Total>): Promise<Total> {
    // Concurrent requests wait for the same count.
    const total = this.#known.get(key) ?? count()
    this.#known.delete(key)
    this.#known.set(key, total)
    if (this.#known.size > cachedAtMost) this.#known.delete(this.#known.keys().next().value as string) // it has one
    total.catch(() => this.#known.delete(key))
    return total
  }
}

/** From the first id to the last. */
export type Ids = readonly [from: number, to: number]

const idsAtOnce = 20_000

/**
 * Returns the results of `work` on each slice of a table. SQLite blocks other requests while it executes a statement, so
 * there a slice has at most `most` ids, and others are served in between. On PostgreSQL all rows are one slice.
 */
export async function mapSlices<Result>(
  tenant: Tenant,
  { table, rows, most = idsAtOnce }: { table: ScopedTable; rows: number; most?: number },
  work: (ids: Ids | undefined) => Promise<Result>,
): Promise<Result[]> {
  if (tenant.dialect.kind !== 'sqlite' || rows <= most) return [await work(undefined)]
  // One by one: for both at once, SQLite would read all the ids in between.
  const end = async (direction: 'asc' | 'desc') => {
    const ids = tenant
      .select(table as 'customers')
      .select('id')
      .orderBy('id', direction)
      .limit(1)
    return (await ids.executeTakeFirst())?.id ?? 0
  }
  const [first, last] = [await end('asc'), await end('desc')]
  const results: Result[] = []
  for (let from = first; from <= last; from += most) {
    results.push(await work([from, from + most - 1]))
    await otherRequests()
  }
  return results
}
