import { timestamp } from '../clock.ts'
import type { Store } from '../db/open.ts'

const keptMs = 30 * 24 * 60 * 60_000
const atOnce = 1_000

/** Forgets events and finished deliveries, with their attempts, 30 days after they came into being. CHOICE 0019. */
export async function sweepDeliveries({ db }: Store): Promise<void> {
  const latest = timestamp(Date.now() - keptMs)
  for (const table of ['deliveries', 'outbox'] as const) {
    for (;;) {
      // Ids ascend with time, so the oldest stand first and nothing else has to be looked at.
      const oldest = db.selectFrom(table).select(['id', 'created_at']).orderBy('id').limit(atOnce)
      const rows = await (
        table === 'deliveries' ? oldest.where('deliveries.due_at', 'is', null) : oldest
      ).execute()
      const old = rows.filter(({ created_at }) => created_at < latest).map(({ id }) => id)
      if (old.length > 0) {
        const gone = db.deleteFrom(table).where('id', 'in', old)
        // Once more: one of them may just have been set going again.
        await (table === 'deliveries' ? gone.where('deliveries.due_at', 'is', null) : gone).execute()
      }
      if (old.length < atOnce) break
    }
  }
}
