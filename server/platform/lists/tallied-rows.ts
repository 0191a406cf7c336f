import type { Tenant } from '#server/platform/access/tenant.ts'
import { Prepared } from '#server/platform/db/prepared.ts'
import { blockStart, idsPerBlock } from '#server/platform/db/tallies.ts'

import type { RowCount } from './row-counts.ts'

type Tallied = 'services' | 'invoices'

const counted = new Prepared<Tenant, { table: Tallied }, RowCount>((tenant, value) =>
  tenant.select('tallies').select(['entries as total', 'changes']).where('name', '=', value('table')),
)

/** How many rows the account has, and a number that differs whenever any of them has changed. */
export async function readTally(tenant: Tenant, table: Tallied): Promise<RowCount> {
  const [row] = await tenant.run(counted, { table })
  return row ?? { total: 0, changes: 0 }
}

const archived = new Prepared<Tenant, object, { entries: number }>((tenant) =>
  tenant.select('tallies').select('entries').where('name', '=', 'customers:archived'),
)

/** How many of the account's customers are archived, which takes as long for a million as for one. */
export async function countArchived(tenant: Tenant): Promise<number> {
  const [row] = await tenant.run(archived, {})
  return row?.entries ?? 0
}

const blocks = new Prepared<Tenant, { name: string }, { bucket: string; entries: number }>((tenant, value) =>
  tenant.select('tallies').select(['bucket', 'entries']).where('name', '=', value('name')).orderBy('bucket'),
)

interface Start {
  /** Ids from here on going up, or below here going down. */
  readonly bound: number
  /** Rows to pass over from there. */
  readonly offset: number
}

/** Where a page in the order of ids begins: the first row, or the block of ids that it begins in. */
export async function blockAt(
  tenant: Tenant,
  table: Tallied,
  { offset, direction }: { readonly offset: number; readonly direction: 'asc' | 'desc' },
): Promise<Start> {
  const isUp = direction === 'asc'
  if (offset > idsPerBlock) {
    const ascending = await tenant.run(blocks, { name: `${table}:block` })
    let passed = 0
    for (const { bucket, entries } of isUp ? ascending : ascending.toReversed()) {
      if (passed + entries > offset)
        return { bound: blockStart(bucket) + (isUp ? 0 : idsPerBlock), offset: offset - passed }
      passed += entries
    }
  }
  return { bound: isUp ? 0 : Number.MAX_SAFE_INTEGER, offset }
}
