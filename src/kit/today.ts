import { useSyncExternalStore } from 'react'

import { type Day, currentDay } from '#lib/calendar.ts'

const lookEveryMs = 60_000

/** Today; updated at midnight while the page stays open. */
export const useToday = (): Day => useSyncExternalStore(watchDay, currentDay)

function watchDay(onChange: () => void): () => void {
  const timer = setInterval(onChange, lookEveryMs)
  document.addEventListener('visibilitychange', onChange)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', onChange)
  }
}
