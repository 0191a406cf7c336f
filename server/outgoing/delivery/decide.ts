import * as z from 'zod/mini'

import { dayMs, minuteMs } from '#contract/values/durations.ts'
import { timestamp } from '#server/platform/lib/clock.ts'
import { jsonIn } from '#server/platform/lib/json.ts'

/** How an attempt ended. */
export type Outcome =
  | { readonly kind: 'answered'; readonly status: number; readonly retryAfter: string | null }
  | { readonly kind: 'failed'; readonly error: string }

/** How often and when a delivery is retried. */
export interface RetryPolicy {
  /** The waits after the first, second, … failed attempt. */
  readonly scheduleMs: readonly number[]
  /** The endpoint's own limit, which can only shorten the schedule. */
  readonly maxRetries: number | undefined
}

/** Facts that the decision depends on besides the outcome. Times are milliseconds since the epoch. */
export interface AttemptContext {
  /** Which attempt of this delivery it was; the first is 1. */
  readonly attempt: number
  /** The endpoint's failures since its last success, including this one if it failed. */
  readonly streak: Streak | null
  readonly now: number
  /** In the range 0 ≤ random < 1. */
  readonly random: number
}

/** The fate of a delivery. `at` is in milliseconds since the epoch; `disabled` disables the endpoint, too. */
export type Decision =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'retry'; readonly at: number }
  | { readonly kind: 'exhausted' }
  | { readonly kind: 'disabled'; readonly because: 'gone' | 'failing' }

const longestRetryAfterMs = dayMs
/** A wait varies by a tenth either way, so that deliveries that failed together aren't retried together. */
const jitter = 0.1

/** Returns what to do with a delivery, and with its endpoint, after an attempt. */
export function decide(
  outcome: Outcome,
  { scheduleMs, maxRetries }: RetryPolicy,
  { attempt, streak, now, random }: AttemptContext,
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

/** Whether the receiver accepted the delivery: only a 2xx counts. */
export const isSuccess = (outcome: Outcome): boolean =>
  outcome.kind === 'answered' && outcome.status >= 200 && outcome.status <= 299

/** Whether the receiver responded 410 Gone: the endpoint no longer exists. */
export const isGone = (outcome: Outcome): boolean => outcome.kind === 'answered' && outcome.status === 410

/** Returns the wait that a receiver asks for, at most a day; 0 for a date in the past or a form that RFC 9110 doesn't know. */
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

/** An endpoint's failures since its last success. Times are milliseconds since the epoch, ascending. */
export interface Streak {
  readonly since: number
  /** The last failures, at least `markEveryMs` apart. */
  readonly marks: readonly number[]
}

const patienceMs = 5 * dayMs
/** Failures closer together count once: a burst says no more than its first failure. */
const markEveryMs = 10 * minuteMs
const enoughMarks = 10

/**
 * Returns the streak with a failure added. A day without an attempt starts a new streak, because nothing is known about
 * that time: the endpoint may have had nothing to receive or been paused, or this service may have been down.
 */
export function withFailure(streak: Streak | null, now: number): Streak {
  const last = streak?.marks.at(-1)
  // A mark in the future was made before the clock was set back.
  if (!streak || last === undefined || now - last > dayMs || last - now > markEveryMs) {
    return { since: now, marks: [now] }
  }
  if (now - last < markEveryMs) return streak
  return { since: streak.since, marks: [...streak.marks, now].slice(-enoughMarks) }
}

/** Whether an endpoint has failed every time for five days, and often enough on the last one. */
export const isHopeless = ({ since, marks: [first, ...others] }: Streak, now: number): boolean =>
  first !== undefined && others.length + 1 >= enoughMarks && now - first <= dayMs && now - since >= patienceMs

const Marks = z.array(z.string())

/** Returns the streak in an endpoint's row; null if there is none or it can't be read. */
export function streakIn(row: {
  readonly failing_since: string | null
  readonly recent_failures: string | null
}): Streak | null {
  const marks = Marks.safeParse(jsonIn(row.recent_failures ?? 'null')).data?.map((text) => Date.parse(text))
  if (row.failing_since === null || !marks || marks.some(Number.isNaN)) return null
  return { since: Date.parse(row.failing_since), marks }
}

/** Returns the columns that `streakIn` reads. */
export const streakColumns = (streak: Streak | null) => ({
  failing_since: streak && timestamp(streak.since),
  recent_failures: streak && JSON.stringify(streak.marks.map(timestamp)),
})
