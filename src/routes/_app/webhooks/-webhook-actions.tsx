import { Code, Modal, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'

import { deliveries } from '#api/deliveries.ts'
import { eventTypes } from '#api/event-types.ts'
import { type KnownWebhook, webhooks } from '#api/webhooks.ts'
import { CodeBlock } from '#kit/code-block.tsx'
import { FormDialog } from '#kit/form-dialog.tsx'
import { Select } from '#kit/select.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'
import { endpointName } from '#parts/webhooks/endpoint-name.ts'

import { SigningSecret } from './-signing-secret.tsx'
import { useFeatures } from './-use-features.ts'
import type { WebhookAction } from './-webhook-menu.tsx'

/** The effect of pausing on an endpoint's events. */
export const pauseHint =
  'Events that occur while an endpoint is paused are not delivered, even after you resume it.'

interface DialogState {
  kind: Exclude<WebhookAction, 'toggle'>
  webhook: KnownWebhook
}

interface Options {
  onDeleted?: () => void
  /** With the id of the delivery. */
  onTested?: (webhook: KnownWebhook, delivery: number) => void
}

/** Actions of the menus in the list and on a webhook's page: pausing at once, the rest through dialogs to render. */
export function useWebhookActions({ onDeleted, onTested }: Options) {
  const [dialog, setDialog] = useState<DialogState>()
  const { mutate, error } = useMutation(webhooks.setStatus())
  const close = () => setDialog(undefined)

  const run = useCallback(
    (action: WebhookAction, webhook: KnownWebhook) => {
      if (action !== 'toggle') return setDialog({ kind: action, webhook })
      const { id } = webhook
      const isActive = webhook.status === 'active'
      const name = endpointName(webhook)
      const message = isActive
        ? `Paused ${name}. Events are not delivered until you resume it.`
        : `Resumed ${name}`
      const undo = () => mutate({ id, status: isActive ? 'active' : 'paused' })
      mutate(
        { id, status: isActive ? 'paused' : 'active' },
        { onSuccess: () => void toast.success(message, { id: `webhook-${id}`, undo }) },
      )
    },
    [mutate],
  )

  return {
    run,
    /** Why pausing or resuming failed. */
    error,
    dialogs: dialog && (
      <>
        {dialog.kind === 'test' && (
          <TestDialog
            webhook={dialog.webhook}
            onClose={close}
            onSent={(delivery) => {
              close()
              onTested?.(dialog.webhook, delivery)
            }}
          />
        )}
        {dialog.kind === 'rotate' && <RotateDialog webhook={dialog.webhook} onClose={close} />}
        {dialog.kind === 'delete' && (
          <DeleteDialog
            webhook={dialog.webhook}
            onClose={close}
            onDeleted={() => {
              close()
              onDeleted?.()
            }}
          />
        )}
      </>
    ),
  }
}

/** Creates a new secret and shows it once. */
function RotateDialog({ webhook, onClose }: { webhook: KnownWebhook; onClose: () => void }) {
  const [secret, setSecret] = useState<string>()
  const request = useSingleFlightMutation(webhooks.rotateSecret(webhook.id))
  if (secret !== undefined)
    return (
      <Modal
        opened
        onClose={() => undefined}
        withCloseButton={false}
        closeOnEscape={false}
        closeOnClickOutside={false}
        size="xl"
        title="A new secret"
      >
        <SigningSecret secret={secret} onDone={onClose} />
      </Modal>
    )
  const rotate = () =>
    request.mutate(undefined, {
      onSuccess: (answer) => {
        setSecret(answer.secret)
        request.reset()
      },
    })
  return (
    <FormDialog
      title="Rotate the secret?"
      action="Rotate secret"
      request={request}
      onSubmit={rotate}
      onClose={onClose}
    >
      <Text size="sm">
        Deliveries are signed with a new secret from now on. For 24 hours they are signed with both secrets,
        so you can switch without missing any.
      </Text>
    </FormDialog>
  )
}

interface DeleteDialogProps {
  webhook: KnownWebhook
  onClose: () => void
  onDeleted: () => void
}

/** Deletes an endpoint after its name, or its host and path, is typed: another endpoint may have the same host. */
function DeleteDialog({ webhook, onClose, onDeleted }: DeleteDialogProps) {
  const [typed, setTyped] = useState('')
  const remove = useSingleFlightMutation(webhooks.remove(webhook.id))
  const name = endpointName(webhook)
  const isConfirmed = typed.trim() === name
  const send = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        onDeleted()
        void toast.success(`Deleted ${name}`)
      },
    })
  return (
    <FormDialog
      title="Delete this webhook?"
      action="Delete webhook"
      isDestructive
      isDisabled={!isConfirmed}
      request={remove}
      onSubmit={send}
      onClose={onClose}
    >
      <Text size="sm">
        Its deliveries and secret will be deleted, and queued deliveries won’t be sent. This can’t be undone.
      </Text>
      <TextInput
        label={
          <>
            Type <Code style={{ overflowWrap: 'anywhere' }}>{name}</Code> to confirm
          </>
        }
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </FormDialog>
  )
}

interface TestDialogProps {
  webhook: KnownWebhook
  onClose: () => void
  /** With the id of the delivery. */
  onSent: (delivery: number) => void
}

/** Sends a sample of an event to this endpoint only. */
function TestDialog({ webhook, onClose, onSent }: TestDialogProps) {
  const features = useFeatures()
  const types = useQuery(eventTypes.list(features.records))
  const names = [...new Set([...webhook.events, ...(types.data ?? []).map(({ name }) => name)])]
  const [event, setEvent] = useState(names[0] ?? '')
  const test = useSingleFlightMutation(deliveries.test(webhook.id))
  const sample = types.data?.find(({ name }) => name === event)?.sample
  const send = () => {
    test.mutate(event, {
      onSuccess: ({ id }) => {
        onSent(id)
        void toast.success(`Sent ${event} to ${endpointName(webhook)}`)
      },
    })
  }
  return (
    <FormDialog
      title="Send test event"
      action="Send"
      size="lg"
      request={test}
      onSubmit={send}
      onClose={onClose}
    >
      <Text size="sm">
        Sends a signed sample event, marked as a test, to this endpoint only, even while it’s paused.
      </Text>
      <Select
        label="Event"
        data-autofocus
        data={names}
        value={event}
        onChange={(change) => setEvent(change.currentTarget.value)}
      />
      {sample && (
        <CodeBlock
          label="Sample"
          language="json"
          text={JSON.stringify(sample, null, 2)}
          copies={null}
          wraps
          maxHeight={240}
        />
      )}
    </FormDialog>
  )
}
