import type { ReactNode } from 'react'

import classes from './record-head.module.css'

interface Props {
  /** Whether it begins with a line that goes away with the page, such as the way back. */
  hasLineAbove?: boolean
  className?: string | undefined
  children: ReactNode
}

/** The head of a record’s page: its name and actions stay in sight while the page scrolls, where there is room. */
export const RecordHead = ({ hasLineAbove = false, className = '', children }: Props) => (
  <div
    className={`${classes.head} ${className}`}
    data-record-head
    data-line-above={hasLineAbove || undefined}
  >
    {children}
  </div>
)
