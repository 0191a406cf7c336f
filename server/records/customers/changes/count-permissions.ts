import { sql } from 'kysely'
import type * as z from 'zod/mini'

import type { countPermissions } from '#contract/customers/changes.ts'
import { actions } from '#contract/values/permissions.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { isIn } from '#server/platform/db/prepared.ts'
import { readRowCounts } from '#server/platform/lists/row-counts.ts'
import { mapSlices } from '#server/platform/lists/search-totals.ts'
import { distinctWords } from '#server/platform/lists/searched-pages.ts'

import { matchingCustomers, toNarrowing } from '../filters.ts'

type Body = z.output<NonNullable<(typeof countPermissions)['body']>>
type Counts = z.output<(typeof countPermissions)['response']>['data']

/** Counts those customers, and how many of them have each permission. */
export async function countPermissionsOf(
  tenant: Tenant,
  { customers, search = '', ...filter }: Body,
): Promise<Counts> {
  const words = distinctWords(search)
  const narrowing = await toNarrowing(tenant, words, filter)
  const rows = customers
    ? [await read(tenant.select('customers').where(isIn(tenant.dialect, 'id', JSON.stringify(customers))))]
    : // No text contains NUL, and neither database takes it in a search.
      words.some((word) => word.includes('\0'))
      ? []
      : await mapSlices(
          tenant,
          { table: 'customers', rows: (await readRowCounts(tenant)).customers.total },
          (ids) => read(matchingCustomers(tenant, narrowing, words.length > 0 ? 'search' : 'filter', ids)),
        )
  const sumOf = (name: string) => rows.reduce((sum, row) => sum + (row[name] ?? 0), 0)
  return { total: sumOf('total'), permissions: actions.map(({ name }) => ({ name, count: sumOf(name) })) }
}

type Query = ReturnType<typeof matchingCustomers>

/** One row: the number of customers, and of those with each permission under its name. */
async function read(query: Query): Promise<Partial<Record<string, number>>> {
  const counts = actions.map(({ id, name }) =>
    sql<number>`cast(count(case when customers.permissions & ${sql.lit(1 << (id - 1))} <> 0 then 1 end) as integer)`.as(
      name,
    ),
  )
  return query
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .select(counts)
    .executeTakeFirstOrThrow() as Promise<Partial<Record<string, number>>>
}
