import { watched } from '#lib/watched.ts'

/** How many requests a minute this session may make, and how many were left after the last answer. */
export interface Budget {
  readonly limit: number
  readonly remaining: number
  /** Milliseconds since 1970. */
  readonly seenAt: number
}

const windowMs = 60_000
/** Below this share the rest is for what people do, not for what refreshes by itself. */
const lowShare = 0.15

const latest = watched<Budget | undefined>(undefined)

/** Reads the budget off an answer, where it tells one. */
export function noteBudget(header: (name: string) => string | null): void {
  const [limit, remaining] = [header('x-ratelimit-limit'), header('x-ratelimit-remaining')].map(count)
  if (limit === undefined || remaining === undefined) return
  latest.set({ limit, remaining, seenAt: Date.now() })
}

export const { get: currentBudget, watch: watchBudget } = latest

/**
 * Whether few requests are left. Nothing says when the service counts anew; but a minute after the last answer none of
 * the requests before it is within its minute any more.
 */
export function isLow(budget: Budget | undefined, nowMs: number): boolean {
  return (
    budget !== undefined && budget.remaining < budget.limit * lowShare && nowMs - budget.seenAt < windowMs
  )
}

/** The interval at which a query may refresh by itself now; the query client stops it in hidden tabs. */
export const backgroundEvery = (ms: number) => () => (isLow(latest.get(), Date.now()) ? windowMs : ms)

const count = (text: string | null) => (text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined)
