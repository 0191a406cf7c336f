/**
 * First keys of our advisory locks, far from what other programs pick: names that `DbDialect.lock` locks, and processes
 * that deliver. Apart, so that no name ever waits for a process.
 */
export const lockClasses = { names: 1_112_364_545, deliverers: 1_112_364_546 } as const
