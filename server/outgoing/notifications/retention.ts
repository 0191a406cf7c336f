import { dayMs } from '#contract/values/durations.ts'
import type { Store } from '#server/platform/db/store.ts'
import { timestamp } from '#server/platform/lib/clock.ts'

const keptMs = 90 * dayMs
const unreadKeptMs = 365 * dayMs

/** Deletes notifications 90 days after they were read or only emailed, and those that nobody reads after a year. */
export async function sweepNotifications({ db }: Store, nowMs: number): Promise<void> {
  const limit = timestamp(nowMs - keptMs)
  await db
    .deleteFrom('notifications')
    .where('next_attempt_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('read_at', '<', limit),
        eb.and([eb('is_shown', '=', 0), eb('created_at', '<', limit)]),
        eb('created_at', '<', timestamp(nowMs - unreadKeptMs)),
      ]),
    )
    .execute()
}
