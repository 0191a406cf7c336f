import type { ReactNode } from 'react'

import classes from './foot-strip.module.css'

/** A strip under a list that stays at the foot of the window while the list is in sight. */
export function FootStrip({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className={classes.strip} aria-label={label}>
      {children}
    </section>
  )
}
