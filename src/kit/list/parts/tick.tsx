import { useEffect, useRef } from 'react'

import classes from '#kit/list/table.module.css'

interface Props {
  /** Its label for screen readers. */
  'aria-label'?: string
  checked: boolean
  /** Some, but not all. */
  isPartly?: boolean
  disabled?: boolean
  onTick: (isTicked: boolean, isRange: boolean) => void
}

/** The box that selects a row. A single element, as a list has one in every row. */
export function Tick({ isPartly = false, onTick, ...input }: Props) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(
    function showPartly() {
      if (box.current) box.current.indeterminate = isPartly
    },
    [isPartly],
  )
  return (
    <input
      {...input}
      ref={box}
      type="checkbox"
      className={classes.tick}
      onChange={({ nativeEvent, currentTarget }) =>
        onTick(currentTarget.checked, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
      }
    />
  )
}
