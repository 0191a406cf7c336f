import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

import { type Store, createStore } from '#lib/store.ts'

import { customers, existingCustomers } from './customers.ts'
import {
  type Deleted,
  type Progress,
  type Steps,
  type Stopped,
  checkAgain,
  chunksOf,
  deleteAll,
} from './deletion.ts'

/** How long a deletion can be taken back, in milliseconds. */
export const graceMs = 5_000

/** How a deletion ended. */
export type Outcome = Deleted | { readonly kind: 'undone' }

/** A deletion that can still be taken back. */
export interface PendingDeletion {
  readonly ids: readonly number[]
  readonly outcome: Promise<Outcome>
  /** How far it is, once it is sent. */
  readonly progress: Store<Progress | undefined>
  /** When it can no longer be taken back. */
  readonly sent: Promise<void>
  readonly undo: () => void
  /** Pauses the countdown while the undo button is hovered or focused; `release` restarts it. */
  readonly hold: () => void
  readonly release: () => void
}

interface Entry extends PendingDeletion {
  readonly send: (leaving: boolean) => Promise<Outcome>
}

const waiting = new Set<Entry>()
const hidden = createStore<ReadonlySet<number>>(new Set())

/** Ids that are about to go, or going: lists leave them out. */
export const usePendingIds = (): ReadonlySet<number> => useSyncExternalStore(hidden.subscribe, hidden.get)

/**
 * Deletes customers after a time of grace, in one call. It lives outside the screens: it continues when staff navigate to
 * another one, and closing the tab sends it rather than dropping it.
 */
export function deleteLater(client: QueryClient, ids: readonly number[]): PendingDeletion {
  const { promise: outcome, resolve } = Promise.withResolvers<Outcome>()
  const { promise: sent, resolve: tellSent } = Promise.withResolvers<void>()
  const progress = createStore<Progress | undefined>(undefined)
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
    progress,
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
      return settle(await remove(client, ids, leaving, progress.set))
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

/** Takes the last deletion back. Returns whether there was one. */
export function undoLast(): boolean {
  const last = [...waiting].at(-1)
  last?.undo()
  return last !== undefined
}

/** Sends what still waits, before the session ends or the account changes. */
export async function sendPending(): Promise<void> {
  await Promise.all([...waiting].map((entry) => entry.send(false)))
}

/** Finds out what became of the customers that a deletion left unclear. */
export async function recheck(client: QueryClient, stopped: Stopped): Promise<Outcome> {
  const outcome = await checkAgain(
    stopped,
    stepsOf(client, false, () => undefined),
  )
  await client.invalidateQueries({ queryKey: customers.all })
  return outcome
}

async function remove(
  client: QueryClient,
  ids: readonly number[],
  leaving: boolean,
  onProgress: (progress: Progress) => void,
): Promise<Outcome> {
  const steps = stepsOf(client, leaving, onProgress)
  const outcome = await deleteAll(ids, leaving ? sentAtOnce(ids, steps) : steps)
  const remaining = new Set(outcome.kind === 'stopped' ? [...outcome.left, ...outcome.unclear] : [])
  for (const id of ids) if (!remaining.has(id)) client.removeQueries({ queryKey: customers.one(id).queryKey })
  // What a lost response did was not done yet when its loss made the lists read again.
  if (outcome.kind === 'stopped') await client.invalidateQueries({ queryKey: customers.all })
  return outcome
}

/** The same, with every request under way already: a page that is going away sends nothing later. */
function sentAtOnce(ids: readonly number[], steps: Steps): Steps {
  const sent = chunksOf(ids).map((chunk) => steps.remove(chunk))
  for (const each of sent) each.catch(() => undefined)
  return { ...steps, remove: () => sent.shift() ?? Promise.resolve() }
}

function stepsOf(client: QueryClient, leaving: boolean, onProgress: Steps['onProgress']): Steps {
  return {
    remove: (ids) => client.getMutationCache().build(client, customers.remove()).execute({ ids, leaving }),
    existing: existingCustomers,
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    onProgress,
  }
}

// Closing the tab means "go on", not "forget it".
addEventListener('pagehide', () => {
  for (const entry of waiting) void entry.send(true)
})
