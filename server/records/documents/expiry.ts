import { sql } from 'kysely'

import type { Tenant } from '#server/platform/access/tenant.ts'
import { type DueWork, changeDue } from '#server/records/resources/due-records.ts'

import { nameOf, recordDocument } from './activity.ts'
import { type DocumentRow, findRow } from './rows.ts'
import { statusAfter } from './states.ts'
import { change } from './writes.ts'

const actor = { kind: 'key' } as const
const open: readonly DocumentRow['status'][] = ['sent', 'viewed', 'signed']

/**
 * Makes every open proposal expired and every signed contract ended whose last day has passed where its account is, with
 * activity, once. A contract that was sent and not signed stays: it doesn't end before it began. Returns how many changed here.
 */
export const endDocuments = (context: DueWork, nowMs: number): Promise<number> =>
  changeDue(context, nowMs, {
    table: 'documents',
    isDue: (before) => sql`status in (${sql.join(open)}) and ends_on < ${before}`,
    change: endSome,
  })

async function endSome(tenant: Tenant, ids: readonly number[], today: string): Promise<number> {
  let ended = 0
  for (const id of ids) {
    const row = await findRow(tenant, id, { forChange: true })
    if (!row || !open.includes(row.status) || row.ends_on === null || row.ends_on >= today) continue
    const status = statusAfter(row, 'end')
    if (status === undefined) continue
    await change(tenant, row, { status })
    await recordDocument(tenant, actor, row, { event: status, description: `${nameOf(row)} ${status}` })
    ended += 1
  }
  return ended
}
