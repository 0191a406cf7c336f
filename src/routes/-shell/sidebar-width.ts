import { useSyncExternalStore } from 'react'

import { createStore } from '#lib/store.ts'

/** `auto`: full, or a rail of icons where the window is narrow. */
type SidebarWidth = 'auto' | 'full' | 'rail'

const key = 'bureau.sidebar'
/** Narrower than this, the list needs the space more than the sidebar's labels. */
const narrow = matchMedia('(max-width: 68.75em)')

const width = createStore<SidebarWidth>(readStored())

const isRail = () => width.get() === 'rail' || (width.get() === 'auto' && narrow.matches)

/** Returns whether the sidebar is a rail of icons in this window. */
export const useIsRail = (): boolean => useSyncExternalStore(subscribe, isRail)

/** Turns the sidebar into a rail of icons, or back; this browser remembers it. */
export function toggleSidebar(): void {
  const next = isRail() ? 'full' : 'rail'
  width.set(next)
  try {
    localStorage.setItem(key, next)
  } catch {
    // Without storage it lasts until a reload.
  }
}

function subscribe(listener: () => void) {
  narrow.addEventListener('change', listener)
  const unsubscribe = width.subscribe(listener)
  return () => {
    narrow.removeEventListener('change', listener)
    unsubscribe()
  }
}

function readStored(): SidebarWidth {
  try {
    const stored = localStorage.getItem(key)
    return stored === 'full' || stored === 'rail' ? stored : 'auto'
  } catch {
    return 'auto'
  }
}
