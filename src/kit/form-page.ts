import { useWindowEvent } from '@mantine/hooks'
import { type RefObject, useEffect } from 'react'

import { holdPageKeys, isFinishKey } from './page-keys.ts'

const inputs =
  'input:not([type=hidden], [type=checkbox], [type=radio], [type=file], [readonly], :disabled), textarea:not(:disabled), select:not(:disabled)'

/** Moves the focus to the first empty input in `form`, or to its first one. Returns false where there is none. */
export function focusFirstInput(form: HTMLElement | null): boolean {
  const all = [
    ...(form?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(inputs) ?? []),
  ]
  const first = all.find(({ value }) => value === '') ?? all[0]
  first?.focus({ preventScroll: true })
  return first !== undefined
}

/** Calls `run` for Ctrl+Enter, wherever the focus is on the page; undefined where there's nothing to finish. */
export function useFinishKey(run: (() => void) | undefined): void {
  useWindowEvent('keydown', (event) => {
    if (!run || !isFinishKey(event)) return
    if (event.target instanceof Element && event.target.closest('[role="dialog"]:not([data-beside])')) return
    event.preventDefault()
    // A key held down would walk through all steps and send what nobody has reviewed.
    if (event.repeat) return
    // Inputs tidy up their value when they are left.
    if (event.target instanceof HTMLInputElement) event.target.blur()
    run()
  })
}

/**
 * Makes the page a form: single characters are no shortcuts on it, and Ctrl+Enter finishes it. In the form of a new record
 * the first empty input has the focus when it opens, unless an input has chosen itself.
 */
export function useFormPage(
  form: RefObject<HTMLElement | null>,
  { isNew, onFinish }: { isNew: boolean; onFinish: () => void },
): void {
  useFinishKey(onFinish)
  useEffect(holdPageKeys, [])
  useEffect(
    function beginHere() {
      if (!isNew || !form.current || form.current.contains(document.activeElement)) return
      // After the heading of the page, which takes the focus first.
      focusFirstInput(form.current)
    },
    [form, isNew],
  )
}
