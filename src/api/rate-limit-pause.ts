import { useSyncExternalStore } from 'react'

import { createStore } from '#lib/store.ts'

/** A pause that the service asked for. `reads` resume automatically after it; a refused write has to be sent again. */
export interface Pause {
  /** Milliseconds since 1970. */
  readonly until: number
  readonly what: 'reads' | 'write'
}

const defaultSeconds = 5
const maxSeconds = 120

const pause = createStore<Pause | undefined>(undefined)

/** Returns the current pause, if any. */
export const usePause = (): Pause | undefined => useSyncExternalStore(pause.subscribe, pause.get)

/** Waits as long as a 429 asked for, or a few seconds where its header is missing or invalid. Rejects when aborted. */
export function waitForRetryAfter(seconds: number, signal?: AbortSignal): Promise<void> {
  const ms = startPause('reads', seconds)
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      // Nothing may be waiting any more; anything that is sets the pause again on its next 429.
      pause.set(undefined)
      reject(signal.reason as Error)
    })
  })
}

/** Shows that a write was refused for now. */
export const noteRateLimitedWrite = (seconds: number): void => void startPause('write', seconds)

/** Returns the length of the pause in milliseconds. It ends automatically. */
function startPause(what: Pause['what'], seconds: number): number {
  const requested = Number.isFinite(seconds) && seconds > 0 ? seconds : defaultSeconds
  const ms = Math.min(requested, maxSeconds) * 1000
  pause.set({ what, until: Math.max(pause.get()?.until ?? 0, Date.now() + ms) })
  setTimeout(() => {
    if (Date.now() >= (pause.get()?.until ?? Infinity) - 50) pause.set(undefined)
  }, ms)
  return ms
}
