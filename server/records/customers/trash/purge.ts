import { Tenant } from '#server/platform/access/tenant.ts'
import { type AuditEntry, audit, auditChanges } from '#server/platform/audit/record.ts'
import { isIn } from '#server/platform/db/prepared.ts'
import type { Store } from '#server/platform/db/store.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { timestamp } from '#server/platform/lib/clock.ts'
import { type PartFailed, allOrEach, failuresIn, forEach, throwAny } from '#server/platform/lib/each.ts'

import type { TrashContents } from './put.ts'
import { keptInTrashMs } from './rows.ts'

const purgedAtOnce = 100

/**
 * Permanently deletes those of the customers that are in the trash, with their notes. Returns the tokens of the files to
 * remove after the commit. The activity keeps saying what was done and by whom.
 */
export async function purge(tenant: Tenant, ids: readonly number[]): Promise<string[]> {
  const rows = await tenant.dialect
    .forNoKeyUpdate(
      tenant.select('deleted_customers').select(['id', 'contents']).where('id', 'in', ids).orderBy('id'),
    )
    .execute()
  if (rows.length === 0) return []
  const contents = rows.map((row) => JSON.parse(row.contents) as TrashContents)
  await audit(tenant, ...purgedEntries(tenant, contents))
  const notes = contents.flatMap((each) => each.notes)
  if (notes.length > 0)
    await tenant
      .delete('notes')
      .where(isIn(tenant.dialect, 'id', JSON.stringify(notes)))
      .execute()
  await tenant
    .delete('deleted_customers')
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  return contents.flatMap(({ files }) => files.map(({ token }) => token))
}

/** Customers that people delete are named; those that the service deletes after 30 days are counted. */
const purgedEntries = ({ origin }: Tenant, contents: readonly TrashContents[]): AuditEntry[] =>
  origin.kind === 'system'
    ? [{ action: 'customers.purged', changes: auditChanges({ count: contents.length }, null) }]
    : contents.map(({ customer: { id, name, last_name } }) => ({
        action: 'customer.purged',
        target: { kind: 'customer', id, name: `${name} ${last_name}` },
      }))

/** Permanently deletes all that has been in the trash for its 30 days. */
export async function sweepTrashedCustomers(
  { db, dialect }: Store,
  files: FileStore,
  nowMs: number,
): Promise<void> {
  const before = timestamp(nowMs - keptInTrashMs)
  const failures: PartFailed[] = []
  for (let after = 0; ;) {
    const due = await db
      .selectFrom('deleted_customers')
      .select(['id', 'account_id'])
      .where('deleted_at', '<', before)
      .where('id', '>', after)
      .orderBy('id')
      .limit(purgedAtOnce)
      .execute()
    await forEach(
      Map.groupBy(due, ({ account_id }) => account_id),
      ([account]) => ({ account }),
      async ([account, rows]) => {
        const tokens: string[] = []
        await allOrEach(
          rows.map(({ id }) => id),
          async (ids) => {
            const tenant = new Tenant(db, dialect, account, 'Bureau')
            tokens.push(...(await tenant.transaction((trx) => purge(trx, ids))))
          },
        ).finally(() => files.remove(tokens))
      },
    ).catch((error: unknown) => failures.push(...failuresIn(error)))
    const last = due.at(-1)
    if (last === undefined || due.length < purgedAtOnce) return throwAny(failures)
    after = last.id
  }
}
