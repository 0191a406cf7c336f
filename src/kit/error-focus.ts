import { type RefObject, type SyntheticEvent, useEffect, useEffectEvent, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'

/**
 * Returns a function that puts the focus on the first input within that is marked as wrong, in reading order, once React has
 * drawn the errors that were set before. Where none is, `otherwise` is called. The next frame may come before they are drawn.
 */
export function useErrorFocus(
  within: RefObject<HTMLElement | null>,
  otherwise: () => void = () => undefined,
): () => void {
  const [asked, setAsked] = useState(0)
  const look = useEffectEvent(() => {
    if (!focusFirstError(within.current)) otherwise()
  })
  useEffect(
    function focusOnceDrawn() {
      if (asked > 0) look()
    },
    [asked],
  )
  return () => setAsked((before) => before + 1)
}

/** The messages of the inputs within, by name. Setting them puts the focus on the first input that has one. */
export function useFieldErrors(within: RefObject<HTMLElement | null>) {
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  useEffect(
    function focusOnceDrawn() {
      if (Object.keys(errors).length > 0) focusFirstError(within.current)
    },
    [errors, within],
  )
  return [errors, setErrors] as const
}

/** Selects what was typed once the failure is drawn, so that the next input replaces it. */
export function useRetype(input: RefObject<HTMLInputElement | null>, failure: object | null): void {
  useEffect(
    function selectOnceDrawn() {
      if (!failure) return
      // Selecting alone leaves the focus on the button in some browsers.
      input.current?.focus()
      input.current?.select()
    },
    [failure, input],
  )
}

/** Submits a form. Calls `onInvalid` once the inputs have their errors; that of `handleSubmit` is called before. */
export async function submitForm<Values extends FieldValues, Context>(
  form: Pick<UseFormReturn<Values, Context>, 'handleSubmit'>,
  onValid: (values: Values) => unknown,
  onInvalid: () => void,
  event?: SyntheticEvent,
): Promise<void> {
  let isInvalid = false
  await form.handleSubmit(onValid, () => {
    isInvalid = true
  })(event)
  if (isInvalid) onInvalid()
}

/** Returns whether there was one. */
function focusFirstError(within: HTMLElement | null): boolean {
  // Mantine's password inputs have only the latter.
  const wrong = within?.querySelector<HTMLElement>('[aria-invalid="true"], input[data-invalid]')
  wrong?.focus()
  return wrong != null
}
