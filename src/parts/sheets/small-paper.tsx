import type { ReactNode } from 'react'

import classes from './invoice-sheet.module.css'

/** A sheet beside the form that makes it. Nothing in it can be pressed: it would lead away from the form. */
export const SmallPaper = ({ children }: { children: ReactNode }) => (
  <div className={classes.small} inert>
    {children}
  </div>
)
