import { deletedAtOnce } from '#contract/customers/customers.ts'

import { ApiError, type ErrorKind } from './errors.ts'

/** The progress of a deletion. */
export type Progress =
  | { readonly kind: 'sending'; readonly done: number; readonly total: number }
  | { readonly kind: 'checking' }

/** A deletion that failed. */
export interface Stopped {
  readonly kind: 'stopped'
  readonly error: ApiError
  /** How many customers were deleted anyway. */
  readonly deleted: number
  /** How many had been deleted before, by someone else. */
  readonly missing: number
  /** Those that still exist. */
  readonly left: readonly number[]
  /** Customers whose state is unknown: the response was lost, and so was the check. */
  readonly unclear: readonly number[]
}

/** How a deletion ended. */
export type Deleted = { readonly kind: 'deleted' } | Stopped

/** Dependencies of a deletion. */
export interface Steps {
  /** Deletes them, all or none. */
  readonly remove: (ids: readonly number[]) => Promise<unknown>
  /** Returns those that exist; rejects if the service doesn't say. */
  readonly existing: (ids: readonly number[]) => Promise<readonly number[]>
  readonly pause: (ms: number) => Promise<void>
  readonly onProgress: (progress: Progress) => void
}

/** The request may have succeeded although no response arrived. */
const unanswered: ReadonlySet<ErrorKind> = new Set(['timeout', 'offline', 'broken', 'aborted'])

// How long a service that is still working, or a network that is recovering, has before we report.
const checksAfterMs = [0, 1_000, 3_000, 6_000]

/**
 * Deletes customers in requests of at most 1,000 and reports the outcome. When a response is lost, the service is
 * asked which customers exist: only that tells whether they were deleted.
 */
export async function deleteAll(ids: readonly number[], steps: Steps): Promise<Deleted> {
  let deleted = 0
  for (const [at, chunk] of chunksOf(ids, deletedAtOnce).entries()) {
    const done = at * deletedAtOnce
    const unsent = ids.slice(done + chunk.length)
    steps.onProgress({ kind: 'sending', done, total: ids.length })
    const error = await errorOf(() => steps.remove(chunk))
    const isUnanswered = error !== undefined && unanswered.has(error.kind)
    if (error === undefined) {
      deleted += chunk.length
      continue
    }
    const stopped: Stopped = { kind: 'stopped', error, deleted, missing: 0, left: unsent, unclear: [] }
    if (!isUnanswered && error.kind !== 'absent') return { ...stopped, left: [...chunk, ...unsent] }
    steps.onProgress({ kind: 'checking' })
    const there = await whatExists(chunk, isUnanswered, steps)
    if (there === undefined) return { ...stopped, unclear: chunk }
    const gone = chunk.length - there.length
    const left = [...there, ...unsent]
    if (!isUnanswered) return { ...stopped, missing: gone, left }
    deleted += gone
    if (there.length > 0) return { ...stopped, deleted, left }
  }
  return { kind: 'deleted' }
}

/** Returns the ids of each request, at most `size`. */
export const chunksOf = (ids: readonly number[], size: number): number[][] =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_, at) => ids.slice(at * size, (at + 1) * size))

/** Asks once more about the customers that were unclear. */
export async function checkAgain(stopped: Stopped, steps: Steps): Promise<Deleted> {
  const there = await whatExists(stopped.unclear, true, steps)
  if (there === undefined) return stopped
  const deleted = stopped.deleted + stopped.unclear.length - there.length
  const left = [...there, ...stopped.left]
  return left.length === 0 ? { kind: 'deleted' } : { ...stopped, deleted, left, unclear: [] }
}

/** Returns those that exist, or undefined if the service never says. */
async function whatExists(
  ids: readonly number[],
  mayStillGo: boolean,
  { existing, pause }: Steps,
): Promise<readonly number[] | undefined> {
  let last: readonly number[] | undefined
  for (const afterMs of checksAfterMs) {
    await pause(afterMs)
    last = await existing(ids).catch(() => last)
    if (last !== undefined && (last.length < ids.length || !mayStillGo)) return last
  }
  return last
}

async function errorOf(work: () => Promise<unknown>): Promise<ApiError | undefined> {
  try {
    await work()
    return undefined
  } catch (thrown) {
    return thrown instanceof ApiError ? thrown : new ApiError('broken', 'Something went wrong')
  }
}
