import { useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'

import { watchGate } from '#api/gate.ts'
import type { Session } from '#contract/session.ts'
import { lazyWithRetry, useIdle } from '#kit/lazy-with-retry.ts'
import { useToasterWanted } from '#kit/toast.ts'

import { Palette } from '../-palette/palette.tsx'
import { followVisits, personKey } from '../-palette/recents.ts'

const LiveRefresh = lazyWithRetry(async () => (await import('./live-refresh.tsx')).LiveRefresh)
const Shortcuts = lazyWithRetry(async () => (await import('./shortcuts.tsx')).Shortcuts)
const SignInAgain = lazyWithRetry(async () => (await import('./sign-in-again.tsx')).SignInAgain)
const Toaster = lazyWithRetry(async () => (await import('#kit/toaster.tsx')).Toaster)

interface Props {
  session: Session
  isSheetOpen: boolean
  onOpenSheet: () => void
  onCloseSheet: () => void
}

/** What opens over every screen, fetched when idle. */
export function Overlays({ session, isSheetOpen, onOpenSheet, onCloseSheet }: Props) {
  const [isSignedOut, setIsSignedOut] = useState(false)
  const idle = useIdle()
  const toasterWanted = useToasterWanted()
  const router = useRouter()
  const person = personKey(session)
  useEffect(function askWhenTheSessionEnds() {
    return watchGate(setIsSignedOut)
  }, [])
  useEffect(
    function rememberVisits() {
      return followVisits(router, person)
    },
    [router, person],
  )
  return (
    <>
      <Palette session={session} onShortcuts={onOpenSheet} />
      <Suspense>
        {(idle || isSignedOut) && <SignInAgain opened={isSignedOut} />}
        {isSheetOpen && <Shortcuts opened={isSheetOpen} onClose={onCloseSheet} />}
        {toasterWanted && <Toaster />}
        {idle && session.features.includes('live') && <LiveRefresh key={session.account.id} />}
      </Suspense>
    </>
  )
}
