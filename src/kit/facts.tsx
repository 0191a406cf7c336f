import type { ReactNode } from 'react'

import { CopyIcon } from './copy-button.tsx'

import classes from './facts.module.css'

/** Values under their labels, in as many columns as there is room for. */
export const FactList = ({ children }: { children: ReactNode }) => (
  <dl className={classes.facts}>{children}</dl>
)

interface FactProps {
  label: string
  value: string | null | undefined
  /** It may be long, so it takes a whole line. */
  isWide?: boolean
  /** A button beside the one that copies. */
  action?: ReactNode
  /** Instead of the bare value. */
  children?: ReactNode
}

/** One value under its label, with a copy button that appears on hover and focus. What is empty isn't shown. */
export function Fact({ label, value, isWide = false, action, children }: FactProps) {
  const text = value?.trim() ?? ''
  if (text === '') return null
  return (
    <div className={`${classes.fact} ${isWide ? classes.wide : ''}`}>
      <dt>{label}</dt>
      <dd>
        <span className={classes.value} dir="auto">
          {children ?? text}
        </span>
        <span className={classes.copy}>
          {action}
          <CopyIcon text={text} label={label} />
        </span>
      </dd>
    </div>
  )
}

/** Something other than text under its label, without a copy button. */
export const FactState = ({ label, isWide = false, children }: Omit<FactProps, 'value' | 'action'>) => (
  <div className={`${classes.fact} ${isWide ? classes.wide : ''}`}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)
