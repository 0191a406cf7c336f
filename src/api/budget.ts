import { createStore } from '#lib/store.ts'

/** How many requests a minute this session may make, and how many were left after the last response. */
export interface Budget {
  readonly limit: number
  readonly remaining: number
  /** Milliseconds since 1970. */
  readonly seenAt: number
}

const windowMs = 60_000
/** Below this share, the rest is kept for what people do rather than for background refreshes. */
const lowShare = 0.15

const latest = createStore<Budget | undefined>(undefined)

/** Reads the budget from a response's headers, if it has them. */
export function noteBudget(header: (name: string) => string | null): void {
  const [limit, remaining] = [header('x-ratelimit-limit'), header('x-ratelimit-remaining')].map(count)
  if (limit === undefined || remaining === undefined) return
  const last = latest.get()
  const seenAt = Date.now()
  // In a connected account there are two limits, and the tighter one counts.
  if (last && last.limit < limit && seenAt - last.seenAt < windowMs) return
  latest.set({ limit, remaining, seenAt })
}

/** Reads and watches what is left of the rate limit, as the last response said. */
export const { get: currentBudget, subscribe: watchBudget } = latest

/**
 * Returns whether few requests are left. The headers don't say when the limit resets, but a minute after the last response
 * none of the requests before it counts any more.
 */
export function isLow(budget: Budget | undefined, nowMs: number): boolean {
  return (
    budget !== undefined && budget.remaining < budget.limit * lowShare && nowMs - budget.seenAt < windowMs
  )
}

/** At most this many a minute are the limit of a token that everyone in a connected account shares. */
const sharedLimit = 120
const sharedShare = 0.5

/** Of a shared limit, the other half is for what people do, in as many tabs as they have open. */
function isLowForRefreshes(budget: Budget | undefined, nowMs: number): boolean {
  if (isLow(budget, nowMs)) return true
  const isShared = budget !== undefined && budget.limit <= sharedLimit && nowMs - budget.seenAt < windowMs
  return isShared && budget.remaining < budget.limit * sharedShare
}

/** Returns the interval of a query's background refresh; the query client pauses it in hidden tabs. */
export const backgroundEvery = (ms: number) => () =>
  isLowForRefreshes(latest.get(), Date.now()) ? windowMs : ms

const count = (text: string | null) => (text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined)
