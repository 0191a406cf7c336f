/** Puts the focus on the first input that is marked as wrong, in reading order. Returns whether there was one. */
export function focusFirstError(within: HTMLElement | null): boolean {
  // Mantine's password inputs have only the latter.
  const wrong = within?.querySelector<HTMLElement>('[aria-invalid="true"], input[data-invalid]')
  wrong?.focus()
  return wrong != null
}
