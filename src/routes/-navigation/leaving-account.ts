import { flushSync } from 'react-dom'

import { createStore } from '#lib/store.ts'

const isLeaving = createStore(false)

/** Reads and watches whether this tab is leaving its account: no screen is shown then. */
export const { get: isLeavingAccount, subscribe: watchLeavingAccount } = isLeaving

/**
 * Takes the screen away, does `change`, and lets the next screen come. What the screen was about to read has been requested
 * by then, from its own account; in between, it would be requested from the next one, which may not offer it.
 */
export function betweenScreens(change: () => void): void {
  flushSync(() => isLeaving.set(true))
  try {
    change()
  } finally {
    isLeaving.set(false)
  }
}
