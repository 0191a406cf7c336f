import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

import type { Session } from '#contract/access/session.ts'
import { openGroups } from '#parts/settings-sections.ts'

import classes from './-layout.module.css'

/** The pages of the settings: a list beside them, on narrower screens a row above them. */
export function SectionList({ session }: { session: Session }) {
  const list = useRef<HTMLElement>(null)
  const path = useLocation({ select: ({ pathname }) => pathname })
  useEffect(
    function showCurrent() {
      const current = list.current?.querySelector('[aria-current=page]')
      // The row alone scrolls, never the page.
      if (current instanceof HTMLElement && list.current)
        list.current.scrollLeft = current.offsetLeft - (list.current.clientWidth - current.offsetWidth) / 2
    },
    [path],
  )
  return (
    <nav className={classes['list']} aria-label="Settings" ref={list}>
      {openGroups(session).map(({ label, sections }) => (
        <div key={label} role="group" aria-label={label} className={classes['group']}>
          <div className={classes['heading']} aria-hidden>
            {label}
          </div>
          {sections.map(({ to, label: name, icon: Icon }) => (
            <Link key={to} to={to} className={classes['link']}>
              <Icon size={18} stroke={1.7} aria-hidden />
              {name}
            </Link>
          ))}
        </div>
      ))}
    </nav>
  )
}
