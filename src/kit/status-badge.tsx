import type { ReactNode } from 'react'

import classes from './status-badge.module.css'

/** The tone of a status. */
export type Tone = 'good' | 'info' | 'notice' | 'bad' | 'neutral' | 'accent'

interface Props {
  tone: Tone
  /** The dot pulses: something is happening right now. */
  isLive?: boolean
  title?: string | undefined
  children: ReactNode
}

/** A status: a dot and a word on a tint. The word says it; the color only makes it quicker to find. */
export function StatusBadge({ tone, isLive = false, title, children }: Props) {
  return (
    <span className={classes['badge']} data-tone={tone} data-live={isLive || undefined} title={title}>
      {children}
    </span>
  )
}
