import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

import { createStore } from '#lib/store.ts'

const offered = createStore<(() => void) | undefined>(undefined)

/** Returns what saves the list as it is shown, while the screen offers that. */
export const useSaveView = (): (() => void) | undefined =>
  useSyncExternalStore(offered.subscribe, offered.get)

/** Offers to save the list as it is shown, beside its filters. */
export function useOfferSaveView(isOffered: boolean, save: () => void): void {
  const run = useEffectEvent(save)
  useEffect(
    function offer() {
      if (!isOffered) return
      const mine = () => run()
      offered.set(mine)
      return () => {
        if (offered.get() === mine) offered.set(undefined)
      }
    },
    [isOffered],
  )
}
