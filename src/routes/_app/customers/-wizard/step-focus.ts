import { useEffect, useEffectEvent, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'

import type { FormPath, NewCustomer } from '#api/customer-form.ts'
import { useErrorFocus } from '#kit/error-focus.ts'
import { focusFirstInput } from '#kit/form-page.ts'
import type { StepId } from '#parts/customer-inputs/step-ids.ts'
import { stepOf } from '#parts/customer-inputs/steps.ts'

/** The service's message for each input that it rejected. */
export type Rejections = Partial<Record<FormPath, string>>

/** Moves the focus to the first input of a new step, or to its heading without any, or to its first error if the step was opened to fix that. */
export function useStepFocus(
  step: StepId,
  form: Pick<UseFormReturn<NewCustomer, StepId>, 'trigger' | 'setError'>,
  rejections: Rejections,
  onLeave: (step: StepId) => void,
) {
  const heading = useRef<HTMLHeadingElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const focusError = useErrorFocus(body, () => heading.current?.focus())
  const before = useRef(step)
  const stepToFix = useRef<StepId>(undefined)

  const arrive = useEffectEvent((at: StepId, rejected: Rejections) => {
    const isNew = before.current !== at
    if (isNew) onLeave(before.current)
    before.current = at
    const showRejected = () => {
      for (const [path, message] of Object.entries(rejected))
        if (stepOf(path) === at) form.setError(path as FormPath, { message: message ?? '' })
    }
    if (stepToFix.current === at) {
      stepToFix.current = undefined
      void form.trigger().then(() => {
        showRejected()
        focusError()
      })
    } else if (isNew) {
      showRejected()
      if (!focusFirstInput(body.current)) heading.current?.focus()
    }
  })
  useEffect(
    function arriveAtStep() {
      arrive(step, rejections)
    },
    [step, rejections],
  )
  return {
    heading,
    body,
    focusError,
    showErrors: (of: StepId) => {
      stepToFix.current = of
    },
  }
}
