import type { ReactNode } from 'react'

import classes from './screen.module.css'

/**
 * The layout of a list's screen: as high as the window, so that the table scrolls under its head while the controls and
 * the pager stay in view. On a phone everything scrolls together. On paper only the title and the rows remain.
 */
export function ListScreen({ isBlank = false, children }: { isBlank?: boolean; children: ReactNode }) {
  return (
    <div className={classes.screen} data-blank={isBlank || undefined}>
      {children}
    </div>
  )
}

/** Whether there is nothing at all to list, and so nothing to search, filter, arrange or export. */
export const isBlank = (list: { data?: { total: number } | undefined }, isNarrowed: boolean): boolean =>
  !isNarrowed && list.data?.total === 0

/** The row of controls above a list: what narrows it, and how it is shown. */
export function ListToolbar({ children, rest }: { children: ReactNode; rest: ReactNode }) {
  return (
    <div className={classes.toolbar}>
      <div className={classes.main}>{children}</div>
      <div className={classes.rest}>{rest}</div>
    </div>
  )
}
