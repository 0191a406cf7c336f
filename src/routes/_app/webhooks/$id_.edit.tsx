import { Button, Group, Modal, Stack, Table, Text, VisuallyHidden } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useRef, useState } from 'react'

import { eventTypes } from '#api/event-types.ts'
import { session } from '#api/session.ts'
import { type WebhookForm, formOf, updateOf } from '#api/webhook-form.ts'
import { webhooks } from '#api/webhooks.ts'
import type { Webhook } from '#contract/webhooks.ts'
import { focusFirstError } from '#kit/form.tsx'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { LeaveDialog } from '#kit/leave-dialog.tsx'
import { ButtonLink } from '#kit/link.tsx'
import { PageHeader } from '#kit/page-header.tsx'
import { Problem } from '#kit/problem.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { hostOf } from '#lib/url-parts.ts'

import { placeRefusals, useWebhookForm } from './-form-state.ts'
import { readAhead } from './-read-ahead.ts'
import { WebhookInputs } from './-webhook-inputs.tsx'
import { type Change, changesBetween } from './-webhook-words.ts'

export const Route = createFileRoute('/_app/webhooks/$id_/edit')({
  loader: ({ context: { queryClient }, params }) =>
    readAhead(queryClient, (features) => {
      void queryClient.prefetchQuery(webhooks.one(Number(params.id)))
      void queryClient.prefetchQuery(eventTypes.list(features.includes('event-types')))
    }),
  component: EditWebhook,
})

function EditWebhook() {
  const { id } = Route.useParams()
  const one = useQuery(webhooks.one(Number(id)))
  if (one.data) return <Editing webhook={one.data.webhook} />
  return (
    <>
      <PageHeader title="Edit webhook" />
      {one.error && <Problem error={one.error} retry={() => void one.refetch()} />}
    </>
  )
}

function Editing({ webhook }: { webhook: Webhook }) {
  const { data: current } = useSuspenseQuery(session.current())
  const types = useQuery(eventTypes.list(current.features.includes('event-types')))
  const navigate = Route.useNavigate()
  // What others change meanwhile does not move under the hands; only the differences to this are sent.
  const [before] = useState(() => formOf(webhook))
  const form = useWebhookForm(before)
  const save = useSingleFlightMutation(webhooks.update(webhook.id))
  const body = useRef<HTMLFormElement>(null)
  const isDone = useRef(false)
  const [changes, setChanges] = useState<readonly Change[]>()
  const [placed, setPlaced] = useState<readonly string[]>([])
  const params = { id: String(webhook.id) }

  const showErrors = () => requestAnimationFrame(() => focusFirstError(body.current))
  const review = (values: WebhookForm) => {
    save.reset()
    setChanges(changesBetween(before, values))
  }
  const send = () => {
    const values = form.getValues()
    save.mutate(updateOf(before, values), {
      onSuccess: () => {
        isDone.current = true
        void navigate({ to: '/webhooks/$id', params })
      },
      onError: (refusal) => {
        setChanges(undefined)
        setPlaced(placeRefusals(form, refusal))
        showErrors()
      },
    })
  }

  return (
    <>
      <PageHeader
        title={`Edit ${hostOf(webhook.url)}`}
        actions={
          <ButtonLink to="/webhooks/$id" params={params} variant="default">
            Back to the webhook
          </ButtonLink>
        }
      />
      <form ref={body} noValidate onSubmit={(event) => void form.handleSubmit(review, showErrors)(event)}>
        <WebhookInputs
          form={form}
          types={types.data ?? []}
          actions={
            <Stack gap="sm">
              <InlineProblem error={save.error} known={placed} />
              <Group justify="flex-end">
                <Button type="submit">Review changes</Button>
              </Group>
            </Stack>
          }
        />
      </form>
      <ChangesQuestion
        changes={changes}
        isSaving={save.isPending}
        // What is changed after the sending would be lost with the page.
        onClose={() => {
          if (!save.isInFlight()) setChanges(undefined)
        }}
        onSave={send}
      />
      <LeaveDialog
        title="Discard changes?"
        hasWork={() => !isDone.current && changesBetween(before, form.getValues()).length > 0}
      />
    </>
  )
}

interface QuestionProps {
  changes: readonly Change[] | undefined
  isSaving: boolean
  onClose: () => void
  onSave: () => void
}

function ChangesQuestion({ changes, isSaving, onClose, onSave }: QuestionProps) {
  const isNothing = changes?.length === 0
  return (
    <Modal
      opened={changes !== undefined}
      onClose={onClose}
      size="lg"
      title={isNothing ? 'No changes' : 'Save these changes?'}
    >
      {isNothing ? (
        <Text size="sm">No changes to save.</Text>
      ) : (
        <Table verticalSpacing="xs" mb="lg" layout="fixed">
          <Table.Tbody>
            {changes?.map(({ label, removed, added }) => (
              <Table.Tr key={label}>
                <Table.Th scope="row" w={100} style={{ verticalAlign: 'top' }}>
                  {label}
                </Table.Th>
                <Table.Td>
                  {removed.map((line) => (
                    <Line key={line} sign="−" word="Removed" color="var(--bureau-bad)" line={line} />
                  ))}
                  {added.map((line) => (
                    <Line key={line} sign="+" word="Added" color="var(--bureau-good)" line={line} />
                  ))}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" disabled={isSaving} onClick={onClose}>
          {isNothing ? 'Close' : 'Keep editing'}
        </Button>
        {!isNothing && (
          <Button data-autofocus loading={isSaving} onClick={onSave}>
            Save
          </Button>
        )}
      </Group>
    </Modal>
  )
}

function Line({ sign, word, color, line }: { sign: string; word: string; color: string; line: string }) {
  return (
    <Text size="sm" c={color} style={{ overflowWrap: 'anywhere' }}>
      <span aria-hidden>{sign} </span>
      <VisuallyHidden>{word}: </VisuallyHidden>
      {line}
    </Text>
  )
}
