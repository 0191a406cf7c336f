import { useEffect, useEffectEvent } from 'react'

/** Where a plain letter is text, or belongs to something that lies over the page. */
const elsewhere = [
  'input:not([type=checkbox], [type=radio])',
  'textarea',
  'select',
  '[contenteditable=true]',
  '[role=dialog]',
  '[role=menu]',
  '[role=listbox]',
].join()

/** Calls back for every key without a modifier that is pressed on the page itself. True says that it did something. */
export function usePageKeys(onKey: (event: KeyboardEvent, target: HTMLElement) => boolean): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    const target = event.target
    if (target instanceof HTMLElement && !target.closest(elsewhere) && onKey(event, target))
      event.preventDefault()
  })
  useEffect(function listen() {
    const listener = (event: KeyboardEvent) => handle(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}
