import { type SelectQueryBuilder, sql } from 'kysely'

import type { CustomerFilter } from '#contract/customers/filter.ts'
import { modules } from '#contract/values/permissions.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { Database } from '#server/platform/db/database.ts'
import { containsWords } from '#server/platform/db/word-search.ts'
import { addDays, startOfDay } from '#server/platform/lib/time-zone.ts'
import type { FilteredList, Matching } from '#server/platform/lists/filtered-pages.ts'
import type { Ids } from '#server/platform/lists/search-totals.ts'
import { readColleagues } from '#server/records/people/colleagues.ts'

/** A filter with its days as moments, and the words of a search. */
export interface Narrowing extends Omit<
  CustomerFilter,
  'created_from' | 'created_to' | 'country' | 'assigned_to'
> {
  readonly assigned_to?: number | undefined
  /** Assigned to none of these people: all who work in the account. */
  readonly unassigned?: readonly number[]
  /** Any of them, in one order. */
  readonly countries: readonly string[] | undefined
  readonly words: readonly string[]
  /** From the first moment up to, but not including, the second one; ISO 8601 in UTC. */
  readonly created: readonly [from: string | undefined, until: string | undefined]
}

/** An empty field of a form doesn't filter. */
export const isNarrow = ({ country, field, field_value, ...rest }: CustomerFilter): boolean =>
  countriesOf(country) !== undefined ||
  (field !== undefined && Boolean(field_value)) ||
  Object.entries(rest).some(([name, value]) => name in filters && value !== undefined)

function countriesOf(given: CustomerFilter['country']): readonly string[] | undefined {
  const countries = new Set([given ?? []].flat())
  countries.delete('')
  return countries.size > 0 ? [...countries].toSorted() : undefined
}

const filters = {
  linked: true,
  permission: true,
  archived: true,
  created_from: true,
  created_to: true,
  has_overdue: true,
  assigned_to: true,
  import: true,
}

/** Reads the account's time zone if days are given. */
export async function toNarrowing(
  tenant: Tenant,
  words: readonly string[],
  { created_from: from, created_to: to, country, assigned_to, ...rest }: CustomerFilter,
): Promise<Narrowing> {
  const filter = {
    ...rest,
    countries: countriesOf(country),
    ...(assigned_to === 'none'
      ? { unassigned: (await readColleagues(tenant)).map(({ id }) => id) }
      : { assigned_to }),
  }
  if (from === undefined && to === undefined) return { ...filter, words, created: [undefined, undefined] }
  const timeZone = await tenant.timeZone()
  const momentOf = (date: string | undefined) =>
    date === undefined ? undefined : new Date(startOfDay(date, timeZone)).toISOString().replace(/Z$/, '000Z')
  return {
    ...filter,
    words,
    created: [momentOf(from), momentOf(to === undefined ? undefined : addDays(to, 1))],
  }
}

/** The list of customers, for `findFilteredPage`. */
export const filteredCustomers: FilteredList<Narrowing> = {
  table: 'customers',
  matching: matchingCustomers,
  isSortedById: ({ words, created, field, field_value: _value, ...filter }) =>
    words.length === 0 &&
    field === undefined &&
    filter.import === undefined &&
    created.every((moment) => moment === undefined) &&
    (filter.countries === undefined || filter.countries.length === 1) &&
    // Leaving out the archived takes no index, so that of the other filter still has the order.
    Object.entries(filter).filter(
      ([name, value]) => value !== undefined && !(name === 'archived' && value === false),
    ).length === 1 &&
    filter.has_overdue === undefined &&
    filter.unassigned === undefined,
  // Rows of some days, of an import, or with overdue invoices.
  isClustered: ({ has_overdue, created, import: from }) =>
    has_overdue === true || from !== undefined || created.some((moment) => moment !== undefined),
}

/** `select … from customers`, narrowed. */
export function matchingCustomers(
  tenant: Tenant,
  narrowing: Narrowing,
  how: Matching,
  /** Only customers from this id to that one. */
  ids?: Ids,
): SelectQueryBuilder<Database, 'customers', object> {
  const { words, created, linked, permission, archived, countries, has_overdue, field, field_value } =
    narrowing
  const { assigned_to, unassigned } = narrowing
  let query = sourceOf(tenant, narrowing, how, ids)
  if (words.length > 0 && how !== 'search')
    query = query.where(containsWords(tenant.dialect, 'customers', words))
  if (ids && how !== 'search')
    query = query.where('customers.id', '>=', ids[0]).where('customers.id', '<=', ids[1])
  // On a walk, adding nothing keeps SQLite from using the index of that column. PostgreSQL knows how common values are.
  const isPlain = how === 'filter' || tenant.dialect.kind === 'postgres'
  const [asText, asNumber] = isPlain ? [sql``, sql``] : [sql` || ''`, sql` + 0`]
  const asActive = tenant.dialect.kind === 'postgres' && how !== 'filter' ? sql`` : sql` || ''`
  const [from, until] = created
  if (linked !== undefined)
    query = query.where(sql<boolean>`customers.processor_linked${asNumber} = ${linked ? 1 : 0}`)
  if (permission !== undefined)
    query = query.where(
      // The index of the module contains no other customers.
      sql<boolean>`(customers.permissions${asNumber} & ${sql.lit(bitsOf(permission))}) <> 0 and customers.id${asNumber} > 0`,
    )
  if (archived !== undefined) {
    // The index of archived customers contains no others; of the active ones, any other index has fewer.
    query = query.where(
      archived
        ? sql<boolean>`customers.archived_at${asText} is not null and customers.id${asNumber} > 0`
        : sql<boolean>`customers.archived_at${asActive} is null`,
    )
  }
  if (assigned_to !== undefined)
    query = query.where(sql<boolean>`customers.assigned_to${asNumber} = ${assigned_to}`)
  if (unassigned)
    query = query.where(
      sql<boolean>`coalesce(customers.assigned_to, 0) not in (${sql.join([-1, ...unassigned])})`,
    )
  if (countries) query = query.where(sql<boolean>`customers.country${asText} in (${sql.join(countries)})`)
  if (from !== undefined) query = query.where(sql<boolean>`customers.created_at${asText} >= ${from}`)
  if (until !== undefined) query = query.where(sql<boolean>`customers.created_at${asText} < ${until}`)
  if (has_overdue !== undefined && !(has_overdue && how === 'filter')) {
    const overdue = overdueInvoices(tenant).where(sql<boolean>`invoices.customer_id = customers.id`)
    const test = sql<boolean>`exists ${overdue.select(sql`1`.as('one'))}`
    query = query.where(has_overdue ? test : sql<boolean>`not ${test}`)
  }
  if (narrowing.import !== undefined && (how !== 'filter' || has_overdue === true))
    query = query.where('customers.id', 'in', imported(tenant, narrowing.import).select('record_id'))
  if (hasValue(narrowing) && (how !== 'filter' || has_overdue === true || narrowing.import !== undefined)) {
    // A customer has one value in each field. Looked up row by row: planners would rather read all values.
    const own = tenant
      .select('custom_field_values')
      .select('value')
      .where(sql<boolean>`custom_field_id = ${field} and custom_field_values.customer_id = customers.id`)
    query = query.where(sql<boolean>`${own} = ${field_value}`)
  }
  return query
}

/** The customers to begin with; where another table says which ones they are, those alone are fetched. */
function sourceOf(tenant: Tenant, narrowing: Narrowing, how: Matching, ids: Ids | undefined) {
  const { words, has_overdue, field, field_value } = narrowing
  if (how === 'search') {
    const found = tenant
      .search({ table: 'customers', words, key: 'id', ...(ids && { ids }) })
      .innerJoin('customers', 'customers.id', 'found.id')
    return found as unknown as Customers // narrowed to the account by the search
  }
  if (how === 'filter' && has_overdue)
    return named(tenant, overdueInvoices(tenant).select('customer_id').distinct())
  if (how === 'filter' && narrowing.import !== undefined)
    return named(tenant, imported(tenant, narrowing.import).select('record_id as customer_id').distinct())
  if (how === 'filter' && hasValue(narrowing)) {
    const start = sql<boolean>`substr(value, 1, 64) = substr(${field_value}, 1, 64)`
    return named(tenant, valuesOf(tenant, field, field_value).where(start).select('customer_id'))
  }
  return tenant.select('customers')
}

type Customers = SelectQueryBuilder<Database, 'customers', object>

/** The customers that a query of ids names, fetched one by one: planners would rather read all of them. */
function named(tenant: Tenant, ids: { compile: () => unknown }): Customers {
  const { account, dialect } = tenant
  // A cross join of SQLite and a lateral one with an offset are executed in the order they are written in.
  const rows =
    dialect.kind === 'sqlite'
      ? sql`(select customers.* from ${ids} as named cross join customers
          where customers.id = named.customer_id and customers.account_id + 0 = ${account})`
      : sql`(select customers.* from ${ids} as named cross join lateral (select * from customers
          where customers.id = named.customer_id and customers.account_id = ${account} offset 0) as customers)`
  return tenant.from(rows.as('customers')) as unknown as Customers
}

const overdueInvoices = (tenant: Tenant) =>
  tenant.select('invoices').where(sql<boolean>`invoices.status = 'overdue'`)

const imported = (tenant: Tenant, id: number) =>
  tenant
    .select('import_results')
    .where('import_id', '=', id)
    .where('outcome', 'in', ['created', 'updated'])
    .where('record_id', 'is not', null)

const hasValue = ({ field, field_value }: Narrowing) => field !== undefined && Boolean(field_value)

const valuesOf = (tenant: Tenant, field: number | undefined, value: string | undefined) =>
  tenant
    .lookUp('custom_field_values')
    .where(sql<boolean>`custom_field_id = ${field}`)
    .where(sql<boolean>`value = ${value}`)

const bitsOf = (permission: NonNullable<Narrowing['permission']>) => 15 << (4 * modules.indexOf(permission))
