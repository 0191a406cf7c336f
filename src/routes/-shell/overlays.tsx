import { useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useState, useSyncExternalStore } from 'react'

import { watchGate } from '#api/gate.ts'
import type { Session } from '#contract/access/session.ts'
import { lazyWithRetry, useIdle } from '#kit/lazy-with-retry.ts'
import { useToasterWanted } from '#kit/toast.ts'
import { followVisits, personKey } from '#routes/-navigation/recents.ts'

import { areNotificationsOpen, watchNotifications } from '../-notifications/notification-state.ts'
import { Palette } from '../-palette/palette.tsx'

const LiveRefresh = lazyWithRetry(async () => (await import('./live-refresh.tsx')).LiveRefresh)
const NotificationCenter = lazyWithRetry(
  async () => (await import('../-notifications/notification-center.tsx')).NotificationCenter,
)
const Shortcuts = lazyWithRetry(async () => (await import('./shortcuts.tsx')).Shortcuts)
const SignInAgain = lazyWithRetry(async () => (await import('./sign-in-again.tsx')).SignInAgain)
const Toaster = lazyWithRetry(async () => (await import('#kit/toaster.tsx')).Toaster)

interface Props {
  session: Session
  isSheetOpen: boolean
  onOpenSheet: () => void
  onCloseSheet: () => void
}

/** Overlays of every screen, fetched when idle. */
export function Overlays({ session, isSheetOpen, onOpenSheet, onCloseSheet }: Props) {
  const [isSignedOut, setIsSignedOut] = useState(false)
  const idle = useIdle()
  const hasNotifications = useSyncExternalStore(watchNotifications, areNotificationsOpen)
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
        {hasNotifications && <NotificationCenter />}
        {isSheetOpen && <Shortcuts opened={isSheetOpen} onClose={onCloseSheet} />}
        {toasterWanted && <Toaster />}
        {idle && <LiveRefresh key={session.account.id} />}
      </Suspense>
    </>
  )
}
