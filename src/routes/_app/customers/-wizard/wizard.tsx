import { Button, Card, Group, Kbd, Stack, Text, Title } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { zodResolver } from '@hookform/resolvers/zod'
import { type KeyboardEvent, type SyntheticEvent, useState } from 'react'
import { type Resolver, useForm } from 'react-hook-form'

import type { CustomFieldConfig } from '#contract/custom-fields.ts'
import type { Customer } from '#contract/customers.ts'

import { type NewCustomer, customerFingerprint, placeOf } from '#api/customer-form.ts'
import { focusFirstError } from '#kit/form.tsx'
import { StepList } from '#kit/step-list.tsx'
import type { Attempt } from './attempt.ts'
import { BusinessStep } from './business-step.tsx'
import { type CustomerDesk, useDraftKeeping } from './draft-keeping.ts'
import { FieldsStep } from './fields-step.tsx'
import { FilesStep } from './files-step.tsx'
import { Leaving } from './leaving.tsx'
import { PermissionsStep } from './permissions-step.tsx'
import { PersonStep } from './person-step.tsx'
import { ReviewStep } from './review-step.tsx'
import { problemsOf, rulesOf } from './rules.ts'
import { SendingStatus } from './sending-status.tsx'
import { useSending } from './sending.ts'
import { type Refusals, useStepFocus } from './step-focus.ts'
import { type StepId, stepOf, stepTitle, steps } from './steps.ts'

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
  fields: readonly CustomFieldConfig[]
  features: readonly string[]
  desk: CustomerDesk
  step: StepId
  onStep: (step: StepId) => void
  onCreated: (customer: Customer, from: NewCustomer) => void
  /** The customer of a lost answer was found. */
  onFound: (id: number) => void
}

export function Wizard({
  start,
  untouched,
  fields,
  features,
  desk,
  step,
  onStep,
  onCreated,
  onFound,
}: Props) {
  const form = useForm<NewCustomer, StepId>({
    defaultValues: start.customer,
    context: step,
    resolver: resolverBy(fields),
    shouldFocusError: false,
  })
  const { control } = form
  const [visited, setVisited] = useState(start.visited)
  const [refusals, setRefusals] = useState<Refusals>({})
  const keeping = useDraftKeeping(desk, form, visited, start.attempt)
  const knowsKeys = features.includes('idempotency')
  const { heading, body, showErrors } = useStepFocus(step, form, refusals, (left) =>
    setVisited((old) => (old.includes(left) ? old : [...old, left])),
  )

  const sending = useSending({
    fields,
    knowsKeys,
    last: start.attempt,
    remember: keeping.remember,
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
  const isBusy = ['sending', 'waiting', 'looking'].includes(sending.state.kind)

  const go = (to: StepId) => {
    if (!isBusy) onStep(to)
  }
  const goToErrors = (to: StepId) => {
    showErrors(to)
    onStep(to)
  }

  const goOn = () => {
    setRefusals((old) => without(old, step))
    sending.dismiss()
    if (step !== 'review') return go(steps[steps.indexOf(step) + 1] ?? 'review')
    const [first] = problemsOf(form.getValues(), fields)
    if (first) return goToErrors(first.step)
    return void sending.send(form.getValues())
  }
  const submit = (event?: SyntheticEvent) =>
    form.handleSubmit(goOn, () => {
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
    if (!isBusy || sending.state.kind === 'waiting') void submit()
  })

  const problems = problemsOf(form.getValues(), fields)
  const stateOf = (id: StepId) => {
    const isRefused = Object.keys(refusals).some((place) => stepOf(place) === id)
    if (isRefused) return 'wrong'
    if (id === step) return 'current'
    if (!visited.includes(id) || id === 'review') return 'todo'
    return problems.some((problem) => problem.step === id) ? 'wrong' : 'done'
  }
  const shown = sending.state.kind === 'failed' ? Object.keys(sending.state.error.fields) : []

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
          {step === 'person' && <PersonStep control={control} />}
          {step === 'business' && (
            <BusinessStep control={control} hasDetails={features.includes('customers.business')} />
          )}
          {step === 'fields' && <FieldsStep control={control} fields={fields} />}
          {step === 'files' && <FilesStep form={form} fields={fields} />}
          {step === 'permissions' && <PermissionsStep control={control} />}
          {step === 'review' && (
            <ReviewStep customer={form.getValues()} fields={fields} problems={problems} onGo={goToErrors} />
          )}
        </Card>
        <SendingStatus
          state={sending.state}
          knowsKeys={knowsKeys}
          known={shown.filter((name) => placeOf(name, fields) !== undefined)}
          onStop={sending.stop}
          onSettle={() => {
            if (sending.state.kind !== 'found') return
            const { id } = sending.state.customer
            void keeping.close().then(() => onFound(id))
          }}
          onSendAnyway={() => void sending.send(form.getValues(), 'anyway')}
        />
        {keeping.isFailing && (
          <Text size="sm" role="status">
            This browser can’t store a draft. If you close this page, your changes will be lost.
          </Text>
        )}
        <Group>
          {step !== 'person' && (
            <Button
              variant="default"
              disabled={isBusy}
              onClick={() => go(steps[steps.indexOf(step) - 1] ?? 'person')}
            >
              Back
            </Button>
          )}
          <Button
            type="submit"
            loading={isBusy && sending.state.kind !== 'waiting'}
            // The second half of a double click on "Next" must not confirm the review.
            onClick={(event) => step === 'review' && event.detail > 1 && event.preventDefault()}
          >
            {step !== 'review'
              ? 'Next'
              : sending.state.kind === 'waiting'
                ? 'Create customer now'
                : 'Create customer'}
          </Button>
          <Text size="sm" c="dimmed" visibleFrom="sm">
            <Kbd>Ctrl</Kbd> + <Kbd>Enter</Kbd> {step === 'review' ? 'to create the customer' : 'to continue'}
          </Text>
        </Group>
      </Stack>
      <Leaving
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

/** Enter in an input ends a thought, not the step. */
function keepPlainEnter(event: KeyboardEvent) {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  if (event.target instanceof HTMLInputElement) event.preventDefault()
}

/** Only the step at hand is checked; the context says which one that is. */
function resolverBy(fields: readonly CustomFieldConfig[]): Resolver<NewCustomer, StepId> {
  return (values, step = 'person', options) => {
    const rules = zodResolver(rulesOf(step, fields) as never) as unknown as Resolver<NewCustomer>
    return rules(values, undefined, options)
  }
}

function without(refusals: Refusals, step: StepId): Refusals {
  return Object.fromEntries(Object.entries(refusals).filter(([place]) => stepOf(place) !== step))
}
