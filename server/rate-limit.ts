/** Requests a staff session may make in a minute. */
export const sessionRateLimit = 600

const windowMs = 60_000

export type Verdict =
  | { readonly kind: 'admitted'; readonly remaining: number }
  | { readonly kind: 'limited'; readonly retryAfterSeconds: number }

/**
 * A sliding window of one minute, exact: at no moment were more than `limit` requests admitted in the 60 s before it.
 * Counted per caller id, after authentication, so that a stranger's random credentials take no room here.
 */
export class RateLimiter {
  readonly #admitted = new Map<string, number[]>()

  /** Counts one request of `caller` at `nowMs` (milliseconds), if it is within `limit` a minute. */
  take(caller: string, limit: number, nowMs: number): Verdict {
    const recent = (this.#admitted.get(caller) ?? []).filter((at) => at > nowMs - windowMs)
    this.#admitted.set(caller, recent)
    if (recent.length >= limit) {
      // With a limit of 0 nothing ever leaves the window; a minute is as good an answer as any.
      const oldest = recent[recent.length - limit] ?? nowMs
      return {
        kind: 'limited',
        retryAfterSeconds: Math.max(1, Math.ceil((oldest + windowMs - nowMs) / 1000)),
      }
    }
    recent.push(nowMs)
    return { kind: 'admitted', remaining: limit - recent.length }
  }

  /** Forgets callers without a request in the last minute. */
  sweep(nowMs: number): void {
    for (const [caller, times] of this.#admitted) {
      if ((times.at(-1) ?? 0) <= nowMs - windowMs) this.#admitted.delete(caller)
    }
  }
}
