import { type SelectQueryBuilder, sql } from 'kysely'

import type { ContactFilter } from '#contract/customers/contacts.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { Database } from '#server/platform/db/database.ts'
import { containsWords } from '#server/platform/db/word-search.ts'
import type { FilteredList, Matching } from '#server/platform/lists/filtered-pages.ts'
import type { Ids } from '#server/platform/lists/search-totals.ts'

import { traits } from './columns.ts'

/** A filter, and the words of a search. */
export interface Narrowing extends ContactFilter {
  readonly words: readonly string[]
}

const flags = Object.keys(traits) as (keyof typeof traits)[]

/** Returns whether the filter leaves anything out. */
export const isNarrow = (filter: ContactFilter): boolean =>
  filter.customer_id !== undefined || hasFlag(filter)

const hasFlag = (filter: ContactFilter) => flags.some((name) => filter[name] !== undefined)

type Contacts = SelectQueryBuilder<Database, 'contacts', object>
/** As lists take any table. */
type AnyRows = SelectQueryBuilder<Database, 'customers', object>

/** The list of contacts, for `findFilteredPage`. */
export const filteredContacts: FilteredList<Narrowing> = {
  table: 'contacts',
  matching: (tenant, narrowing, how, ids) =>
    matchingContacts(tenant, narrowing, how, ids) as unknown as AnyRows,
  isSortedById: (narrowing) => narrowing.words.length === 0 && !hasFlag(narrowing),
  // Those of a customer are few, and anywhere.
  isClustered: ({ customer_id }) => customer_id !== undefined,
}

/** `select … from contacts`, narrowed. */
export function matchingContacts(
  tenant: Tenant,
  narrowing: Narrowing,
  how: Matching,
  /** Only contacts from this id to that one. */
  ids?: Ids,
): Contacts {
  const { dialect } = tenant
  const { words, customer_id } = narrowing
  let query = sourceOf(tenant, words, how, ids)
  if (words.length > 0 && how !== 'search') query = query.where(containsWords(dialect, 'contacts', words))
  if (ids && how !== 'search')
    query = query.where(sql<boolean>`contacts.id >= ${ids[0]}`).where(sql<boolean>`contacts.id <= ${ids[1]}`)
  // On a walk, adding nothing keeps SQLite from using the index of that column. PostgreSQL knows how common values are.
  const asIs = how === 'filter' || dialect.kind === 'postgres' ? sql`` : sql` + 0`
  if (customer_id !== undefined)
    query = query.where(sql<boolean>`contacts.customer_id${asIs} = ${customer_id}`)
  if (hasFlag(narrowing)) {
    // Among the contacts of one customer, the index of traits has nothing to offer.
    const ofTraits = customer_id === undefined ? asIs : sql` + 0`
    query = query.where(sql<boolean>`contacts.traits${ofTraits} in (${sql.join(traitsOf(narrowing))})`)
  }
  return query
}

/** All values of `contacts.traits` that the filter leaves. */
const traitsOf = (filter: ContactFilter) =>
  [0, 1, 2, 3, 4, 5, 6, 7].filter((value) =>
    flags.every((name) => filter[name] === undefined || ((value & traits[name]) !== 0) === filter[name]),
  )

function sourceOf(tenant: Tenant, words: readonly string[], how: Matching, ids: Ids | undefined): Contacts {
  if (how !== 'search') return tenant.select('contacts')
  const found = tenant
    .search({ table: 'contacts', words, key: 'id', ...(ids && { ids }) })
    .innerJoin('contacts', 'contacts.id', 'found.id')
  return found as unknown as Contacts // narrowed to the account by the search
}
