import { IconSelector } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ButtonHTMLAttributes, type Ref, Suspense, useState } from 'react'

import type { Session } from '#contract/session.ts'
import { lazyWithRetry, useIdle } from '#kit/lazy-with-retry.ts'

import classes from './sidebar.module.css'

const AccountMenu = lazyWithRetry(async () => (await import('./account-menu.tsx')).AccountMenu)

/** The account one works in; who belongs to several switches here. */
export function AccountSwitcher({ session }: { session: Session }) {
  const [isWanted, setIsWanted] = useState(false)
  const idle = useIdle()
  if (session.accounts.length < 2) {
    return (
      <Link to="/" className={classes['account']} data-label={session.account.name}>
        <Mark name={session.account.name} />
      </Link>
    )
  }
  // Stands in for the menu until its code has arrived; a click on it counts.
  const button = <AccountButton session={session} onClick={() => setIsWanted(true)} aria-haspopup="menu" />
  return (
    <Suspense fallback={button}>
      {idle || isWanted ? <AccountMenu session={session} defaultOpened={isWanted} /> : button}
    </Suspense>
  )
}

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  session: Session
  ref?: Ref<HTMLButtonElement>
}

/** Opens the menu of accounts. */
export function AccountButton({ session, ...button }: ButtonProps) {
  const { name } = session.account
  return (
    <button {...button} type="button" className={classes['account']} data-label={name}>
      <Mark name={name} />
      <span className={classes['srOnly']}>switch account</span>
      <IconSelector size={16} aria-hidden className={classes['chevron']} />
    </button>
  )
}

const Mark = ({ name }: { name: string }) => (
  <>
    <img src="/favicon.svg" alt="" width={24} height={24} />
    <span className={classes['label']} dir="auto">
      {name}
    </span>
  </>
)
