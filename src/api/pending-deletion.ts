import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

import { watched } from '#lib/watched.ts'
import { customers } from './customers.ts'
import { ApiError } from './errors.ts'

/** How long a deletion can be taken back, in milliseconds. */
export const graceMs = 5_000

/** How a deletion ended. After `failed` nothing was deleted; `left` are those that still exist. */
export type Outcome =
  | { readonly kind: 'deleted' }
  | { readonly kind: 'undone' }
  | { readonly kind: 'failed'; readonly error: ApiError; readonly left: readonly number[] }

/** A deletion that can still be taken back. */
export interface PendingDeletion {
  readonly ids: readonly number[]
  readonly outcome: Promise<Outcome>
  /** When it can no longer be taken back. */
  readonly sent: Promise<void>
  readonly undo: () => void
  /** Stops the clock while somebody has the undo button in hand; `release` gives the full time again. */
  readonly hold: () => void
  readonly release: () => void
}

interface Entry extends PendingDeletion {
  readonly send: (leaving: boolean) => Promise<Outcome>
}

const waiting = new Set<Entry>()
const hidden = watched<ReadonlySet<number>>(new Set())

/** Ids that are about to go, or going: lists leave them out. */
export const usePendingIds = (): ReadonlySet<number> => useSyncExternalStore(hidden.watch, hidden.get)

/**
 * Deletes customers after a time of grace, in one call. It lives outside the screens: it goes on when staff walk to
 * another one, and closing the tab sends it rather than dropping it.
 */
export function deleteLater(client: QueryClient, ids: readonly number[]): PendingDeletion {
  const { promise: outcome, resolve } = Promise.withResolvers<Outcome>()
  const { promise: sent, resolve: tellSent } = Promise.withResolvers<void>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const settle = (how: Outcome) => {
    hidden.set(new Set([...hidden.get()].filter((id) => !ids.includes(id))))
    resolve(how)
    return how
  }
  const entry: Entry = {
    ids,
    outcome,
    sent,
    undo() {
      if (!waiting.delete(entry)) return
      clearTimeout(timer)
      settle({ kind: 'undone' })
    },
    hold: () => clearTimeout(timer),
    release() {
      if (waiting.has(entry)) start()
    },
    async send(leaving) {
      if (!waiting.delete(entry)) return outcome
      clearTimeout(timer)
      tellSent()
      return settle(await remove(client, ids, leaving))
    },
  }
  const start = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void entry.send(false), graceMs)
  }
  waiting.add(entry)
  hidden.set(new Set([...hidden.get(), ...ids]))
  start()
  return entry
}

/** Takes the last deletion back. Gives whether there was one. */
export function undoLast(): boolean {
  const last = [...waiting].at(-1)
  last?.undo()
  return last !== undefined
}

/** Sends what still waits, before the session ends or the account changes. */
export async function sendPending(): Promise<void> {
  await Promise.all([...waiting].map((entry) => entry.send(false)))
}

async function remove(client: QueryClient, ids: readonly number[], leaving: boolean): Promise<Outcome> {
  const mutation = client.getMutationCache().build(client, customers.remove())
  try {
    await mutation.execute({ ids, leaving })
    for (const id of ids) client.removeQueries({ queryKey: customers.one(id).queryKey })
    return { kind: 'deleted' }
  } catch (thrown) {
    const error = thrown instanceof ApiError ? thrown : new ApiError('broken', 'That did not work')
    const left = error.kind === 'absent' ? await existing(client, ids) : ids
    return { kind: 'failed', error, left }
  }
}

const askedAtOnce = 6

/** Those of `ids` that the service still has; one of whose state nothing can be learned counts as there. */
async function existing(client: QueryClient, ids: readonly number[]): Promise<number[]> {
  const found: number[] = []
  const queue = [...ids]
  const ask = async () => {
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
      const gone = await client.fetchQuery({ ...customers.one(id), staleTime: 0, retry: false }).then(
        () => false,
        (error: unknown) => error instanceof ApiError && error.kind === 'absent',
      )
      if (!gone) found.push(id)
    }
  }
  await Promise.all(Array.from({ length: askedAtOnce }, ask))
  return found
}

// Closing the tab means "go on", not "forget it".
addEventListener('pagehide', () => {
  for (const entry of waiting) void entry.send(true)
})
