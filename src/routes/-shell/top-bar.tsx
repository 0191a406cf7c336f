import { IconMenu2, IconSearch, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Ref } from 'react'

import type { Session } from '#contract/access/session.ts'

import { BellButton } from './bell.tsx'

import classes from './shell.module.css'

interface Props {
  session: Session
  /** The button that opens and closes the navigation. */
  toggle: Ref<HTMLButtonElement>
  isOpen: boolean
  onToggle: () => void
  onSearch: () => void
}

/** The bar above every screen on a phone. */
export function TopBar({ session, toggle, isOpen, onToggle, onSearch }: Props) {
  return (
    <header className={classes['topBar']}>
      <button
        ref={toggle}
        type="button"
        className={classes['topButton']}
        onClick={onToggle}
        aria-label="Navigation"
        aria-expanded={isOpen}
        aria-controls="navigation"
      >
        {isOpen ? <IconX size={22} aria-hidden /> : <IconMenu2 size={22} aria-hidden />}
      </button>
      <Link to="/" className={classes['brand']}>
        <img src="/favicon.svg" alt="" width={24} height={24} />
        Bureau
      </Link>
      {session.features.records && <BellButton />}
      <button type="button" className={classes['topButton']} onClick={onSearch} aria-label="Search">
        <IconSearch size={20} aria-hidden />
      </button>
    </header>
  )
}
