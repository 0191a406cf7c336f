import { Box, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useLayoutEffect, useRef, useState } from 'react'

import { deliveries } from '#api/deliveries.ts'
import { type EventType, eventTypes } from '#api/event-types.ts'
import { type WebhookForm, bodyOf, emptyWebhook } from '#api/webhook-form.ts'
import { webhooks } from '#api/webhooks.ts'
import type { Webhook } from '#contract/webhooks/webhooks.ts'
import { BackLink, CancelLink } from '#kit/back-link.tsx'
import { submitForm, useErrorFocus } from '#kit/error-focus.ts'
import { useFormPage } from '#kit/form-page.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { LeaveDialog, typedWouldBeLost } from '#kit/leave-dialog.tsx'
import { PageHeader } from '#kit/page-header.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'
import { endpointName } from '#parts/webhooks/endpoint-name.ts'

import { FormFooter } from './-form-footer.tsx'
import { showFieldErrors, useWebhookForm } from './-form-state.ts'
import { LostResponse, useLostResponse } from './-lost-response.tsx'
import { prefetchWithFeatures } from './-prefetch.ts'
import { SigningSecret } from './-signing-secret.tsx'
import { useFeatures } from './-use-features.ts'
import { WebhookInputs } from './-webhook-inputs.tsx'

export const Route = createFileRoute('/_app/webhooks/new')({
  loader: ({ context: { queryClient } }) =>
    prefetchWithFeatures(queryClient, (features) => {
      void queryClient.prefetchQuery(eventTypes.list(features.records))
    }),
  component: NewWebhook,
})

interface Created {
  webhook: Webhook
  secret: string
  /** The event to send as a test, if one was asked for. */
  testEvent: string | undefined
}

function NewWebhook() {
  const [created, setCreated] = useState<Created>()
  const navigate = Route.useNavigate()
  const test = useSingleFlightMutation(deliveries.test(created?.webhook.id ?? 0))
  const features = useFeatures()
  const types = useQuery(eventTypes.list(features.records))
  if (!created)
    return (
      <Box maw="var(--bureau-width-list)" mx="auto">
        <PageHeader
          title="New webhook"
          subtitle="Notifies another system the moment something happens here"
          back={
            <BackLink to="/webhooks" aria-label="Back to webhooks">
              Webhooks
            </BackLink>
          }
        />
        {/* Its events decide how high the form is. */}
        {!types.isPending && <NewWebhookForm types={types.data ?? []} onCreated={setCreated} />}
      </Box>
    )
  const { webhook, secret, testEvent } = created
  const open = (delivery?: number) =>
    void navigate({ to: '/webhooks/$id', params: { id: String(webhook.id) }, search: { delivery } })
  const finish = () => {
    if (testEvent === undefined) return open()
    // Only now: before, the receiver couldn't have verified it.
    test.mutate(testEvent, {
      onSuccess: ({ id }) => open(id),
      onError: (error) => {
        toast.failed('webhook', 'Couldn’t send the test event')(error)
        open()
      },
    })
  }
  return (
    <WebhookCreated
      webhook={webhook}
      secret={secret}
      sendsTest={testEvent !== undefined}
      isFinishing={test.isPending}
      onDone={finish}
    />
  )
}

interface FormProps {
  types: readonly EventType[]
  onCreated: (created: Created) => void
}

function NewWebhookForm({ types, onCreated }: FormProps) {
  const features = useFeatures()
  const form = useWebhookForm(emptyWebhook())
  const { mutate, reset, error, isPending } = useSingleFlightMutation(webhooks.create(features))
  const formElement = useRef<HTMLFormElement>(null)
  const focusError = useErrorFocus(formElement)
  const [placed, setPlaced] = useState<readonly string[]>([])
  const { isDirty } = form.formState
  const lost = useLostResponse()

  const create = (values: WebhookForm, sendsTest: boolean) => {
    lost.forget()
    const body = bodyOf(values)
    mutate(body, {
      onSuccess: ({ data, secret }) => {
        form.reset(values)
        onCreated({ webhook: data, secret, testEvent: sendsTest ? values.events[0] : undefined })
        reset()
      },
      onError: (refusal) => {
        setPlaced(showFieldErrors(form, refusal))
        focusError()
        lost.check(refusal, body.url)
      },
    })
  }
  const submit = (sendsTest: boolean) =>
    void submitForm(form, (values) => create(values, sendsTest), focusError)
  useFormPage(formElement, { isNew: true, onFinish: () => submit(false) })

  return (
    <>
      <form
        ref={formElement}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit(false)
        }}
      >
        <WebhookInputs form={form} types={types} />
        <FormFooter
          problem={
            (error || lost.finding) && (
              <>
                <InlineProblem error={error} known={placed} />
                {lost.finding && <LostResponse finding={lost.finding} />}
              </>
            )
          }
        >
          <CancelLink to="/webhooks" visibleFrom="sm" />
          {features.records && (
            <Button variant="default" disabled={isPending} onClick={() => submit(true)}>
              Create and send test event
            </Button>
          )}
          <Button type="submit" loading={isPending}>
            Create webhook
          </Button>
        </FormFooter>
      </form>
      <LeaveDialog
        title="Leave without finishing?"
        hasWork={() => isDirty}
        text={
          isPending ? 'The webhook is being created, and its secret is only shown here.' : typedWouldBeLost
        }
      />
    </>
  )
}

interface WebhookCreatedProps {
  webhook: Webhook
  secret: string
  /** Whether a test event follows once the secret is stored. */
  sendsTest: boolean
  isFinishing: boolean
  onDone: () => void
}

/** The page right after a webhook was created: its secret, shown once. */
function WebhookCreated({ webhook, secret, sendsTest, isFinishing, onDone }: WebhookCreatedProps) {
  // It replaces a long form without a navigation, so the window is still scrolled down to that form's end.
  useLayoutEffect(function scrollToTop() {
    window.scrollTo(0, 0)
  }, [])
  return (
    <>
      <PageHeader title={endpointName(webhook)} subtitle="Created. One step left." />
      <SigningSecret
        secret={secret}
        onDone={onDone}
        isFinishing={isFinishing}
        doneLabel={sendsTest ? 'Send the test event' : 'Done'}
      />
    </>
  )
}
