import { useSuspenseQuery } from '@tanstack/react-query'
import { Navigate, Outlet, createFileRoute, redirect, useLocation } from '@tanstack/react-router'
import { Suspense, lazy, useRef, useState, useSyncExternalStore } from 'react'

import { ApiError } from '#api/errors.ts'
import { session } from '#api/session.ts'
import { isSignedOut } from '#api/signed-out.ts'
import { useKeys } from '#kit/page-keys.ts'

import { isLeavingAccount, watchLeavingAccount } from './-navigation/leaving-account.ts'
import { openPalette } from './-palette/palette-state.ts'
import { ScreenProblem } from './-screen-problem.tsx'
import { EnvironmentBand } from './-shell/environment-band.tsx'
import { linked } from './-shell/linked-account.ts'
import { Notices } from './-shell/notices.tsx'
import { Overlays } from './-shell/overlays.tsx'
import { RouteProgress } from './-shell/route-progress.tsx'
import { useShellKeys } from './-shell/shell-keys.ts'
import { areShortcutsOpen, closeShortcuts, openShortcuts, watchShortcuts } from './-shell/shortcut-sheet.ts'
import { useIsRail } from './-shell/sidebar-width.ts'
import { Sidebar } from './-shell/sidebar.tsx'
import { TopBar } from './-shell/top-bar.tsx'

import classes from './-shell/shell.module.css'

// Rare, and it brings what switches accounts with it.
const OtherAccount = lazy(async () => ({
  default: (await import('./-shell/other-account.tsx')).OtherAccount,
}))

export const Route = createFileRoute('/_app')({
  // Every screen needs the shell: fetched with the entry it saves a round trip and six requests.
  codeSplitGroupings: [],
  beforeLoad: ({ location }) => {
    if (isSignedOut()) throw redirect({ to: '/sign-in', search: { next: location.href } })
  },
  // With every screen, as the account may be another one by then.
  shouldReload: true,
  loader: async ({ context, location }) => {
    try {
      const { account, needs_two_factor } = await context.queryClient.ensureQueryData(session.current())
      if (needs_two_factor) throw redirect({ to: '/two-factor' })
      return account.id
    } catch (error) {
      if (!(error instanceof ApiError) || error.kind !== 'unauthenticated') throw error
      throw redirect({ to: '/sign-in', search: { next: location.href } })
    }
  },
  component: Shell,
  // Without a session there's no shell around it.
  errorComponent: ({ error }) => <SessionProblem error={error as Error} />,
})

function SessionProblem({ error }: { error: Error }) {
  return (
    <main>
      <ScreenProblem error={error} />
    </main>
  )
}

function Shell() {
  const [isDrawerOpen, setIsDrawerOpen] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  const isSheetOpen = useSyncExternalStore(watchShortcuts, areShortcutsOpen)
  const { data: current } = useSuspenseQuery(session.current())
  const loadedAccount = Route.useLoaderData()
  const isLeaving = useSyncExternalStore(watchLeavingAccount, isLeavingAccount)
  const isRail = useIsRail()
  const pathname = useLocation({ select: (location) => location.pathname })
  const openSearch = () => {
    setIsDrawerOpen(false)
    openPalette()
  }
  useShellKeys({ session: current, onShortcuts: openShortcuts })
  useKeys(({ key }) => {
    if (key !== 'Escape' || !isDrawerOpen) return false
    setIsDrawerOpen(false)
    toggle.current?.focus()
    return true
  })

  const elsewhere =
    linked?.path === pathname && linked.account !== current.account.id
      ? current.accounts.find(({ id }) => id === linked?.account)
      : undefined

  // An owner has just required it: nothing here can be read or saved any more.
  if (current.needs_two_factor) return <Navigate to="/two-factor" ignoreBlocker />
  return (
    <div className={classes['frame']} data-rail={isRail}>
      <RouteProgress />
      <a href="#main" className={classes['skip']}>
        Skip to content
      </a>
      <TopBar
        session={current}
        toggle={toggle}
        isOpen={isDrawerOpen}
        onToggle={() => setIsDrawerOpen(!isDrawerOpen)}
        onSearch={openSearch}
      />
      <Sidebar
        session={current}
        isOpen={isDrawerOpen}
        onClose={() => setIsDrawerOpen(false)}
        onSearch={openSearch}
        onShortcuts={openShortcuts}
      />
      {/* On a phone the navigation covers it: what has the focus must be in sight. */}
      <main className={classes['main']} id="main" tabIndex={-1} onFocus={() => setIsDrawerOpen(false)}>
        <div className={classes['page']}>
          <EnvironmentBand account={current.account} />
          <Notices />
          {/* On the way to another account, nothing of the previous one can be read or touched any more. */}
          {elsewhere ? (
            <Suspense>
              <OtherAccount session={current} account={elsewhere} />
            </Suspense>
          ) : (
            !isLeaving && loadedAccount === current.account.id && <Outlet />
          )}
        </div>
      </main>
      <Overlays
        session={current}
        isSheetOpen={isSheetOpen}
        onOpenSheet={openShortcuts}
        onCloseSheet={closeShortcuts}
      />
    </div>
  )
}
