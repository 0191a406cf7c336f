/** Requests a customer may make in a minute in the portal. */
export const portalRateLimit = 240

const windowMs = 60_000
const windowSeconds = windowMs / 1000

/** Whether a request was admitted; if not, after how many whole seconds the next one will be. */
export type RateLimitResult =
  | { readonly kind: 'admitted'; readonly remaining: number }
  | { readonly kind: 'limited'; readonly retryAfterSeconds: number }

/** The result for a caller whose next request would be admitted in `waitMs`. */
export function limitedFor(waitMs: number): RateLimitResult {
  const seconds = Math.ceil(waitMs / 1000)
  return { kind: 'limited', retryAfterSeconds: Math.min(Math.max(seconds, 1), windowSeconds) }
}

/** Admits each caller's requests up to a limit a minute. */
export interface RateLimits {
  /** Counts one request of `caller` if it is within `limit` a minute. */
  consume(caller: string, limit: number): RateLimitResult | Promise<RateLimitResult>
  /** Whether the caller was far from the limit a moment ago, where counting takes time: a read may begin meanwhile. */
  hasMany(caller: string): boolean
  /** Forgets callers without a request in the last minute. */
  sweep(): void | Promise<void>
}

/** When a caller's requests were admitted, oldest first; those before `start` have left the window. */
interface Admitted {
  times: number[]
  start: number
}

/**
 * A sliding window of one minute, exact: at no moment were more than `limit` requests admitted in the 60 s before it.
 * Counted per caller id, after authentication, so that a stranger's random credentials take up no memory here.
 *
 * Times are milliseconds of a monotonic clock: a wall clock that is set back would keep callers out, and one that is set
 * forward would let them exceed their limit.
 */
export class RateLimiter implements RateLimits {
  readonly #admitted = new Map<string, Admitted>()

  consume(caller: string, limit: number, nowMs: number = performance.now()): RateLimitResult {
    const admitted = this.#recent(caller, nowMs - windowMs)
    const { times, start } = admitted
    const used = times.length - start
    if (used >= limit) {
      // With a limit of 0, no request ever leaves the window; a minute is as good an answer as any.
      const oldest = times[times.length - limit] ?? nowMs
      return limitedFor(oldest + windowMs - nowMs)
    }
    times.push(nowMs)
    return { kind: 'admitted', remaining: limit - used - 1 }
  }

  /** Counting takes no time here. */
  hasMany(): boolean {
    return false
  }

  sweep(nowMs: number = performance.now()): void {
    for (const [caller, { times }] of this.#admitted) {
      if ((times.at(-1) ?? 0) <= nowMs - windowMs) this.#admitted.delete(caller)
    }
  }

  #recent(caller: string, since: number): Admitted {
    const admitted = this.#admitted.get(caller) ?? { times: [], start: 0 }
    this.#admitted.set(caller, admitted)
    while ((admitted.times[admitted.start] ?? Infinity) <= since) admitted.start += 1
    // Dropped in bulk, so that a limit of thousands costs no more per request than a limit of ten.
    if (admitted.start * 2 > admitted.times.length) {
      admitted.times = admitted.times.slice(admitted.start)
      admitted.start = 0
    }
    return admitted
  }
}
