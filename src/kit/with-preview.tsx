import type { ReactNode } from 'react'

import classes from './with-preview.module.css'

interface Props {
  preview: ReactNode
  /** Of a preview that has no title of its own. */
  label?: string
  /** The form has lines, which take more room. */
  isWide?: boolean
  /** The form. */
  children: ReactNode
}

/** A form with its preview beside it, or below it on narrow pages. */
export const WithPreview = ({ preview, label, isWide = false, children }: Props) => (
  <div className={classes['page']}>
    <div className={classes['columns']} data-wide={isWide || undefined}>
      <div>{children}</div>
      <div
        className={classes['aside']}
        {...(label !== undefined && { role: 'region', 'aria-label': label, tabIndex: 0 })}
      >
        {preview}
      </div>
    </div>
  </div>
)
