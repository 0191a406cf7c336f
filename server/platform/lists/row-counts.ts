import { sql } from 'kysely'

import type { Tenant } from '#server/platform/access/tenant.ts'
import { Prepared } from '#server/platform/db/prepared.ts'
import type { CountedTable } from '#server/platform/db/row-counts.ts'

/** How many rows an account has in a table. */
export interface RowCount {
  readonly total: number
  /** Grows with every change to the table's rows of this account, so that what was computed before can be kept. */
  readonly changes: number
}

const none: RowCount = { total: 0, changes: 0 }

const counts = new Prepared<Tenant, object, RowCount & { table_name: CountedTable }>((tenant) =>
  tenant
    .select('row_counts')
    .select('table_name')
    .select(sql<number>`cast(sum(total) as bigint)`.as('total'))
    .select(sql<number>`cast(sum(changes) as bigint)`.as('changes'))
    .groupBy('table_name'),
)

/** A column that has how often the account's rows of that table have changed; null for never. */
export const changesOf = (tenant: Tenant, table: CountedTable) =>
  tenant
    .select('row_counts')
    .select(sql<number | null>`cast(sum(changes) as bigint)`.as('changes'))
    .where('table_name', '=', table)

/** How many rows the account has, which takes as long for a million as for one. */
export async function readRowCounts(tenant: Tenant): Promise<Record<CountedTable, RowCount>> {
  const byTable = new Map((await tenant.run(counts, {})).map((row) => [row.table_name, row]))
  const countOf = (table: CountedTable) => byTable.get(table) ?? none
  return {
    customers: countOf('customers'),
    contacts: countOf('contacts'),
    custom_fields: countOf('custom_fields'),
  }
}
