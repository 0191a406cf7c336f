import { setImmediate as otherRequests } from 'node:timers/promises'

import { sql } from 'kysely'

import type { Tenant } from '#server/access/tenant.ts'
import { Prepared } from '#server/db/prepared.ts'

import type { RowCount } from './row-counts.ts'

export interface WantedPage<Column extends string> {
  /** What the rows are sorted by, then by id. There is an index on account, column and id. */
  readonly column: Column
  readonly direction: 'asc' | 'desc'
  readonly offset: number
  readonly limit: number
  /** Of the account's rows in that table. */
  readonly count: RowCount
}

/** The last row of a stretch. */
interface Milestone {
  readonly key: number | string
  readonly id: number
}

interface Road {
  readonly changes: number
  /** The end of each stretch known so far. */
  readonly milestones: Milestone[]
  /** Resolves once nobody is adding milestones. */
  idle: Promise<unknown>
}

const rowsInStretch = 2_000
const roadsAtMost = 200
const stretchesAtOnce = 20

/**
 * Pages of a table in the order of one of its indexes. A page is read from the nearer end, and one far from both ends
 * from a milestone before it: otherwise the index entries of half a million rows would have to be passed over for a
 * page in the middle of a million. Milestones are kept until the account's rows change. CHOICE 0052.
 */
export class OrderedPages<Column extends string> {
  readonly #table: 'customers' | 'contacts'
  readonly #stretch: number
  readonly #roads = new Map<string, Road>()
  readonly #statements = new Map<string, ReturnType<typeof statementsOf>>()

  constructor(table: 'customers' | 'contacts', stretch: number = rowsInStretch) {
    this.#table = table
    this.#stretch = stretch
  }

  /** The ids of one page. */
  async ids(tenant: Tenant, wanted: WantedPage<Column>): Promise<number[]> {
    const { column, direction, offset, count } = wanted
    const limit = Math.min(wanted.limit, count.total - offset)
    if (limit <= 0) return []
    const { first, last, next } = this.#statementsFor(column)
    const rest = count.total - offset - limit
    // Positions from the first row on and from the last one back.
    const [before, after] = direction === 'asc' ? [offset, rest] : [rest, offset]
    const asWanted = (rows: readonly { readonly id: number }[], isAscending: boolean) => {
      const ids = rows.map(({ id }) => id)
      return isAscending === (direction === 'asc') ? ids : ids.toReversed()
    }
    if (after < before && after <= this.#stretch)
      return asWanted(await tenant.run(last, { limit, offset: after }), false)
    const milestones = before > this.#stretch ? await this.#upTo(tenant, column, count.changes, before) : []
    const passed = Math.min(milestones.length, Math.floor(before / this.#stretch))
    const milestone = milestones[passed - 1]
    const range = { limit, offset: before - passed * this.#stretch }
    return asWanted(
      milestone ? await tenant.run(next, { ...milestone, ...range }) : await tenant.run(first, range),
      true,
    )
  }

  #statementsFor(column: Column) {
    const known = this.#statements.get(column) ?? statementsOf(this.#table, column)
    this.#statements.set(column, known)
    return known
  }

  /** The milestones up to that position at least, where the table is that long. */
  async #upTo(tenant: Tenant, column: Column, changes: number, position: number) {
    const road = this.#roadOf(`${tenant.account} ${column}`, changes)
    const lengthen = () => this.#lengthen(tenant, column, road, Math.floor(position / this.#stretch))
    if (road.milestones.length * this.#stretch + this.#stretch <= position)
      await (road.idle = road.idle.then(lengthen, lengthen))
    return road.milestones
  }

  #roadOf(key: string, changes: number): Road {
    const known = this.#roads.get(key)
    const road = known?.changes === changes ? known : { changes, milestones: [], idle: Promise.resolve() }
    this.#roads.delete(key)
    this.#roads.set(key, road)
    if (this.#roads.size > roadsAtMost) this.#roads.delete(this.#roads.keys().next().value as string) // it has one
    return road
  }

  async #lengthen(tenant: Tenant, column: Column, { milestones }: Road, stretches: number) {
    const { first, next } = this.#statementsFor(column)
    const range = { limit: 1, offset: this.#stretch - 1 }
    while (milestones.length < stretches) {
      const last = milestones.at(-1)
      const [row] = last ? await tenant.run(next, { ...last, ...range }) : await tenant.run(first, range)
      if (!row) return
      milestones.push(row)
      if (milestones.length % stretchesAtOnce === 0) await otherRequests()
    }
  }
}

interface Range {
  readonly limit: number
  readonly offset: number
}

type Value<Values> = <Name extends keyof Values & string>(name: Name) => Values[Name]

/** Rows from the first one on, from the last one back, and from behind a milestone on. */
function statementsOf(table: 'customers' | 'contacts', column: string) {
  const key = sql.ref<number | string>(column)
  const rows = (tenant: Tenant, direction: 'asc' | 'desc', value: Value<Range>) => {
    const ordered = tenant
      .select(table as 'customers')
      .select(['id', key.as('key')])
      .orderBy(key, direction)
    return (column === 'id' ? ordered : ordered.orderBy('id', direction))
      .limit(value('limit'))
      .offset(value('offset'))
  }
  return {
    first: new Prepared<Tenant, Range, Milestone>((tenant, value) => rows(tenant, 'asc', value)),
    last: new Prepared<Tenant, Range, Milestone>((tenant, value) => rows(tenant, 'desc', value)),
    next: new Prepared<Tenant, Range & Milestone, Milestone>((tenant, value) =>
      rows(tenant, 'asc', value as Value<Range>).where(
        column === 'id'
          ? sql<boolean>`id > ${value('id')}`
          : sql<boolean>`(${key}, id) > (${value('key')}, ${value('id')})`,
      ),
    ),
  }
}
