import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'

import type { Session } from '#contract/access/session.ts'
import { KeyHint } from '#kit/key-hint.tsx'
import { lazyWithRetry, useIdle } from '#kit/lazy-with-retry.ts'
import { commandKey } from '#kit/page-keys.ts'
import { StandIn } from '#kit/stand-in.tsx'
import { isOffered, navigationGroups } from '#routes/-navigation/navigation.ts'

import { preloadPalette } from '../-palette/palette.tsx'
import { AccountButton, AccountMark } from './account-button.tsx'
import { BellEntry } from './bell.tsx'
import { NavEntry } from './nav-entry.tsx'
import { PersonButton } from './person-button.tsx'
import { toggleSidebar } from './sidebar-width.ts'

import classes from './sidebar.module.css'

const BudgetMeter = lazyWithRetry(async () => (await import('./budget-meter.tsx')).BudgetMeter)
const PinnedViews = lazyWithRetry(async () => (await import('./pinned-views.tsx')).PinnedViews)

interface Props {
  session: Session
  /** On a phone, whether the drawer is open. */
  isOpen: boolean
  onClose: () => void
  onSearch: () => void
  onShortcuts: () => void
}

/** The account, the screens and the person; on a phone a drawer. */
export function Sidebar({ session, isOpen, onClose, onSearch, onShortcuts }: Props) {
  const idle = useIdle()
  return (
    <>
      <div className={classes['backdrop']} data-open={isOpen} onClick={onClose} aria-hidden />
      <nav className={classes['sidebar']} id="navigation" aria-label="Main" data-open={isOpen}>
        <AccountSwitcher session={session} />
        <button
          type="button"
          className={classes['search']}
          data-label="Search"
          onClick={onSearch}
          onPointerEnter={preloadPalette}
        >
          <IconSearch size={16} stroke={1.8} aria-hidden />
          <span className={classes['label']}>Search</span>
          <span className={classes['hint']}>
            <KeyHint keys={[commandKey, 'K']} />
          </span>
        </button>
        {session.features.records && <BellEntry />}
        <div className={classes['scroll']}>
          {navigationGroups.map(({ label, screens }) => (
            <div key={label} role="group" aria-label={label} className={classes['group']}>
              <div className={classes['heading']} aria-hidden>
                {label}
              </div>
              {screens
                .filter((screen) => isOffered(screen, session))
                .map((screen) => (
                  <NavEntry key={screen.to} screen={screen} session={session} onOpen={onClose} />
                ))}
            </div>
          ))}
          <Suspense>{idle && <PinnedViews onOpen={onClose} />}</Suspense>
        </div>
        <div className={classes['foot']}>
          <Suspense>{idle && <BudgetMeter />}</Suspense>
          <div className={classes['footRow']}>
            <Person session={session} onShortcuts={onShortcuts} />
            <button
              type="button"
              className={classes['collapse']}
              data-label="Expand sidebar"
              aria-label="Collapse or expand sidebar"
              onClick={toggleSidebar}
            >
              <IconLayoutSidebarLeftCollapse
                size={18}
                stroke={1.7}
                className={classes['whenFull']}
                aria-hidden
              />
              <IconLayoutSidebarLeftExpand
                size={18}
                stroke={1.7}
                className={classes['whenRail']}
                aria-hidden
              />
            </button>
          </div>
        </div>
      </nav>
    </>
  )
}

const PersonMenu = lazyWithRetry(async () => (await import('./person-menu.tsx')).PersonMenu)

/** Who is signed in, and their menu. */
function Person({ session, onShortcuts }: { session: Session; onShortcuts: () => void }) {
  return (
    <StandIn
      renderButton={(props) => <PersonButton session={session} {...props} aria-haspopup="menu" />}
      renderMenu={(wasPressed) => (
        <PersonMenu session={session} defaultOpened={wasPressed} onShortcuts={onShortcuts} />
      )}
    />
  )
}

const AccountMenu = lazyWithRetry(async () => (await import('./account-menu.tsx')).AccountMenu)

/** The current account; people with several accounts switch here. */
function AccountSwitcher({ session }: { session: Session }) {
  if (session.accounts.length < 2) {
    return (
      <Link to="/" className={classes['account']} data-label={session.account.name}>
        <AccountMark name={session.account.name} />
      </Link>
    )
  }
  return (
    <StandIn
      renderButton={(props) => <AccountButton session={session} {...props} aria-haspopup="menu" />}
      renderMenu={(wasPressed) => <AccountMenu session={session} defaultOpened={wasPressed} />}
    />
  )
}
