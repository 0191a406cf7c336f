import * as z from 'zod/mini'

import type { RecentAttempt } from '#contract/webhooks/details.ts'
import { jsonIn } from '#server/platform/lib/json.ts'

const mostKept = 10

const StoredAttempt = z.object({
  delivery_id: z.int(),
  attempt: z.int(),
  event: z.string(),
  response_status: z.nullable(z.int()),
  at: z.string(),
})
/** An attempt at an endpoint as its row stores it. */
export type StoredAttempt = z.infer<typeof StoredAttempt>

const StoredAttempts = z.array(StoredAttempt)

/** Returns the last attempts stored in an endpoint's row, oldest first; none if they can't be read. */
export const recentAttemptsIn = (text: string | null): readonly StoredAttempt[] =>
  text === null ? [] : (StoredAttempts.safeParse(jsonIn(text)).data ?? [])

/** Returns the last attempts with another one. */
export const withAttempt = (
  attempts: readonly StoredAttempt[],
  attempt: StoredAttempt,
): readonly StoredAttempt[] => [...attempts, attempt].slice(-mostKept)

/** Returns the column that `recentAttemptsIn` reads. */
export const recentAttemptsText = (attempts: readonly StoredAttempt[]): string | null =>
  attempts.length === 0 ? null : JSON.stringify(attempts)

/** Returns the last attempts for the wire, newest first. */
export const asRecentAttempts = (text: string | null): RecentAttempt[] =>
  recentAttemptsIn(text)
    .map((attempt) => ({
      ...attempt,
      status: isSuccessful(attempt.response_status) ? ('delivered' as const) : ('failed' as const),
    }))
    .toReversed()

/** Whether a response code means that the receiver accepted the delivery. */
export const isSuccessful = (status: number | null): boolean =>
  status !== null && status >= 200 && status <= 299
