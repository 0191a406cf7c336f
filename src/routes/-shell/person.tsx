import { Suspense, useState } from 'react'

import type { Session } from '#contract/access/session.ts'
import { lazyWithRetry, standsInFor, useIdle } from '#kit/lazy-with-retry.ts'

import { PersonButton } from './person-button.tsx'

const PersonMenu = lazyWithRetry(async () => (await import('./person-menu.tsx')).PersonMenu)

/** Who is signed in, and their menu. */
export function Person({ session, onShortcuts }: { session: Session; onShortcuts: () => void }) {
  const [isWanted, setIsWanted] = useState(false)
  const idle = useIdle()
  // A placeholder until the menu's code has arrived; a click on it isn't lost.
  const button = (
    <PersonButton session={session} {...standsInFor(() => setIsWanted(true))} aria-haspopup="menu" />
  )
  return (
    <Suspense fallback={button}>
      {idle || isWanted ? (
        <PersonMenu session={session} defaultOpened={isWanted} onShortcuts={onShortcuts} />
      ) : (
        button
      )}
    </Suspense>
  )
}
