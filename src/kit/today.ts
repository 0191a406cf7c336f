import { useSyncExternalStore } from 'react'

import { type Day, currentDay, watchBusinessZone } from '#lib/calendar.ts'

const lookEveryMs = 60_000

/** Today where the account is; updated at midnight while the page stays open, and when the account moves. */
export const useToday = (): Day => useSyncExternalStore(watchDay, currentDay)

function watchDay(onChange: () => void): () => void {
  const timer = setInterval(onChange, lookEveryMs)
  document.addEventListener('visibilitychange', onChange)
  const unwatch = watchBusinessZone(onChange)
  return () => {
    unwatch()
    clearInterval(timer)
    document.removeEventListener('visibilitychange', onChange)
  }
}
