/** How many deliveries of a webhook are in each of these states. */
export interface DeliveryCounts {
  readonly pending: number
  readonly failed: number
}

/** The outcome of redelivered deliveries; the three add up to `count`. */
export interface RedeliveryOutcome {
  readonly count: number
  readonly delivered: number
  readonly failed: number
  readonly waiting: number
}

/**
 * Returns the outcome of `count` redelivered deliveries, judging by the counts before and now. Deliveries that others
 * cause meanwhile can shift it, never beyond `count`.
 */
export function redeliveryOutcome(
  count: number,
  before: DeliveryCounts,
  now: DeliveryCounts,
): RedeliveryOutcome {
  const waiting = within(now.pending - before.pending, count)
  const failed = within(now.failed - (before.failed - count), count - waiting)
  return { count, waiting, failed, delivered: count - waiting - failed }
}

const within = (value: number, most: number) => Math.min(Math.max(value, 0), most)
