import { type ButtonHTMLAttributes, type Ref, Suspense, useState } from 'react'

import type { Session } from '#contract/session.ts'
import { lazyWithRetry, useIdle } from '#kit/lazy-with-retry.ts'
import { PersonAvatar } from '#kit/person-avatar.tsx'

import { roleNames } from './roles.ts'

import classes from './sidebar.module.css'

const PersonMenu = lazyWithRetry(async () => (await import('./person-menu.tsx')).PersonMenu)

/** Who is signed in, and their menu. */
export function Person({ session, onShortcuts }: { session: Session; onShortcuts: () => void }) {
  const [isWanted, setIsWanted] = useState(false)
  const idle = useIdle()
  // Stands in for the menu until its code has arrived; a click on it counts.
  const button = <PersonButton session={session} onClick={() => setIsWanted(true)} aria-haspopup="menu" />
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

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  session: Session
  ref?: Ref<HTMLButtonElement>
}

/** Name and role of the person who is signed in; opens their menu. */
export function PersonButton({ session: { user, account }, ...button }: ButtonProps) {
  return (
    <button {...button} type="button" className={classes['person']} data-label={user.name}>
      <span aria-hidden className={classes['avatar']}>
        <PersonAvatar name={user.name} src={null} size={28} />
      </span>
      <span className={classes['label']} dir="auto">
        {user.name}
        <span className={classes['sub']}>{roleNames[account.role]}</span>
      </span>
      <span className={classes['srOnly']}>your menu</span>
    </button>
  )
}
