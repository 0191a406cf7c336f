import { useCallback, useEffect, useEffectEvent, useRef } from 'react'

import { isTyping } from '#kit/page-keys.ts'

/**
 * Moves the focus into a drawer beside the list when it opens, and back to where it was when it closes. Returns the ref of
 * its content.
 */
export function useDrawerFocus(opened: boolean) {
  const content = useRef<HTMLElement | null>(null)
  const before = useRef<Element | null>(null)
  useEffect(
    function returnFocus() {
      if (!opened) return undefined
      return () => {
        if (content.current?.contains(document.activeElement) && before.current instanceof HTMLElement)
          before.current.focus({ preventScroll: true })
      }
    },
    [opened],
  )
  return useCallback((element: HTMLElement | null) => {
    content.current = element
    if (!element) return
    // Mantine sets it on every drawer; here it would hide the list from screen readers, and the page's keys would rest.
    element.removeAttribute('aria-modal')
    before.current = document.activeElement
    element.focus({ preventScroll: true })
  }, [])
}

/** Closes the drawer on Escape, unless that closes something above it or belongs to a field of the list. */
export function useDrawerEscape(opened: boolean, onClose: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event
    if (key !== 'Escape' || event.isComposing || !(target instanceof HTMLElement)) return
    const isAbove =
      document.querySelector('[aria-modal=true], dialog[open]') !== null ||
      target.closest('[role=menu], [role=listbox], [data-mantine-stop-propagation=true]') !== null
    if (isAbove || (isTyping(target) && !target.closest('[data-beside]'))) return
    // One thing for each Escape: the selection of the list stays.
    event.preventDefault()
    onClose()
  })
  useEffect(
    function listen() {
      if (!opened) return undefined
      const listener = (event: KeyboardEvent) => onKey(event)
      addEventListener('keydown', listener, true)
      return () => removeEventListener('keydown', listener, true)
    },
    [opened],
  )
}
