import { Button, Group, Text } from '@mantine/core'
import { IconLock, IconMenu2, IconSearch, IconX } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, Outlet, createFileRoute, redirect } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'

import { ApiError } from '#api/errors.ts'
import { watchGate } from '#api/gate.ts'
import { undoLast } from '#api/pending-deletion.ts'
import { session } from '#api/session.ts'
import { isSignedOut } from '#api/signed-out.ts'
import type { Session } from '#contract/session.ts'
import { lazyWithRetry, useIdle } from '#kit/lazy-with-retry.ts'
import { commandKey, isTyping, useKeys, usePageKeys } from '#kit/page-keys.ts'
import { useToasterWanted } from '#kit/toast.ts'
import { abilityName } from '#lib/ability-name.ts'

import { ScreenProblem } from './-screen-problem.tsx'
import { isLocked, navigation } from './-shell/navigation.ts'
import { Notices } from './-shell/notices.tsx'
import { PersonButton } from './-shell/person-button.tsx'
import { RouteProgress } from './-shell/route-progress.tsx'
import { useDefaultSearch } from './-views/person-views.ts'

import classes from './-shell/shell.module.css'

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
      const { account } = await context.queryClient.ensureQueryData(session.current())
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

let openPalette: (() => void) | undefined
const loadPalette = async () => {
  const palette = await import('./-shell/palette.tsx')
  openPalette = palette.openPalette
  return palette
}
const BudgetMeter = lazyWithRetry(async () => (await import('./-shell/budget-meter.tsx')).BudgetMeter)
const LiveRefresh = lazyWithRetry(async () => (await import('./-shell/live-refresh.tsx')).LiveRefresh)
const Palette = lazyWithRetry(async () => (await loadPalette()).Palette)
const PersonMenu = lazyWithRetry(async () => (await import('./-shell/person-menu.tsx')).PersonMenu)
const PinnedViews = lazyWithRetry(async () => (await import('./-views/pinned-views.tsx')).PinnedViews)
const Shortcuts = lazyWithRetry(async () => (await import('./-shell/shortcuts.tsx')).Shortcuts)
const SignInAgain = lazyWithRetry(async () => (await import('./-shell/sign-in-again.tsx')).SignInAgain)
const Toaster = lazyWithRetry(async () => (await import('#kit/toaster.tsx')).Toaster)

function Shell() {
  const [isOpen, setIsOpen] = useState(false)
  const [wantsMenu, setWantsMenu] = useState(false)
  const [wantsSheet, setWantsSheet] = useState(false)
  const [wantsPalette, setWantsPalette] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const idle = useIdle()
  const toasterWanted = useToasterWanted()
  const { data: current } = useSuspenseQuery(session.current())
  const loadedAccount = Route.useLoaderData()
  useEffect(function askWhenTheSessionEnds() {
    return watchGate(setIsAsking)
  }, [])

  const find = () => {
    setWantsPalette(true)
    // At once where that is possible: the next key is meant for it.
    if (openPalette) openPalette()
    else void loadPalette().then((palette) => palette.openPalette())
  }
  useKeys(({ key, ctrlKey, metaKey, shiftKey }, target) => {
    const letter = key.toLowerCase()
    const isCommand = (ctrlKey || metaKey) && !shiftKey
    // In a field as well: there is no other use for it there.
    if (isCommand && letter === 'k') find()
    else if (isTyping(target)) return false
    else if (isCommand && letter === 'z') return undoLast()
    else return false
    return true
  })
  usePageKeys(({ key }) => {
    if (key !== '?') return false
    setWantsSheet(true)
    return true
  })

  // Stands in for the menu until that is there; a click on it counts.
  const personButton = <PersonButton onClick={() => setWantsMenu(true)} aria-haspopup="menu" />

  return (
    <div className={classes['frame']}>
      <RouteProgress />
      <header className={classes['header']}>
        <a href="#main" className={classes['skip']}>
          Skip to content
        </a>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Button
              variant="subtle"
              color="gray"
              px={6}
              hiddenFrom="sm"
              onClick={() => setIsOpen(!isOpen)}
              aria-label="Navigation"
              aria-expanded={isOpen}
              aria-controls="navigation"
            >
              {isOpen ? <IconX size={22} aria-hidden /> : <IconMenu2 size={22} aria-hidden />}
            </Button>
            <Link to="/" className={classes['brand']}>
              <img src="/favicon.svg" alt="" width={28} height={28} />
              <Text fw={700}>Bureau</Text>
            </Link>
          </Group>
          <Button
            variant="default"
            classNames={{ root: classes['find'] ?? '', label: classes['findLabel'] ?? '' }}
            fullWidth
            leftSection={<IconSearch size={16} aria-hidden />}
            rightSection={<kbd className={classes['keys']}>{commandKey} K</kbd>}
            onClick={find}
          >
            Find
          </Button>
          <Suspense fallback={personButton}>
            {idle || wantsMenu ? (
              <PersonMenu defaultOpened={wantsMenu} onShortcuts={() => setWantsSheet(true)} />
            ) : (
              personButton
            )}
          </Suspense>
        </Group>
      </header>
      <nav
        className={classes['nav']}
        id="navigation"
        aria-label="Main"
        data-open={isOpen}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setIsOpen(false)
        }}
      >
        {navigation.map((screen) => (
          <Entry key={screen.to} screen={screen} session={current} onGo={() => setIsOpen(false)} />
        ))}
        <Suspense>
          {idle && <PinnedViews className={classes['entry'] ?? ''} onOpen={() => setIsOpen(false)} />}
        </Suspense>
        <div className={classes['foot']}>
          <Suspense>{idle && <BudgetMeter />}</Suspense>
        </div>
      </nav>
      <main className={classes['main']} id="main" tabIndex={-1}>
        <div className={classes['page']}>
          <Notices />
          {/* On the way to another account nothing of the one before can be read or touched any more. */}
          {loadedAccount === current.account.id && <Outlet />}
        </div>
      </main>
      <Suspense>
        {(idle || isAsking) && <SignInAgain opened={isAsking} />}
        {(idle || wantsPalette) && <Palette onShortcuts={() => setWantsSheet(true)} />}
        {wantsSheet && <Shortcuts opened={wantsSheet} onClose={() => setWantsSheet(false)} />}
        {toasterWanted && <Toaster />}
        {idle && current.features.includes('live') && <LiveRefresh key={current.account.id} />}
      </Suspense>
    </div>
  )
}

interface EntryProps {
  screen: (typeof navigation)[number]
  session: Session
  onGo: () => void
}

function Entry({ screen, session: who, onGo }: EntryProps) {
  const { to, label, icon: Icon, needs } = screen
  const locked = isLocked(screen, who)
  const defaultSearch = useDefaultSearch()
  return (
    <Link
      to={to}
      search={defaultSearch(to)}
      activeOptions={{ includeSearch: false }}
      className={classes['entry']}
      onClick={onGo}
    >
      <Icon size={18} aria-hidden />
      <span>
        {label}
        {locked && (
          <Text size="xs" c="dimmed" span display="block">
            Requires “{abilityName(needs ?? '')}”
          </Text>
        )}
      </span>
      {locked && <IconLock size={14} aria-hidden className={classes['lock']} />}
    </Link>
  )
}
