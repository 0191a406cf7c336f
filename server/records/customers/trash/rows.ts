import { sql } from 'kysely'

import { type DeletedCustomer, keptInTrashDays } from '#contract/customers/trash.ts'
import { dayMs } from '#contract/values/durations.ts'
import { contactSearchTerms } from '#contract/values/folding.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { timestamp } from '#server/platform/lib/clock.ts'

/** How long a deleted customer is kept, in milliseconds. */
export const keptInTrashMs = keptInTrashDays * dayMs

const columns = [
  'deleted_customers.id',
  'deleted_customers.name',
  'deleted_customers.last_name',
  'deleted_customers.email',
  'deleted_customers.company_name',
  'deleted_at',
  'deleted_by',
  'survivor_id',
  'customers.name as survivor_name',
  'customers.last_name as survivor_last_name',
] as const

/** The trash, with where each customer was merged into. */
const inTrash = (tenant: Tenant) =>
  tenant
    .select('deleted_customers')
    .leftJoin('customer_merges', 'customer_merges.id', 'deleted_customers.id')
    .leftJoin('customers', 'customers.id', 'customer_merges.survivor_id')

interface PageRequest {
  /** From 1. */
  readonly page: number
  readonly limit: number
  readonly search: string
}

/** One page of the trash, the last deleted first, and how many there are. */
export async function listTrash(
  tenant: Tenant,
  { page, limit, search }: PageRequest,
): Promise<{ readonly rows: DeletedCustomer[]; readonly total: number }> {
  const found = () =>
    contactSearchTerms(search).reduce(
      // Every text contains the empty one, and neither database takes NUL in a search.
      (query, word) => query.where(contains(word.replaceAll('\0', '\u{FFFD}'))),
      inTrash(tenant),
    )
  const [rows, { total }] = await Promise.all([
    found()
      .select(columns)
      .orderBy('deleted_at', 'desc')
      .orderBy('deleted_customers.id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    found()
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { rows: rows.map(toDeletedCustomer), total: Number(total) }
}

/** Undefined if the trash has no such customer. */
export async function findInTrash(tenant: Tenant, id: number): Promise<DeletedCustomer | undefined> {
  const row = await inTrash(tenant).select(columns).where('deleted_customers.id', '=', id).executeTakeFirst()
  return row && toDeletedCustomer(row)
}

const contains = (word: string) =>
  sql<boolean>`deleted_customers.search_text like ${`%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`} escape '\\'`

interface Row extends Omit<DeletedCustomer, 'merged_into' | 'merged_into_name' | 'expires_at'> {
  readonly survivor_id: number | null
  readonly survivor_name: string | null
  readonly survivor_last_name: string | null
}

const toDeletedCustomer = ({
  survivor_id,
  survivor_name,
  survivor_last_name,
  ...row
}: Row): DeletedCustomer => ({
  ...row,
  merged_into: survivor_id,
  merged_into_name: survivor_name === null ? null : `${survivor_name} ${survivor_last_name}`.trim(),
  expires_at: timestamp(Date.parse(row.deleted_at) + keptInTrashMs),
})
