import * as z from 'zod/mini'

import { dayMs, minuteMs } from '#contract/values/durations.ts'
import { timestamp } from '#server/platform/lib/clock.ts'
import { jsonIn } from '#server/platform/lib/json.ts'

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
