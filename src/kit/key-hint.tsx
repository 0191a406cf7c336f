import { Fragment } from 'react'

import classes from './key-hint.module.css'

interface Props {
  /** Keys pressed at once, such as `['Ctrl', 'K']`. */
  keys: readonly string[]
  /** The keys are pressed one after the other. */
  isSequence?: boolean
}

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Keys as they are written everywhere: `Ctrl + K`, on a Mac `⌘K`, and `G then C` for a sequence. */
export function KeyHint({ keys, isSequence = false }: Props) {
  const between = isSequence ? ' then ' : isMac ? '' : ' + '
  return (
    <span className={classes['keys']}>
      {keys.map((key, index) => (
        <Fragment key={key}>
          {index > 0 && between !== '' && <span className={classes['between']}>{between}</span>}
          <kbd className={classes['key']}>{key}</kbd>
        </Fragment>
      ))}
    </span>
  )
}
