import { type KeyboardEvent, useRef, useState } from 'react'

import { usePageKeys, useSingleKeys } from '#kit/page-keys.ts'

/** The position in a list: one stop of the tab key, from which the arrow keys continue. */
export interface KeyboardNav {
  /** Index in the page of the row that the tab key reaches. */
  readonly at: number
  readonly enter: (index: number) => void
  /** Moves the focus to where a key sent it. Returns the row it waits for, when that isn't drawn yet. */
  readonly land: () => number | null
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

interface Options {
  readonly frame: HTMLElement | null
  readonly count: number
  /** The row that was opened before somebody came back to this list; undefined until it is known. */
  readonly returnTo: number | undefined
  readonly onOpen: (index: number) => void
  readonly onToggle: (index: number) => void
}

const pageStep = 10

/** j and k, or the arrow keys, move between rows; Enter opens one, x selects it. j and k also lead into the list. */
export function useKeyboardNav({ frame, count, returnTo, onOpen, onToggle }: Options): KeyboardNav {
  const [stop, setStop] = useState(0)
  const landing = useRef<number | null>(null)
  const hasReturned = useRef(false)
  const [hasSingleKeys] = useSingleKeys()
  const at = Math.min(stop, Math.max(count - 1, 0))

  const land = () => {
    if (returnTo !== undefined && !hasReturned.current && frame) {
      hasReturned.current = true
      landing.current = returnTo
    }
    const row = frame?.querySelector<HTMLElement>(`[data-index="${landing.current}"]`)
    if (!row) return landing.current
    landing.current = null
    row.focus()
    return null
  }
  const go = (index: number) => {
    landing.current = Math.max(0, Math.min(index, count - 1))
    setStop(landing.current)
    // When the row is drawn already, nothing renders that could give it the focus.
    land()
  }

  usePageKeys(({ key }, target) => {
    if (count === 0 || target.closest('[data-index]') || (key !== 'j' && key !== 'k')) return false
    go(at)
    return true
  })

  return {
    at,
    enter: setStop,
    land,
    onKeyDown: (event) => {
      const { key, target } = event
      const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
      if (!row || event.ctrlKey || event.metaKey || event.altKey) return
      if (key.length === 1 && !hasSingleKeys) return
      const index = Number(row.dataset['index'])
      const next = neighbor(key, index, count)
      if (next !== undefined) go(next)
      else if (key === 'Enter' && target === row) onOpen(index)
      else if (key === 'x') onToggle(index)
      else return
      event.preventDefault()
    },
  }
}

function neighbor(key: string, index: number, count: number): number | undefined {
  switch (key) {
    case 'j':
    case 'ArrowDown':
      return index + 1
    case 'k':
    case 'ArrowUp':
      return index - 1
    case 'PageDown':
      return index + pageStep
    case 'PageUp':
      return index - pageStep
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}
