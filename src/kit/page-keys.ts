import { useLocalStorage } from '@mantine/hooks'
import { useEffect, useEffectEvent } from 'react'

/** Whether single characters are shortcuts in this browser, and a function to change that (WCAG 2.1.4). */
export const useSingleKeys = () =>
  useLocalStorage({ key: 'bureau.single-keys', defaultValue: true, getInitialValueInEffect: false })

/** Where a plain letter is text. */
const fields = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true]'

/** Where it belongs to something above the page. */
const above = '[role=dialog]:not([data-beside]), [role=menu], [role=listbox]'

/** The label of the modifier key for K and Z. */
export const commandKey = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'

type OnKey = (event: KeyboardEvent, target: HTMLElement) => boolean

/** Calls `onKey` for every key, wherever it is pressed. It returns true if it handled the key. */
export function useKeys(onKey: OnKey): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    // Many keyboards type other letters with Alt.
    if (event.defaultPrevented || event.altKey || !(target instanceof HTMLElement)) return
    if (onKey(event, target)) event.preventDefault()
  })
  useEffect(function listen() {
    const listener = (event: KeyboardEvent) => handle(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}

let held = 0

/** Whether the key is Ctrl+Enter, which finishes a form. */
export const isFinishKey = (event: KeyboardEvent): boolean =>
  event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.isComposing

/**
 * Turns off single-character shortcuts until the returned function is called. On a form, a letter typed outside its inputs
 * is text that missed them.
 */
export function holdPageKeys(): () => void {
  held += 1
  return () => {
    held -= 1
  }
}

/** The same for single characters pressed on the page itself, where those are shortcuts. */
export function usePageKeys(onKey: OnKey): void {
  const [hasSingleKeys] = useSingleKeys()
  useKeys((event, target) => {
    if (!hasSingleKeys || held > 0 || event.key.length > 1 || event.ctrlKey || event.metaKey) return false
    // A dialog takes the focus a moment after it has opened; the page below it is inert at once.
    const isBelow = document.querySelector('[aria-modal=true]') !== null
    return !isBelow && !isTyping(target) && !target.closest(above) && onKey(event, target)
  })
}

/** Calls `onEdit` when E is pressed on the page; undefined where nothing can be edited. */
export function useEditKey(onEdit: (() => void) | undefined): void {
  usePageKeys(({ key }) => {
    if (key !== 'e' || !onEdit) return false
    onEdit()
    return true
  })
}

/** Whether a letter pressed there is text. */
export const isTyping = (target: HTMLElement): boolean => target.closest(fields) !== null
