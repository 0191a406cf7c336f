import { useSyncExternalStore } from 'react'

const usualSeconds = 5
const longestSeconds = 120

let until = 0
const listeners = new Set<() => void>()

/** Until when reads wait because the service asked for a pause (milliseconds since 1970); 0 when none waits. */
export function useWaitingUntil(): number {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => until,
  )
}

/** Waits as long as a 429 asked for; what is missing or nonsense counts as a few seconds. Rejects when aborted. */
export function waitAsAsked(seconds: number, signal?: AbortSignal): Promise<void> {
  const asked = Number.isFinite(seconds) && seconds > 0 ? seconds : usualSeconds
  const ms = Math.min(asked, longestSeconds) * 1000
  say(Math.max(until, Date.now() + ms))
  return new Promise((done, fail) => {
    const timer = setTimeout(() => {
      if (Date.now() >= until - 50) say(0)
      done()
    }, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      // Nobody may be left who waits; those who are say so again at the next refusal.
      say(0)
      fail(signal.reason as Error)
    })
  })
}

function say(next: number) {
  until = next
  for (const listener of listeners) listener()
}
