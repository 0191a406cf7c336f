import {
  type DefaultError,
  type MutateOptions,
  type UseMutationOptions,
  type UseMutationResult,
  useMutation,
} from '@tanstack/react-query'
import { useRef } from 'react'

/** Without a property, in each member of a union. */
export type Without<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never

/** `Given` is what the caller gives of the input. */
export type SingleFlight<Data, Input, Given = Input> = Without<
  UseMutationResult<Data, DefaultError, Input>,
  'mutate' | 'mutateAsync'
> & {
  /** Does nothing while an earlier call is in flight. */
  readonly mutate: (input: Given, handlers?: MutateOptions<Data, DefaultError, Input>) => void
  /** Known in the instant of the call; `isPending` follows with the next render. */
  readonly isInFlight: () => boolean
}

/**
 * A mutation that never runs twice at once. Two clicks, or a click and a key, before the next render both
 * see a screen where nothing has been sent yet.
 */
export function useSingleFlightMutation<Data, Input>(
  options: UseMutationOptions<Data, DefaultError, Input>,
): SingleFlight<Data, Input> {
  const inFlight = useRef(false)
  const {
    mutate,
    mutateAsync: _,
    ...mutation
  } = useMutation({
    ...options,
    // Not with the call: `reset` would forget that one.
    onSettled: (...settled) => {
      inFlight.current = false
      return options.onSettled?.(...settled)
    },
  })
  return {
    ...mutation,
    isInFlight: () => inFlight.current,
    mutate(input, handlers) {
      if (inFlight.current) return
      inFlight.current = true
      mutate(input, { ...handlers })
    },
  }
}
