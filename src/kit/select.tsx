import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { type KeyboardEvent, type MouseEvent, useState } from 'react'

import { SelectList } from './select-list.tsx'

type Props = NativeSelectProps

/** Elsewhere arrows choose the next option without a list, and with Alt they open it. */
const arrowsOpen = /Mac/.test(navigator.userAgent)

/**
 * One choice out of a few. The browser's select with its labels, forms and screen readers, but a list of our own: the
 * browser's follows neither theme nor density. Under a finger the browser's list stays.
 */
export function Select({ onMouseDown, onKeyDown, ...rest }: Props) {
  const [opened, setOpened] = useState<HTMLSelectElement | null>(null)
  const toggle = (event: MouseEvent<HTMLSelectElement> | KeyboardEvent<HTMLSelectElement>) => {
    if (matchMedia('(pointer: coarse)').matches) return
    event.preventDefault()
    event.currentTarget.focus()
    setOpened(opened ? null : event.currentTarget)
  }
  return (
    <>
      <NativeSelect
        {...rest}
        data-expanded={opened !== null || undefined}
        onMouseDown={(event) => {
          onMouseDown?.(event)
          if (event.button === 0) toggle(event)
        }}
        onKeyDown={(event) => {
          onKeyDown?.(event)
          const isBare = !event.ctrlKey && !event.metaKey && !event.shiftKey
          const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp'
          if (isBare && (isArrow ? event.altKey || arrowsOpen : event.key === 'Enter' || event.key === ' '))
            toggle(event)
        }}
      />
      {opened && <SelectList select={opened} onClose={() => setOpened(null)} />}
    </>
  )
}
