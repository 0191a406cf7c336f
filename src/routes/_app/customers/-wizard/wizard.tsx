import { Card, Stack, Text, Title } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { type KeyboardEvent, type SyntheticEvent, useState } from 'react'
import { useForm } from 'react-hook-form'

import { type NewCustomer, customerFingerprint, placeOf } from '#api/customer-form.ts'
import type { CustomFieldConfig } from '#contract/custom-fields.ts'
import type { Customer } from '#contract/customers.ts'
import { focusFirstError } from '#kit/first-error.ts'
import { StepList } from '#kit/step-list.tsx'

import { type CustomerDesk, useDraftKeeping } from './draft-keeping.ts'
import { LeaveDialog } from './leave-dialog.tsx'
import { problemsOf, stepResolver } from './rules.ts'
import { type Refusals, useStepFocus } from './step-focus.ts'
import { type StepId, stepOf, stepTitle, steps } from './steps.ts'
import { SubmissionStatus } from './submission-status.tsx'
import { type Attempt, isInProgress } from './submission.ts'
import { useSubmission, useSubmissionStore } from './use-submission.ts'
import { WizardFooter } from './wizard-footer.tsx'
import { WizardStep } from './wizard-step.tsx'

/** What the form begins with. */
export interface Start {
  customer: NewCustomer
  visited: readonly StepId[]
  attempt: Attempt | undefined
}

interface Props {
  start: Start
  /** The form before anybody worked on it; anything else is worth asking about. */
  untouched: NewCustomer
  account: { readonly fields: readonly CustomFieldConfig[]; readonly features: readonly string[] }
  desk: CustomerDesk
  step: StepId
  onStep: (step: StepId) => void
  onCreated: (customer: Customer, from: NewCustomer) => void
  /** The customer of a lost response was found. */
  onFound: (id: number) => void
}

export function Wizard({ start, untouched, account, desk, step, onStep, onCreated, onFound }: Props) {
  const { fields, features } = account
  const form = useForm<NewCustomer, StepId>({
    defaultValues: start.customer,
    context: step,
    resolver: stepResolver(fields),
    shouldFocusError: false,
  })
  const [visited, setVisited] = useState(start.visited)
  const [refusals, setRefusals] = useState<Refusals>({})
  const submission = useSubmissionStore(start.attempt)
  const keeping = useDraftKeeping(desk, form, visited, () => submission.current().attempt)
  const knowsKeys = features.includes('idempotency')
  const { heading, body, showErrors } = useStepFocus(step, form, refusals, (left) =>
    setVisited((old) => (old.includes(left) ? old : [...old, left])),
  )

  const { send, stop } = useSubmission(submission, {
    fields,
    knowsKeys,
    save: keeping.saveNow,
    onCreated: (customer) => {
      const from = form.getValues()
      void keeping.close().then(() => onCreated(customer, from))
    },
    onRefused: (names) => {
      const placed = Object.entries(names).flatMap(([name, text]) => {
        const place = placeOf(name, fields)
        return place ? [[place, text] as const] : []
      })
      setRefusals(Object.fromEntries(placed))
      const first = steps.find((one) => placed.some(([place]) => stepOf(place) === one))
      if (first) goToErrors(first)
    },
  })
  const { phase } = submission.state
  const isBusy = isInProgress(phase)

  const go = (to: StepId) => {
    if (!isBusy) onStep(to)
  }
  const goToErrors = (to: StepId) => {
    showErrors(to)
    onStep(to)
  }
  const continueOrSend = () => {
    setRefusals((old) => without(old, step))
    submission.dispatch({ kind: 'dismissed' })
    if (step !== 'review') return go(steps[steps.indexOf(step) + 1] ?? 'review')
    const [first] = problemsOf(form.getValues(), fields)
    if (first) return goToErrors(first.step)
    return void send(form.getValues())
  }
  const submit = (event?: SyntheticEvent) =>
    form.handleSubmit(continueOrSend, () => {
      // After the errors are on the page.
      requestAnimationFrame(() => focusFirstError(body.current))
    })(event)

  // Also where nothing of the form has the focus yet, such as on the title of the page.
  useWindowEvent('keydown', (event) => {
    if (event.key !== 'Enter' || event.isComposing || !(event.ctrlKey || event.metaKey)) return
    if (event.target instanceof Element && event.target.closest('[role="dialog"]')) return
    event.preventDefault()
    // A key held down would walk through all steps and send what nobody has reviewed.
    if (event.repeat) return
    if (!isBusy || phase.kind === 'waiting') void submit()
  })

  const problems = problemsOf(form.getValues(), fields)
  const stateOf = (id: StepId) => {
    const isRefused = Object.keys(refusals).some((place) => stepOf(place) === id)
    if (isRefused) return 'wrong'
    if (id === step) return 'current'
    if (!visited.includes(id) || id === 'review') return 'todo'
    return problems.some((problem) => problem.step === id) ? 'wrong' : 'done'
  }
  const refused = phase.kind === 'failed' ? Object.keys(phase.error.fields) : []

  return (
    <form onSubmit={(event) => void submit(event)} onKeyDown={keepPlainEnter} noValidate>
      <Stack maw={860}>
        <StepList
          steps={steps.map((id) => ({
            id,
            title: stepTitle[id],
            state: stateOf(id),
            isCurrent: id === step,
          }))}
          onGo={go}
        />
        <Card withBorder p={{ base: 'md', sm: 'xl' }} ref={body}>
          <Title order={2} size="h4" mb="md" ref={heading} tabIndex={-1}>
            {stepTitle[step]}
          </Title>
          <WizardStep step={step} form={form} account={account} problems={problems} onGo={goToErrors} />
        </Card>
        <SubmissionStatus
          phase={phase}
          knowsKeys={knowsKeys}
          known={refused.filter((name) => placeOf(name, fields) !== undefined)}
          onStop={stop}
          onSettle={() => {
            if (phase.kind !== 'found') return
            const { id } = phase.customer
            void keeping.close().then(() => onFound(id))
          }}
          onSendAnyway={() => void send(form.getValues(), 'anyway')}
        />
        {keeping.isFailing && (
          <Text size="sm" role="status">
            This browser can’t store a draft. If you close this page, your changes will be lost.
          </Text>
        )}
        <WizardFooter step={step} phase={phase} onBack={go} />
      </Stack>
      <LeaveDialog
        hasWork={() =>
          !keeping.isClosed() &&
          customerFingerprint(form.getValues(), fields) !== customerFingerprint(untouched, fields)
        }
        isUnsaved={keeping.isUnsafe}
        onKeep={keeping.saveNow}
        onDiscard={keeping.close}
      />
    </form>
  )
}

/** Plain Enter must not submit the step. */
function keepPlainEnter(event: KeyboardEvent) {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  if (event.target instanceof HTMLInputElement) event.preventDefault()
}

function without(refusals: Refusals, step: StepId): Refusals {
  return Object.fromEntries(Object.entries(refusals).filter(([place]) => stepOf(place) !== step))
}
