import { Box, Button, Group, Modal, Table, Text, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'

import { type EventType, eventTypes } from '#api/event-types.ts'
import { type WebhookForm, formOf, updateOf } from '#api/webhook-form.ts'
import { webhooks } from '#api/webhooks.ts'
import type { Webhook } from '#contract/webhooks/webhooks.ts'
import { BackLink, CancelLink } from '#kit/back-link.tsx'
import { submitForm, useErrorFocus } from '#kit/error-focus.ts'
import { useFormPage } from '#kit/form-page.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { LeaveDialog } from '#kit/leave-dialog.tsx'
import { PageHeader } from '#kit/page-header.tsx'
import { Problem } from '#kit/problem.tsx'
import { requireId } from '#kit/require-id.ts'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'
import { pluralize } from '#lib/pluralize.ts'
import { endpointName } from '#parts/webhooks/endpoint-name.ts'

import { FormFooter } from './-form-footer.tsx'
import { showFieldErrors, useWebhookForm } from './-form-state.ts'
import { prefetchWithFeatures } from './-prefetch.ts'
import { useFeatures } from './-use-features.ts'
import { type Change, changesBetween } from './-webhook-descriptions.ts'
import { WebhookInputs } from './-webhook-inputs.tsx'

export const Route = createFileRoute('/_app/webhooks/$id_/edit')({
  loader: ({ context: { queryClient }, params }) => {
    const id = requireId({ params })
    return prefetchWithFeatures(queryClient, (features) => {
      void queryClient.prefetchQuery(webhooks.one(id, features))
      void queryClient.prefetchQuery(eventTypes.list(features.records))
    })
  },
  component: EditWebhook,
})

function EditWebhook() {
  const { id } = Route.useParams()
  const features = useFeatures()
  const one = useQuery(webhooks.one(Number(id), features))
  const types = useQuery(eventTypes.list(features.records))
  // Its events decide how high the form is.
  if (one.data && !types.isPending)
    return <EditWebhookForm webhook={one.data.webhook} types={types.data ?? []} />
  if (one.error?.kind === 'absent') return <Problem error={one.error} isPage />
  return (
    <>
      <PageHeader title="Edit webhook" />
      {one.error && <Problem error={one.error} retry={() => void one.refetch()} />}
    </>
  )
}

function EditWebhookForm({ webhook, types }: { webhook: Webhook; types: readonly EventType[] }) {
  const features = useFeatures()
  const navigate = Route.useNavigate()
  // Changes made elsewhere meanwhile don't move the inputs; only the differences from this are sent.
  const [before] = useState(() => formOf(webhook))
  const form = useWebhookForm(before)
  const save = useSingleFlightMutation(webhooks.update(webhook.id, features))
  const formElement = useRef<HTMLFormElement>(null)
  const focusError = useErrorFocus(formElement)
  const isSaved = useRef(false)
  const [reviewed, setReviewed] = useState<readonly Change[]>()
  const [placed, setPlaced] = useState<readonly string[]>([])
  const changes = changesBetween(before, useWatch({ control: form.control }) as WebhookForm)
  const params = { id: String(webhook.id) }

  const review = (values: WebhookForm) => {
    save.reset()
    const latest = changesBetween(before, values)
    if (latest.length > 0) setReviewed(latest)
  }
  const submit = () => void submitForm(form, review, focusError)
  useFormPage(formElement, { isNew: false, onFinish: submit })
  const send = () => {
    save.mutate(updateOf(before, form.getValues()), {
      onSuccess: (saved) => {
        isSaved.current = true
        void navigate({ to: '/webhooks/$id', params })
        void toast.success(`Saved ${endpointName(saved ?? webhook)}`)
      },
      onError: (refusal) => {
        setReviewed(undefined)
        setPlaced(showFieldErrors(form, refusal))
        focusError()
      },
    })
  }

  return (
    <Box maw="var(--bureau-width-list)" mx="auto">
      <PageHeader
        title="Edit webhook"
        subtitle={<bdi>{endpointName(webhook)}</bdi>}
        back={
          <BackLink to="/webhooks/$id" params={params} aria-label="Back to the webhook">
            Webhook
          </BackLink>
        }
      />
      <form
        ref={formElement}
        noValidate
        onSubmit={(event) => void submitForm(form, review, focusError, event)}
      >
        <WebhookInputs form={form} types={types} />
        <FormFooter
          problem={save.error && <InlineProblem error={save.error} known={placed} />}
          status={changes.length === 0 ? 'No changes' : pluralize(changes.length, 'unsaved change')}
        >
          <CancelLink to="/webhooks/$id" params={params} visibleFrom="sm" />
          <Button type="submit" disabled={changes.length === 0}>
            Save changes
          </Button>
        </FormFooter>
      </form>
      <ChangesDialog
        changes={reviewed}
        isSaving={save.isPending}
        // Closing while it is being saved would suggest that it can still be stopped.
        onClose={() => {
          if (!save.isInFlight()) setReviewed(undefined)
        }}
        onSave={send}
      />
      <LeaveDialog
        title="Discard changes?"
        hasWork={() => !isSaved.current && changesBetween(before, form.getValues()).length > 0}
      />
    </Box>
  )
}

interface ChangesDialogProps {
  /** Undefined while the dialog is closed. */
  changes: readonly Change[] | undefined
  isSaving: boolean
  onClose: () => void
  onSave: () => void
}

/** Shows what saving changes, setting by setting, before it is sent. */
function ChangesDialog({ changes, isSaving, onClose, onSave }: ChangesDialogProps) {
  return (
    <Modal opened={changes !== undefined} onClose={onClose} size="lg" title="Save these changes?">
      <Table verticalSpacing="xs" mb="lg" layout="fixed">
        <Table.Tbody>
          {changes?.map(({ label, removed, added }) => (
            <Table.Tr key={label}>
              <Table.Th scope="row" w={100} style={{ verticalAlign: 'top' }}>
                {label}
              </Table.Th>
              <Table.Td>
                {removed.map((line) => (
                  <ChangedLine key={line} sign="−" word="Removed" color="var(--bureau-bad)" line={line} />
                ))}
                {added.map((line) => (
                  <ChangedLine key={line} sign="+" word="Added" color="var(--bureau-good)" line={line} />
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" disabled={isSaving} onClick={onClose}>
          Keep editing
        </Button>
        <Button data-autofocus loading={isSaving} onClick={onSave}>
          Save
        </Button>
      </Group>
    </Modal>
  )
}

interface LineProps {
  sign: string
  word: string
  color: string
  line: string
}

function ChangedLine({ sign, word, color, line }: LineProps) {
  return (
    <Text size="sm" c={color} style={{ overflowWrap: 'anywhere' }}>
      <span aria-hidden>{sign} </span>
      <VisuallyHidden>{word}: </VisuallyHidden>
      {line}
    </Text>
  )
}
