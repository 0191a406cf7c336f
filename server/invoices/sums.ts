import { type Expression, sql } from 'kysely'

import type { InvoiceStatus } from '#contract/invoice-filter.ts'
import type { Tenant } from '#server/access/tenant.ts'
import { dateLevels } from '#server/db/tallies.ts'
import { type Buckets, type Span, always, bucketsOf, through } from '#server/lists/date-buckets.ts'
import { SearchTotals } from '#server/lists/search-totals.ts'
import { readTally } from '#server/lists/tallied-rows.ts'

import { type InvoiceFilter, matchingInvoices, searchOf, sumOfAmounts } from './rows.ts'

/** What the invoices of one status and currency come to, in minor units. */
export interface InvoiceSum {
  readonly status: InvoiceStatus
  readonly currency: string
  readonly count: number
  readonly amount: number
}

/** One of the sums that triggers keep, or a part of one. */
export interface TallyPart extends Span {
  readonly key: string
  /** The tally's name; see `invoiceTallies`. */
  readonly name: string
}

/** The parts of a tally by months, days and hours. */
export const partsOf = (key: string, tally: string, buckets: readonly Buckets[]): TallyPart[] =>
  buckets.map(({ length, ...span }) => ({ key, name: `${tally}:${length}`, ...span }))

/** Kept sums by key, status and currency, in one statement; `more` adds entries of the same shape. */
export async function readTallies(
  tenant: Tenant,
  parts: readonly TallyPart[],
  more: readonly Expression<Entry>[] = [],
): Promise<(InvoiceSum & { readonly key: string })[]> {
  const [first = nothing, ...others] = parts
  let entries = entriesOf(tenant, first)
  for (const one of [...others.map((part) => entriesOf(tenant, part)), ...more])
    entries = entries.unionAll(one)
  return tenant
    .from(entries.as('parts'))
    .select(['key', 'status', 'currency'])
    .select(sql<number>`cast(sum(entries) as double precision)`.as('count'))
    .select(sql<number>`sum(cast(amount as double precision))`.as('amount'))
    .groupBy(['key', 'status', 'currency'])
    .having(sql<number>`sum(entries)`, '<>', 0)
    .orderBy('key')
    .orderBy('status')
    .orderBy('currency')
    .execute()
}

/** What a tally or an invoice adds to the sums. */
interface Entry {
  readonly key: string
  readonly status: InvoiceStatus
  readonly currency: string
  readonly entries: number
  readonly amount: number
}

/** Names no tally. */
const nothing: TallyPart = { key: '', name: '', from: '', until: '' }

const entriesOf = (tenant: Tenant, { key, name, from, until }: TallyPart) =>
  tenant
    .select('tallies')
    .select(sql<string>`cast(${key} as text)`.as('key'))
    .select(sql<InvoiceStatus>`status`.as('status'))
    .select(['currency', 'entries', 'amount'])
    .where('name', '=', name)
    .where('bucket', '>=', from)
    .where('bucket', '<', until)

/** Sums and counts that no tally has: found once, and remembered until an invoice of the account changes. */
export class InvoiceSums {
  readonly #sums = new SearchTotals<readonly InvoiceSum[]>()
  readonly #totals = new SearchTotals<number>()

  /** The sums of what a filter leaves, its status apart. */
  async of(tenant: Tenant, { status: _status, ...filter }: InvoiceFilter): Promise<readonly InvoiceSum[]> {
    const parts = keptParts(filter)
    if (parts) return readTallies(tenant, parts)
    const key = await keyOf(tenant, filter)
    return this.#sums.get(key, () => addUp(tenant, filter))
  }

  /** How many invoices a filter leaves, of how many there are. */
  async count(tenant: Tenant, filter: InvoiceFilter): Promise<{ total: number; all: number }> {
    const all = await readTally(tenant, 'invoices')
    if (isEmpty(filter)) return { total: all.total, all: all.total }
    const parts = keptParts(filter)
    if (parts) {
      const sums = await readTallies(tenant, parts)
      const asked = sums.filter(({ status }) => filter.status === undefined || status === filter.status)
      return { total: asked.reduce((sum, { count }) => sum + count, 0), all: all.total }
    }
    const total = await this.#totals.get(await keyOf(tenant, filter), () => countMatches(tenant, filter))
    return { total, all: all.total }
  }
}

const isEmpty = ({ status, customer_id, due_from, due_to, search }: InvoiceFilter) =>
  [status, customer_id, due_from, due_to].every((given) => given === undefined) && searchOf({ search }) === ''

/** Where the sums of a filter are kept, or undefined where they are not. */
function keptParts({ customer_id, due_from, due_to, search }: InvoiceFilter): TallyPart[] | undefined {
  const hasDue = due_from !== undefined || due_to !== undefined
  if (searchOf({ search }) !== '' || (customer_id !== undefined && hasDue)) return undefined
  if (customer_id !== undefined) {
    const bucket = String(customer_id)
    return [{ key: '', name: 'customer', from: bucket, until: `${bucket} ` }]
  }
  if (!hasDue) return [{ key: '', name: 'status', ...always }]
  const until = due_to === undefined ? always.until : through(due_to)
  return partsOf('', 'due', bucketsOf({ from: due_from ?? always.from, until }, dateLevels).whole)
}

const keyOf = async (tenant: Tenant, filter: InvoiceFilter) =>
  JSON.stringify([tenant.account, (await readTally(tenant, 'invoices')).changes, filter])

async function addUp(tenant: Tenant, filter: InvoiceFilter): Promise<readonly InvoiceSum[]> {
  return matchingInvoices(tenant, filter)
    .select((of) => ['status', 'currency', of.fn.countAll<number>().as('count')])
    .select(sumOfAmounts.as('amount'))
    .groupBy(['status', 'currency'])
    .execute()
}

async function countMatches(tenant: Tenant, filter: InvoiceFilter): Promise<number> {
  const { search, ...others } = filter
  const matching = isEmpty(others)
    ? tenant
        .found({ table: 'invoices', words: [searchOf({ search })], key: 'id' })
        .select((of) => of.fn.countAll<number>().as('total'))
    : matchingInvoices(tenant, filter).select((of) => of.fn.countAll<number>().as('total'))
  const { total } = await matching.executeTakeFirstOrThrow()
  return total
}
