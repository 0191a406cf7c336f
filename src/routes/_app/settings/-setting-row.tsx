import type { ReactNode } from 'react'

import classes from './-setting-row.module.css'

interface Props {
  label: string
  description?: ReactNode
  /** The id of the control, if it's an input without a label of its own. */
  inputId?: string
  /** The control. */
  children: ReactNode
}

/** One setting in a card: what it's about, and its control beside it, on a phone below it. */
export const SettingRow = ({ label, description, inputId, children }: Props) => (
  <div className={classes['row']}>
    <div className={classes['words']}>
      {inputId === undefined ? (
        <div className={classes['label']}>{label}</div>
      ) : (
        <label className={classes['label']} htmlFor={inputId}>
          {label}
        </label>
      )}
      {description !== undefined && <div className={classes['description']}>{description}</div>}
    </div>
    <div className={classes['control']}>{children}</div>
  </div>
)
