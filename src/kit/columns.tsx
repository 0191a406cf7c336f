import type { ReactNode } from 'react'

import classes from './columns.module.css'

/** Inputs beside each other, or one below the other on a phone. */
export const Columns = ({ count = 2, children }: { count?: 2 | 3; children: ReactNode }) => (
  <div className={classes['columns']} data-count={count}>
    {children}
  </div>
)
