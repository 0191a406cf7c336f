import type { Tenant } from '#server/platform/access/tenant.ts'
import { allOrEach, failuresIn, isOutage } from '#server/platform/lib/each.ts'

/** Is told of customers for whom work failed. */
export type Report = (failures: unknown) => void

/**
 * In a transaction: does the work for all of these customers; where that fails, for each alone. Reports those for whom it
 * failed again, who stay as they are, and returns their ids.
 */
export async function leaveOutFailing(
  trx: Tenant,
  ids: readonly number[],
  report: Report,
  work: (ids: readonly number[]) => Promise<void>,
): Promise<number[]> {
  try {
    await allOrEach(ids, (some) => trx.attempt(() => work(some)))
    return []
  } catch (error) {
    if (isOutage(error)) throw error
    report(error)
    return failuresIn(error).map(({ where }) => where.id as number)
  }
}
