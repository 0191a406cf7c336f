import type { Icon } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

import { createStore } from '#lib/store.ts'

/** Something that can be done with the record on the screen. */
export interface PageAction {
  /** Verb first: "Delete customer". */
  readonly label: string
  readonly icon: Icon
  readonly run: () => void
}

const store = createStore<readonly PageAction[]>([])

/** The actions of the screen; another screen’s take their place while the palette is open. */
export const useOfferedActions = () => useSyncExternalStore(store.subscribe, store.get)

/**
 * Offers the actions of a part of the page in the palette while it is open, beside those of other parts. `actions` may be a
 * new array with every render.
 */
export function usePageActions(actions: readonly PageAction[]): void {
  const labels = actions.map(({ label }) => label).join('\n')
  const run = useEffectEvent((index: number) => actions[index]?.run())
  const current = useEffectEvent(() => actions)
  useEffect(
    function offer() {
      if (labels === '') return
      const offered = current().map((action, index) => ({ ...action, run: () => run(index) }))
      store.set([...store.get(), ...offered])
      return () => store.set(store.get().filter((action) => !offered.includes(action)))
    },
    [labels],
  )
}
