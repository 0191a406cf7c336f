import { useSyncExternalStore } from 'react'

/** A pause that the service asked for. `reads` go on by themselves after it; a refused write waits for its sender. */
export interface Pause {
  /** Milliseconds since 1970. */
  readonly until: number
  readonly what: 'reads' | 'write'
}

const usualSeconds = 5
const longestSeconds = 120

let pause: Pause | undefined
const listeners = new Set<() => void>()

export function usePause(): Pause | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => pause,
  )
}

/** Waits as long as a 429 asked for; what is missing or nonsense counts as a few seconds. Rejects when aborted. */
export function waitAsAsked(seconds: number, signal?: AbortSignal): Promise<void> {
  const ms = begin('reads', seconds)
  return new Promise((done, fail) => {
    const timer = setTimeout(done, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      // Nobody may be left who waits; those who are say so again at the next refusal.
      say(undefined)
      fail(signal.reason as Error)
    })
  })
}

/** Tells of a write that was refused for now. */
export const noteRefusedWrite = (seconds: number): void => void begin('write', seconds)

/** Gives the milliseconds of the pause, which ends by itself. */
function begin(what: Pause['what'], seconds: number): number {
  const asked = Number.isFinite(seconds) && seconds > 0 ? seconds : usualSeconds
  const ms = Math.min(asked, longestSeconds) * 1000
  say({ what, until: Math.max(pause?.until ?? 0, Date.now() + ms) })
  setTimeout(() => {
    if (pause && Date.now() >= pause.until - 50) say(undefined)
  }, ms)
  return ms
}

function say(next: Pause | undefined) {
  pause = next
  for (const listener of listeners) listener()
}
