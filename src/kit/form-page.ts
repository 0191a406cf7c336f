import { type RefObject, useEffect } from 'react'

let open = 0

/** Whether the page is a form: a letter pressed beside its inputs is text that missed them. */
export const isFormPage = (): boolean => open > 0

const inputs =
  'input:not([type=hidden], [type=checkbox], [type=radio], [type=file], [readonly], :disabled), textarea:not(:disabled)'

/**
 * Makes the page a form, on which single characters are no shortcuts. In the form of a new record the first empty input has
 * the focus when it opens, unless an input has chosen itself.
 */
export function useFormPage(form: RefObject<HTMLElement | null>, { isNew }: { isNew: boolean }): void {
  useEffect(function holdShortcuts() {
    open += 1
    return () => {
      open -= 1
    }
  }, [])
  useEffect(
    function beginHere() {
      if (!isNew || !form.current || form.current.contains(document.activeElement)) return
      const all = [...form.current.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(inputs)]
      const first = all.find(({ value }) => value === '') ?? all[0]
      // After the heading of the page, which takes the focus first.
      first?.focus({ preventScroll: true })
    },
    [form, isNew],
  )
}
