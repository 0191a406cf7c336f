import { type SyntheticEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'

import {
  type FormPath,
  type NewCustomer,
  customerFingerprint,
  formPathOf,
  isFilePath,
} from '#api/customer-form.ts'
import type { Customer } from '#contract/customers/customers.ts'
import { useDraftAutosave } from '#kit/draft/autosave.ts'
import { submitForm, useErrorFocus } from '#kit/error-focus.ts'
import { focusFirstInput, useFormPage } from '#kit/form-page.ts'
import { stepResolver, validate } from '#parts/customer-inputs/rules.ts'
import type { StepId } from '#parts/customer-inputs/step-ids.ts'
import { stepOf } from '#parts/customer-inputs/steps.ts'

import type { AccountForm } from './step-inputs.tsx'
import { isInProgress } from './submission.ts'
import type { Start } from './use-customer-draft.ts'
import { useSubmission, useSubmissionStore } from './use-submission.ts'

/** Start and position of the wizard. */
export interface WizardOptions {
  start: Start
  /** The form before anything was typed; any other state is worth saving. */
  untouched: NewCustomer
  account: AccountForm
  step: StepId
  onStep: (step: StepId) => void
  onCreated: (customer: Customer) => void
  /** The customer of a lost response was found. */
  onFound: (id: number) => void
}

/** The form, its draft, its steps and its submission, as one. */
export function useWizard({ start, untouched, account, step, onStep, onCreated, onFound }: WizardOptions) {
  const { fields, features, steps } = account
  const { form, customer, errors } = useCustomerForm(start, fields, step)
  const [visited, setVisited] = useState(start.visited)
  const [rejections, setRejections] = useState<Rejections>({})
  const submission = useSubmissionStore(start.attempt)
  const { phase } = submission.state
  const isBusy = isInProgress(phase)
  const hasWork = () =>
    customerFingerprint(form.getValues(), fields) !== customerFingerprint(untouched, fields)
  const { store } = start
  const attempt = () => submission.current().attempt
  const draft = useDraftAutosave({
    store,
    form,
    contents: () => {
      if (!hasWork() && !attempt()) return undefined
      const { photo, files, ...rest } = form.getValues()
      return { text: { customer: rest, visited, attempt: attempt() }, files: { photo, files } }
    },
    isFile: isFilePath,
  })
  useSaveWithSteps(visited, draft.saveNow)
  const { heading, body, showErrors, focusError } = useStepFocus(step, form, rejections, (left) =>
    setVisited((old) => (old.includes(left) ? old : [...old, left])),
  )

  const supportsIdempotency = features.records
  const { send, stop } = useSubmission(submission, {
    fields,
    supportsIdempotency,
    save: draft.saveNow,
    onCreated: (created) => void draft.close().then(() => onCreated(created)),
    onRejected: (names) => {
      // Linked or deleted meanwhile: the customer can still be created, with a contact of its own.
      if ('contact_id' in names) form.setValue('contact', undefined)
      const rejected = rejectionsOf(names, fields)
      setRejections(rejected)
      const first = steps.find((one) => Object.keys(rejected).some((path) => stepOf(path) === one))
      if (first) fix(first)
    },
  })

  const navigateToStep = (to: StepId) => {
    if (!isBusy) onStep(to)
  }
  const fix = (to: StepId) => {
    showErrors(to)
    onStep(to)
    // Nothing changes in the open step that would show them.
    if (to === step) void form.trigger().then(focusError)
  }
  const create = () => {
    setRejections((old) => without(old, step))
    submission.dispatch({ kind: 'dismissed' })
    const [first] = validate(form.getValues(), fields)
    if (first) fix(first.step)
    else void send(form.getValues())
  }
  const continueOrCreate = () => {
    if (step === 'review') return create()
    setRejections((old) => without(old, step))
    submission.dispatch({ kind: 'dismissed' })
    navigateToStep(steps[steps.indexOf(step) + 1] ?? 'review')
  }
  const submit = (event?: SyntheticEvent) => submitForm(form, continueOrCreate, focusError, event)
  useFormPage(body, {
    isNew: true,
    onFinish: () => {
      if (!isBusy || phase.kind === 'waiting') void submit()
    },
  })

  return {
    form,
    customer,
    errors,
    phase,
    draft,
    hasWork,
    heading,
    body,
    supportsIdempotency,
    stateOf: (id: StepId) => stateOf(id, { step, visited, rejections, errors }),
    submit,
    create,
    stop,
    fix,
    navigateToStep,
    openFound: () => {
      if (phase.kind !== 'found') return
      const { id } = phase.customer
      void draft.close().then(() => onFound(id))
    },
    createAnyway: () => void send(form.getValues(), 'anyway'),
  }
}

interface Progress {
  readonly step: StepId
  readonly visited: readonly StepId[]
  readonly rejections: Rejections
  readonly errors: ReturnType<typeof validate>
}

function stateOf(id: StepId, { step, visited, rejections, errors }: Progress) {
  if (Object.keys(rejections).some((path) => stepOf(path) === id)) return 'wrong'
  if (id === step) return 'current'
  if (!visited.includes(id) || id === 'review') return 'todo'
  return errors.some((error) => error.step === id) ? 'wrong' : 'done'
}

/** The preview, the errors and the way to create the customer at once follow every key. */
function useCustomerForm(start: Start, fields: AccountForm['fields'], step: StepId) {
  const form = useForm<NewCustomer, StepId>({
    defaultValues: start.customer,
    context: step,
    resolver: stepResolver(fields),
    shouldFocusError: false,
  })
  useWatch({ control: form.control })
  const customer = form.getValues()
  return { form, customer, errors: validate(customer, fields) }
}

/** What the service refused, by the input of the form. */
const rejectionsOf = (names: Readonly<Record<string, string>>, fields: AccountForm['fields']): Rejections =>
  Object.fromEntries(
    Object.entries(names).flatMap(([name, message]) => {
      const path = formPathOf(name, fields)
      return path ? [[path, message]] : []
    }),
  )

/** Saves at once whenever a step has been visited. */
function useSaveWithSteps(visited: readonly StepId[], saveNow: () => Promise<void>) {
  const isFirst = useRef(true)
  const save = useEffectEvent(() => void saveNow())
  useEffect(
    function saveTheSteps() {
      if (!isFirst.current) save()
      isFirst.current = false
    },
    [visited],
  )
}

function without(rejections: Rejections, step: StepId): Rejections {
  return Object.fromEntries(Object.entries(rejections).filter(([path]) => stepOf(path) !== step))
}

/** The service's message for each input that it rejected. */
type Rejections = Partial<Record<FormPath, string>>

/** Moves the focus to the first input of a new step, or to its heading without any, or to its first error if the step was opened to fix that. */
function useStepFocus(
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
