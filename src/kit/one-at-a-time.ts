import {
  type DefaultError,
  type MutateOptions,
  type UseMutationOptions,
  type UseMutationResult,
  useMutation,
} from '@tanstack/react-query'
import { useRef } from 'react'

type Without<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never

type OneAtATime<Data, Input> = Without<
  UseMutationResult<Data, DefaultError, Input>,
  'mutate' | 'mutateAsync'
> & {
  /** Does nothing while a call before it is under way. */
  readonly mutate: (input: Input, handlers?: MutateOptions<Data, DefaultError, Input>) => void
  /** Known in the instant of the call; `isPending` follows with the next drawing. */
  readonly isUnderWay: () => boolean
}

/**
 * A mutation that must not run twice at once. Two clicks, or a click and a key, that come before the next drawing both
 * find the screen as if nothing had been sent.
 */
export function useOneAtATime<Data, Input>(
  options: UseMutationOptions<Data, DefaultError, Input>,
): OneAtATime<Data, Input> {
  const underWay = useRef(false)
  const {
    mutate,
    mutateAsync: _,
    ...mutation
  } = useMutation({
    ...options,
    // Not with the call: `reset` would forget that one.
    onSettled: (...settled) => {
      underWay.current = false
      return options.onSettled?.(...settled)
    },
  })
  return {
    ...mutation,
    isUnderWay: () => underWay.current,
    mutate(input, handlers) {
      if (underWay.current) return
      underWay.current = true
      mutate(input, { ...handlers })
    },
  }
}
