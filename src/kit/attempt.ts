import type { DefaultError, UseMutationOptions } from '@tanstack/react-query'
import { useRef } from 'react'

import { newKey } from '#lib/new-key.ts'

import { type SingleFlight, type Without, useSingleFlightMutation } from './single-flight-mutation.ts'

/** Keeps the `Idempotency-Key` of a request: the same one for the same text, until it is forgotten. */
export function useAttemptKey() {
  const last = useRef<{ readonly key: string; readonly text: string }>(undefined)
  return {
    keyOf: (text: string): string => {
      if (last.current?.text !== text) last.current = { key: newKey(), text }
      return last.current.key
    },
    forget: () => {
      last.current = undefined
    },
  }
}

/**
 * A mutation with an `Idempotency-Key`. The same input again is the same request until it has worked, so that one whose
 * response was lost isn't done twice; another input is another request.
 */
export function useAttempt<Data, Input extends { readonly key: string }>(
  options: UseMutationOptions<Data, DefaultError, Input>,
): SingleFlight<Data, Input, Without<Input, 'key'>> {
  const { keyOf, forget } = useAttemptKey()
  const { mutate, ...mutation } = useSingleFlightMutation({
    ...options,
    onSuccess: (...results) => {
      forget()
      return options.onSuccess?.(...results)
    },
  })
  return {
    ...mutation,
    mutate: (input, handlers) =>
      mutate({ ...input, key: keyOf(textOf(input)) } as unknown as Input, handlers),
  }
}

/** Equal for inputs that send the same, files included, which JSON leaves out. */
const textOf = (input: unknown): string =>
  JSON.stringify(input, (_name, value: unknown) =>
    value instanceof File ? [value.name, value.size, value.lastModified] : value,
  )
