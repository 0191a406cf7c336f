import { useSyncExternalStore } from 'react'

import { createStore } from '#lib/store.ts'

/** How long a deletion can be taken back, in milliseconds. */
export const graceMs = 5_000

/** A deletion that can still be taken back. */
export interface Pending<Outcome> {
  readonly ids: readonly number[]
  readonly outcome: Promise<Outcome | Undone>
  /** When it can no longer be taken back. */
  readonly sent: Promise<void>
  readonly undo: () => void
  /** Pauses the countdown while the undo button is hovered or focused; `release` restarts it. */
  readonly hold: () => void
  readonly release: () => void
}

/** The outcome of what was taken back in time. */
export interface Undone {
  readonly kind: 'undone'
}

interface Entry {
  readonly undo: () => void
  readonly send: (leaving: boolean) => Promise<unknown>
}

const waiting = new Set<Entry>()
const hidden = {
  customers: createStore<ReadonlySet<number>>(new Set()),
  contacts: createStore<ReadonlySet<number>>(new Set()),
}

/** Ids of records that are about to be deleted or being deleted: lists leave them out. */
export const usePendingIds = (records: keyof typeof hidden): ReadonlySet<number> =>
  useSyncExternalStore(hidden[records].subscribe, hidden[records].get)

/**
 * Sends a deletion after the time to undo. It lives outside the screens: it continues when staff navigate to another one,
 * and closing the tab sends it rather than dropping it. `leaving`: the page is going away.
 */
export function sendLater<Outcome>(
  records: keyof typeof hidden,
  ids: readonly number[],
  send: (leaving: boolean) => Promise<Outcome>,
): Pending<Outcome> {
  const { promise: outcome, resolve } = Promise.withResolvers<Outcome | Undone>()
  const { promise: sent, resolve: tellSent } = Promise.withResolvers<void>()
  const shown = hidden[records]
  let timer: ReturnType<typeof setTimeout> | undefined
  const settle = (how: Outcome | Undone) => {
    shown.set(new Set([...shown.get()].filter((id) => !ids.includes(id))))
    resolve(how)
  }
  const entry = {
    undo() {
      if (!waiting.delete(entry)) return
      clearTimeout(timer)
      settle({ kind: 'undone' })
    },
    async send(leaving: boolean) {
      if (!waiting.delete(entry)) return outcome
      clearTimeout(timer)
      tellSent()
      settle(await send(leaving))
      return outcome
    },
  }
  const start = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void entry.send(false), graceMs)
  }
  waiting.add(entry)
  shown.set(new Set([...shown.get(), ...ids]))
  start()
  return {
    ids,
    outcome,
    sent,
    undo: entry.undo,
    hold: () => clearTimeout(timer),
    release() {
      if (waiting.has(entry)) start()
    },
  }
}

/** Takes the last deletion back. Returns whether there was one. */
export function undoLast(): boolean {
  const last = [...waiting].at(-1)
  last?.undo()
  return last !== undefined
}

/** Sends what is still pending, before the session ends or the account changes. */
export async function sendPending(): Promise<void> {
  await Promise.all([...waiting].map((entry) => entry.send(false)))
}

// Closing the tab confirms the deletion rather than canceling it.
addEventListener('pagehide', () => {
  for (const entry of waiting) void entry.send(true)
})
