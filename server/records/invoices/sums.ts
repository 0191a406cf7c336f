import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'

import { type InvoiceStatus, hasStatus } from '#contract/invoices/filter.ts'
import type { WithMatches, Tenant } from '#server/platform/access/tenant.ts'
import { Prepared } from '#server/platform/db/prepared.ts'
import { dateLevels, refundName, settledName } from '#server/platform/db/tallies.ts'
import { type Buckets, type Span, always, bucketsOf, through } from '#server/platform/lists/date-buckets.ts'
import { SearchTotals, mapSlices } from '#server/platform/lists/search-totals.ts'
import { readTally } from '#server/platform/lists/tallied-rows.ts'

import {
  type InvoiceFilter,
  matchingInvoices,
  refundableCount,
  searchOf,
  sumOfAmounts,
  sumOfRefunds,
  sumOfSettled,
} from './rows.ts'

/** The total of the invoices of one status and currency, in minor units. */
export interface InvoiceSum {
  readonly status: InvoiceStatus
  readonly currency: string
  readonly count: number
  readonly amount: number
  /** The amount settled by payments, of invoices with something still due. */
  readonly settled: number
  /** The amount to refund, and the number of invoices. */
  readonly refund: number
  readonly refundable: number
}

/** Returns the amount due of a sum, in minor units. */
export const dueOfSum = ({ status, amount, settled }: InvoiceSum): number =>
  hasStatus(status, 'outstanding') ? amount - settled : 0

/** One of the sums that triggers keep, or a part of one. */
export interface TallyPart extends Span {
  readonly key: string
  /** The tally's name; see `invoiceTallies`. */
  readonly name: string
}

/** The parts of a tally by months, days and hours. */
export const partsOf = (key: string, tally: string, buckets: readonly Buckets[]): TallyPart[] =>
  buckets.map(({ length, ...span }) => ({ key, name: `${tally}:${length}`, ...span }))

/** The sum of one status and currency under the key of its part. */
export type KeyedSum = InvoiceSum & { readonly key: string }

/** Returns kept sums by key, status and currency: one statement that is compiled once, however many parts there are. */
export const readTallies = (tenant: Tenant, parts: readonly TallyPart[]): Promise<KeyedSum[]> =>
  tenant.run(sumsOfParts, {
    parts: JSON.stringify(
      parts.flatMap((part) =>
        hasParts.has(part.name)
          ? [part, ...[settledName, refundName].map((nameOf) => ({ ...part, name: nameOf(part.name) }))]
          : [part],
      ),
    ),
  })

/** The tallies beside which there is one of what is settled, and one of what is to be refunded. */
const hasParts = new Set(['status', 'customer', ...dateLevels.map((length) => `due:${length}`)])
const isSettled = sql`name like ${sql.lit(settledName('%'))}`
const isRefund = sql`name like ${sql.lit(refundName('%'))}`
const isWhole = sql`not (${isSettled} or ${isRefund})`
const sumWhere = (condition: typeof isWhole, column: string) =>
  sql<number>`sum(case when ${condition} then cast(${sql.ref(column)} as double precision) else 0 end)`

const sumsOfParts = new Prepared<Tenant, { parts: string }, KeyedSum>((tenant, value) =>
  tenant
    .from(entriesOf(tenant, value('parts')).as('entries'))
    .select(['key', 'status', 'currency'])
    .select([sumWhere(isWhole, 'entries').as('count'), sumWhere(isWhole, 'amount').as('amount')])
    .select(sumWhere(isSettled, 'amount').as('settled'))
    .select([sumWhere(isRefund, 'amount').as('refund'), sumWhere(isRefund, 'entries').as('refundable')])
    .groupBy(['key', 'status', 'currency'])
    .having(sumWhere(isWhole, 'entries'), '<>', 0)
    .orderBy('key')
    .orderBy('status')
    .orderBy('currency'),
)

/** Reads the account's tallies for each part of a JSON array, with its key. */
function entriesOf({ account, dialect }: Tenant, parts: string): RawBuilder<Entry> {
  const isSqlite = dialect.kind === 'sqlite'
  const part = (field: keyof TallyPart) =>
    isSqlite
      ? sql`json_extract(part.value, ${sql.lit(`$.${field}`)})`
      : sql`(part.value ->> ${sql.lit(field)})`
  const columns = sql`name, status, currency, entries, amount`
  const from = sql`select ${part('key')} as key, ${columns} from ${dialect.jsonRows(parts)} as part`
  const matching = sql`tallies where account_id = ${account} and name = ${part('name')}
    and bucket >= ${part('from')} and bucket < ${part('until')}`
  // A cross join of SQLite and a lateral one with an offset are executed in the order they are written in.
  return isSqlite
    ? sql<Entry>`(${from} cross join ${matching})`
    : sql<Entry>`(${from} cross join lateral (select ${columns} from ${matching} offset 0) as found)`
}

/** The contribution of a tally to the sums. */
interface Entry {
  readonly key: string
  readonly name: string
  readonly status: InvoiceStatus
  readonly currency: string
  readonly entries: number
  readonly amount: number
}

/** Sums and counts that no tally has: found once, and remembered until an invoice of the account changes. */
export class InvoiceSums {
  readonly #sums = new SearchTotals<readonly InvoiceSum[]>()
  readonly #totals = new SearchTotals<number>()

  /** The sums of what a filter leaves, its status apart. */
  async byStatus(
    tenant: Tenant,
    { status: _status, ...filter }: InvoiceFilter,
  ): Promise<readonly InvoiceSum[]> {
    const parts = keptParts(filter)
    if (parts) return (await readTallies(tenant, parts)).filter(isAsked(filter))
    const { total: all, changes } = await readTally(tenant, 'invoices')
    const key = JSON.stringify([tenant.account, changes, filter])
    return this.#sums.get(key, () => addUp(tenant, filter, all))
  }

  /** The sums of those of them that have something to refund: few, which have an index of their own. */
  ofRefundable(tenant: Tenant, filter: InvoiceFilter): Promise<readonly InvoiceSum[]> {
    // Appending nothing keeps SQLite from reading the index that is in the order of the groups.
    const [status, currency] = [sql<InvoiceStatus>`status || ''`, sql<string>`currency || ''`]
    return matchingInvoices(tenant, { ...filter, status: 'refundable' })
      .select((eb) => [status.as('status'), currency.as('currency'), eb.fn.countAll<number>().as('count')])
      .select(sumColumns)
      .groupBy([status, currency])
      .execute()
  }

  /** How many invoices a filter leaves, of how many there are. */
  async count(tenant: Tenant, filter: InvoiceFilter): Promise<InvoiceCounts> {
    const { total: all, changes } = await readTally(tenant, 'invoices')
    if (isEmpty(filter)) return { total: all, all, changes }
    if (filter.status === 'refundable') {
      const sums = await this.ofRefundable(tenant, filter)
      return { total: sums.reduce((sum, { count }) => sum + count, 0), all, changes }
    }
    const parts = keptParts(filter)
    if (parts) {
      const sums = await readTallies(tenant, parts)
      return { total: sums.filter(isAsked(filter)).reduce((sum, { count }) => sum + count, 0), all, changes }
    }
    const key = JSON.stringify([tenant.account, changes, filter])
    return { total: await this.#totals.get(key, () => countMatches(tenant, filter, all)), all, changes }
  }
}

/** How many invoices a filter leaves, of how many there are, and a number that differs whenever one has changed. */
export interface InvoiceCounts {
  readonly total: number
  readonly all: number
  readonly changes: number
}

/** Whether the filter leaves every invoice. */
export const isEmpty = ({ search, ...others }: InvoiceFilter) =>
  Object.values(others).every((given) => given === undefined) && searchOf({ search }) === ''

/** Kept sums are by status and currency, so either may be asked for. */
const isAsked =
  ({ status, currency }: InvoiceFilter) =>
  (sum: InvoiceSum) =>
    (status === undefined || hasStatus(sum.status, status)) &&
    (currency === undefined || sum.currency === currency)

/** Where the sums of a filter are kept, or undefined where they are not. */
function keptParts({
  status: _status,
  currency: _currency,
  ...others
}: InvoiceFilter): TallyPart[] | undefined {
  const { customer_id, due_from, due_to, search, ...rest } = others
  const hasDue = due_from !== undefined || due_to !== undefined
  if (searchOf({ search }) !== '' || (customer_id !== undefined && hasDue) || !isEmpty(rest)) return undefined
  if (customer_id !== undefined) {
    const bucket = String(customer_id)
    return [{ key: '', name: 'customer', from: bucket, until: `${bucket} ` }]
  }
  if (!hasDue) return [{ key: '', name: 'status', ...always }]
  const until = due_to === undefined ? always.until : through(due_to)
  return partsOf('', 'due', bucketsOf({ from: due_from ?? always.from, until }, dateLevels).whole)
}

const sumColumns = [
  sumOfAmounts.as('amount'),
  sumOfSettled.as('settled'),
  sumOfRefunds.as('refund'),
  refundableCount.as('refundable'),
] as const

// Every match is fetched to add it up, which takes ten times as long as counting it.
const idsAddedAtOnce = 2_000

async function addUp(tenant: Tenant, filter: InvoiceFilter, all: number): Promise<readonly InvoiceSum[]> {
  const sums = await mapSlices(tenant, { table: 'invoices', rows: all, most: idsAddedAtOnce }, (ids) =>
    matchingInvoices(tenant, filter, 'gather', { ids })
      .select((eb) => ['status', 'currency', eb.fn.countAll<number>().as('count')])
      .select(sumColumns)
      .groupBy(['status', 'currency'])
      .execute(),
  )
  return [...Map.groupBy(sums.flat(), ({ status, currency }) => `${status} ${currency}`).values()].map(merged)
}

/** The sums of one status and currency, of several slices, as one. */
function merged(sums: readonly InvoiceSum[]): InvoiceSum {
  return sums.reduce((all, { count, amount, settled, refund, refundable }) => ({
    ...all,
    count: all.count + count,
    amount: all.amount + amount,
    settled: all.settled + settled,
    refund: all.refund + refund,
    refundable: all.refundable + refundable,
  }))
}

async function countMatches(tenant: Tenant, filter: InvoiceFilter, all: number): Promise<number> {
  const { search, ...others } = filter
  const words = [searchOf({ search })]
  const totals = await mapSlices(tenant, { table: 'invoices', rows: all }, async (ids) => {
    const matching = isEmpty(others)
      ? tenant.search({ table: 'invoices', words, key: 'id', ...(ids && { ids }) })
      : matchingInvoices(tenant, filter, 'gather', { ids })
    return countOf(matching as SelectQueryBuilder<WithMatches, 'found', object>)
  })
  return totals.reduce((sum, total) => sum + total, 0)
}

async function countOf(matching: SelectQueryBuilder<WithMatches, 'found', object>): Promise<number> {
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}
