import type { ReactNode } from 'react'

import classes from './screen.module.css'

/**
 * The layout of a list's screen: as high as the window, so that the table scrolls under its head while the controls and
 * the pages stay in sight. On a phone everything scrolls together. `hasBar` leaves room for a bar at the bottom edge.
 */
export function ListScreen({ hasBar = false, children }: { hasBar?: boolean; children: ReactNode }) {
  return (
    <div className={classes.screen} data-bar={hasBar || undefined}>
      {children}
    </div>
  )
}
