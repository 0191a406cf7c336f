import { setImmediate as otherRequests } from 'node:timers/promises'

import type { Tenant } from '#server/access/tenant.ts'
import type { ScopedTable } from '#server/db/dialects.ts'

const cachedAtMost = 1_000

/**
 * What was counted lately, for searches. A page is read straight off the index, but to know how many there are means to
 * meet them all: half a second for words that a million rows have. CHOICE 0022.
 */
export class SearchTotals<Total> {
  readonly #known = new Map<string, Promise<Total>>()

  /** The total under that key, which names the account, the search and the state of what is searched. */
  get(key: string, count: () => Promise<Total>): Promise<Total> {
    // Whoever asks meanwhile waits for the same count.
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
 * Returns what `work` finds out about the rows of a table, slice by slice. Nobody else is served while SQLite works on a
 * statement, so there it gets so many ids at once and others have their turn in between. PostgreSQL gets all at once.
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
