/** Puts the focus on the first input that is marked as wrong, in reading order. Returns whether there was one. */
export function focusFirstError(within: HTMLElement | null): boolean {
  const wrong = within?.querySelector<HTMLElement>('[aria-invalid="true"]')
  wrong?.focus()
  return wrong != null
}
