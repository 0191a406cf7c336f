import { Button, CloseButton, Text } from '@mantine/core'
import { type ReactNode, useEffect, useEffectEvent } from 'react'

import { isTyping } from '#kit/page-keys.ts'
import { numberText } from '#lib/locale.ts'

import classes from './screen.module.css'

interface Props {
  /** `3 customers selected` */
  label: ReactNode
  /** How many rows the list has in total, if more than these can be selected. */
  total?: number | undefined
  onSelectAll?: (() => void) | undefined
  /** The list is searched or filtered, so that "all" means all that match. */
  isNarrowed?: boolean
  onClear: () => void
  /** Actions on the selection. */
  children: ReactNode
}

/** Actions on the selected rows, floating over the list. Escape clears the selection. */
export function SelectionBar({ label, total, onSelectAll, isNarrowed = false, onClear, children }: Props) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    const isElsewhere =
      event.defaultPrevented ||
      !(target instanceof HTMLElement) ||
      isTyping(target) ||
      target.closest('[role=dialog]') !== null ||
      document.querySelector('[aria-modal=true]') !== null
    if (event.key === 'Escape' && !isElsewhere) onClear()
  })
  useEffect(function listen() {
    const listener = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
  return (
    <section className={classes.bar} aria-label="Selection">
      <div className={classes['what']}>
        <Text size="sm" fw={500}>
          {label}
        </Text>
        {onSelectAll && total !== undefined && (
          <Button variant="subtle" size="compact-sm" onClick={onSelectAll}>
            Select all {numberText(total)}
            {isNarrowed && ' matching'}
          </Button>
        )}
      </div>
      {children}
      <CloseButton className={classes['clear'] ?? ''} aria-label="Clear selection" onClick={onClear} />
    </section>
  )
}
