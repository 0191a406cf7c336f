import { useEffect, useEffectEvent } from 'react'

/** Where a plain letter is text. */
const fields = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true]'

/** Where it belongs to something that lies over the page. */
const above = '[role=dialog], [role=menu], [role=listbox]'

type OnKey = (event: KeyboardEvent, target: HTMLElement) => boolean

/** Calls back for every key, wherever it is pressed. True says that it did something. */
export function useKeys(onKey: OnKey): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    // With Alt many keyboards write other letters.
    if (event.defaultPrevented || event.altKey || !(target instanceof HTMLElement)) return
    if (onKey(event, target)) event.preventDefault()
  })
  useEffect(function listen() {
    const listener = (event: KeyboardEvent) => handle(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}

/** The same for keys without a modifier that are pressed on the page itself. */
export function usePageKeys(onKey: OnKey): void {
  useKeys(
    (event, target) =>
      !event.ctrlKey && !event.metaKey && !isTyping(target) && !target.closest(above) && onKey(event, target),
  )
}

export const isTyping = (target: HTMLElement): boolean => target.closest(fields) !== null
