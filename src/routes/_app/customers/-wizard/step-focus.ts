import { useEffect, useEffectEvent, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'

import type { FormPlace, NewCustomer } from '#api/customer-form.ts'
import { focusFirstError } from '#kit/first-error.ts'

import { type StepId, stepOf } from './steps.ts'

/** What the service refused, by place of the form. */
export type Refusals = Partial<Record<FormPlace, string>>

/** On every step the focus goes to its heading, or to what is wrong there if one was sent to see that. */
export function useStepFocus(
  step: StepId,
  form: Pick<UseFormReturn<NewCustomer, StepId>, 'trigger' | 'setError'>,
  refusals: Refusals,
  onLeave: (step: StepId) => void,
) {
  const heading = useRef<HTMLHeadingElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const before = useRef(step)
  const wanted = useRef<StepId>(undefined)

  const arrive = useEffectEvent((at: StepId, refused: Refusals) => {
    const isNew = before.current !== at
    if (isNew) onLeave(before.current)
    before.current = at
    const showRefused = () => {
      for (const [place, message] of Object.entries(refused))
        if (stepOf(place) === at) form.setError(place as FormPlace, { message: message ?? '' })
    }
    if (wanted.current === at) {
      wanted.current = undefined
      void form.trigger().then(() => {
        showRefused()
        requestAnimationFrame(() => focusFirstError(body.current) || heading.current?.focus())
      })
    } else if (isNew) {
      showRefused()
      heading.current?.focus()
    }
  })
  useEffect(
    function arriveAtStep() {
      arrive(step, refusals)
    },
    [step, refusals],
  )
  return {
    heading,
    body,
    showErrors: (of: StepId) => {
      wanted.current = of
    },
  }
}
