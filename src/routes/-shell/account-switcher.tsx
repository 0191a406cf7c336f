import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'

import type { Session } from '#contract/access/session.ts'
import { lazyWithRetry, standsInFor, useIdle } from '#kit/lazy-with-retry.ts'

import { AccountButton, AccountMark } from './account-button.tsx'

import classes from './sidebar.module.css'

const AccountMenu = lazyWithRetry(async () => (await import('./account-menu.tsx')).AccountMenu)

/** The current account; people with several accounts switch here. */
export function AccountSwitcher({ session }: { session: Session }) {
  const [isWanted, setIsWanted] = useState(false)
  const idle = useIdle()
  if (session.accounts.length < 2) {
    return (
      <Link to="/" className={classes['account']} data-label={session.account.name}>
        <AccountMark name={session.account.name} />
      </Link>
    )
  }
  // A placeholder until the menu's code has arrived; a click on it isn't lost.
  const button = (
    <AccountButton session={session} {...standsInFor(() => setIsWanted(true))} aria-haspopup="menu" />
  )
  return (
    <Suspense fallback={button}>
      {idle || isWanted ? <AccountMenu session={session} defaultOpened={isWanted} /> : button}
    </Suspense>
  )
}
