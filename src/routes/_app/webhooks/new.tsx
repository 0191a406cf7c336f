import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useRef, useState } from 'react'

import type { ApiError } from '#api/errors.ts'
import { eventTypes } from '#api/event-types.ts'
import { session } from '#api/session.ts'
import { type WebhookForm, bodyOf, emptyWebhook } from '#api/webhook-form.ts'
import { webhooks } from '#api/webhooks.ts'
import type { Webhook } from '#contract/webhooks.ts'
import { focusFirstError } from '#kit/form.tsx'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { LeaveDialog, typedWouldBeLost } from '#kit/leave-dialog.tsx'
import { ButtonLink, TextLink } from '#kit/link.tsx'
import { PageHeader } from '#kit/page-header.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { hostOf } from '#lib/url-parts.ts'

import { placeRefusals, useWebhookForm } from './-form-state.ts'
import { readAhead } from './-read-ahead.ts'
import { SecretPanel } from './-secret-panel.tsx'
import { WebhookInputs } from './-webhook-inputs.tsx'

export const Route = createFileRoute('/_app/webhooks/new')({
  loader: ({ context: { queryClient } }) =>
    readAhead(queryClient, (features) => {
      void queryClient.prefetchQuery(eventTypes.list(features.includes('event-types')))
    }),
  component: NewWebhook,
})

interface Created {
  webhook: Webhook
  secret: string
}

function NewWebhook() {
  const [created, setCreated] = useState<Created>()
  const navigate = Route.useNavigate()
  if (!created) return <Filling onCreated={setCreated} />
  const { webhook, secret } = created
  return (
    <>
      <PageHeader title={hostOf(webhook.url)} subtitle="Created. One step left." />
      <SecretPanel
        secret={secret}
        onDone={() => void navigate({ to: '/webhooks/$id', params: { id: String(webhook.id) } })}
      />
    </>
  )
}

function Filling({ onCreated }: { onCreated: (created: Created) => void }) {
  const { data: current } = useSuspenseQuery(session.current())
  const types = useQuery(eventTypes.list(current.features.includes('event-types')))
  const form = useWebhookForm(emptyWebhook())
  const { mutate, reset, error, isPending } = useSingleFlightMutation(webhooks.create())
  const body = useRef<HTMLFormElement>(null)
  const [placed, setPlaced] = useState<readonly string[]>([])
  const { isDirty } = form.formState
  const lost = useLostAnswer()

  const showErrors = () => requestAnimationFrame(() => focusFirstError(body.current))
  const create = (values: WebhookForm) => {
    lost.forget()
    const wanted = bodyOf(values)
    mutate(wanted, {
      onSuccess: ({ data, secret }) => {
        form.reset(values)
        onCreated({ webhook: data, secret })
        reset()
      },
      onError: (refusal) => {
        setPlaced(placeRefusals(form, refusal))
        showErrors()
        lost.look(refusal, wanted.url)
      },
    })
  }

  return (
    <>
      <PageHeader
        title="New webhook"
        subtitle="Notifies another system the moment something happens here"
        actions={
          <ButtonLink to="/webhooks" variant="default">
            Back to the list
          </ButtonLink>
        }
      />
      <form ref={body} noValidate onSubmit={(event) => void form.handleSubmit(create, showErrors)(event)}>
        <WebhookInputs
          form={form}
          types={types.data ?? []}
          actions={
            <Stack gap="sm">
              <InlineProblem error={error} known={placed} />
              {lost.finding && <Finding finding={lost.finding} />}
              <Group justify="flex-end">
                <Button type="submit" loading={isPending}>
                  Create webhook
                </Button>
              </Group>
            </Stack>
          }
        />
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

type Found = { kind: 'there'; webhook: Webhook } | { kind: 'absent' } | { kind: 'unknown' }

/** Errors after which the endpoint may have been created all the same. */
const open = new Set(['offline', 'timeout', 'broken'])

/** Looks whether a creation whose answer was lost has happened; its secret went with the answer. */
function useLostAnswer() {
  const queryClient = useQueryClient()
  const [finding, setFinding] = useState<Found>()
  return {
    finding,
    forget: () => setFinding(undefined),
    look: (error: ApiError, url: string) => {
      if (!open.has(error.kind)) return
      void queryClient.fetchQuery({ ...webhooks.list({ page: 1, size: 100 }), staleTime: 0 }).then(
        ({ rows }) => {
          const webhook = rows.find((row) => row.url === url)
          setFinding(webhook ? { kind: 'there', webhook } : { kind: 'absent' })
        },
        () => setFinding({ kind: 'unknown' }),
      )
    },
  }
}

function Finding({ finding }: { finding: Found }) {
  if (finding.kind === 'absent') return <Text size="sm">The webhook wasn’t created. You can try again.</Text>
  if (finding.kind === 'unknown')
    return (
      <Text size="sm">
        We can’t tell whether the webhook was created. Check the list before trying again.
      </Text>
    )
  const { webhook } = finding
  return (
    <Alert
      variant="light"
      icon={<IconCircleCheck size={18} aria-hidden />}
      title="A webhook with this URL already exists"
      role="alert"
    >
      <Text size="sm">
        If you just created it, its secret was lost with the response:{' '}
        <TextLink to="/webhooks/$id" params={{ id: String(webhook.id) }} size="sm" target="_blank">
          open it
        </TextLink>{' '}
        and rotate the secret. Trying again would create a second webhook.
      </Text>
    </Alert>
  )
}
