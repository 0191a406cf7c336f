import { type Streak, isHopeless } from './streak.ts'

/** How an attempt ended. */
export type Outcome =
  | { readonly kind: 'answered'; readonly status: number; readonly retryAfter: string | null }
  | { readonly kind: 'failed'; readonly error: string }

export interface Policy {
  /** Waits after the first, second, … failed attempt. */
  readonly scheduleMs: readonly number[]
  /** Fewer retries than the schedule has, where the endpoint says so. */
  readonly maxRetries: number | undefined
}

/** What is known when an attempt ends. Times are milliseconds since the epoch. */
export interface Circumstances {
  /** Which attempt of this delivery it was; the first is 1. */
  readonly attempt: number
  /** The endpoint's failures since its last success, with this one if it failed. */
  readonly streak: Streak | null
  readonly now: number
  /** From 0 to 1, 1 excluded. */
  readonly random: number
}

export type Decision =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'retry'; readonly at: number }
  | { readonly kind: 'exhausted' }
  | { readonly kind: 'disabled'; readonly because: 'gone' | 'failing' }

const dayMs = 24 * 60 * 60_000
const longestRetryAfterMs = dayMs
/** A wait varies by a tenth either way, so that what failed together does not come back together. */
const jitter = 0.1

/** What becomes of a delivery, and of its endpoint, after an attempt. CHOICE 0020. */
export function decide(
  outcome: Outcome,
  { scheduleMs, maxRetries }: Policy,
  { attempt, streak, now, random }: Circumstances,
): Decision {
  if (isSuccess(outcome)) return { kind: 'delivered' }
  if (isGone(outcome)) return { kind: 'disabled', because: 'gone' }
  if (streak && isHopeless(streak, now)) return { kind: 'disabled', because: 'failing' }
  const waitMs = scheduleMs[attempt - 1]
  if (waitMs === undefined || attempt > (maxRetries ?? Infinity)) return { kind: 'exhausted' }
  const varied = waitMs * (1 - jitter + 2 * jitter * random)
  const asked = outcome.kind === 'answered' ? retryAfterMs(outcome.retryAfter, now) : 0
  return { kind: 'retry', at: Math.round(now + Math.max(varied, asked)) }
}

export const isSuccess = (outcome: Outcome): boolean =>
  outcome.kind === 'answered' && outcome.status >= 200 && outcome.status <= 299

/** 410: the receiver says that there is no such endpoint any more. */
export const isGone = (outcome: Outcome): boolean => outcome.kind === 'answered' && outcome.status === 410

/** The wait a receiver asks for, within a day. What is not of the two forms of RFC 9110, or in the past, asks for none. */
function retryAfterMs(header: string | null, now: number): number {
  const text = header?.trim() ?? ''
  const waitMs = /^[0-9]+$/.test(text)
    ? Number(text) * 1000
    : httpDate.test(text)
      ? Date.parse(text) - now
      : 0
  return Number.isNaN(waitMs) ? 0 : Math.min(Math.max(waitMs, 0), longestRetryAfterMs)
}

const httpDate = /^[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT$/
