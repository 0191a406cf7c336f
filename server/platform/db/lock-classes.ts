/**
 * First keys of our advisory locks, far from what other programs pick: names that `DbDialect.lock` locks, processes
 * that deliver, and what one process holds at a time. Apart, so that none of them ever waits for another.
 */
export const lockClasses = {
  names: 1_112_364_545,
  deliverers: 1_112_364_546,
  held: 1_112_364_547,
} as const
