import { useSyncExternalStore } from 'react'

import { watched } from '#lib/watched.ts'

/** A pause that the service asked for. `reads` go on by themselves after it; a refused write waits for its sender. */
export interface Pause {
  /** Milliseconds since 1970. */
  readonly until: number
  readonly what: 'reads' | 'write'
}

const usualSeconds = 5
const longestSeconds = 120

const pause = watched<Pause | undefined>(undefined)

export const usePause = (): Pause | undefined => useSyncExternalStore(pause.watch, pause.get)

/** Waits as long as a 429 asked for; what is missing or nonsense counts as a few seconds. Rejects when aborted. */
export function waitAsAsked(seconds: number, signal?: AbortSignal): Promise<void> {
  const ms = begin('reads', seconds)
  return new Promise((done, fail) => {
    const timer = setTimeout(done, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      // Nobody may be left who waits; those who are say so again at the next refusal.
      pause.set(undefined)
      fail(signal.reason as Error)
    })
  })
}

/** Tells of a write that was refused for now. */
export const noteRefusedWrite = (seconds: number): void => void begin('write', seconds)

/** Returns the milliseconds of the pause, which ends by itself. */
function begin(what: Pause['what'], seconds: number): number {
  const asked = Number.isFinite(seconds) && seconds > 0 ? seconds : usualSeconds
  const ms = Math.min(asked, longestSeconds) * 1000
  pause.set({ what, until: Math.max(pause.get()?.until ?? 0, Date.now() + ms) })
  setTimeout(() => {
    if (Date.now() >= (pause.get()?.until ?? Infinity) - 50) pause.set(undefined)
  }, ms)
  return ms
}
