import { Code, Text, TextInput } from '@mantine/core'
import { useState } from 'react'

import { type KnownWebhook, webhooks } from '#api/webhooks.ts'
import { FormDialog } from '#kit/form-dialog.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'
import { endpointName } from '#parts/webhooks/endpoint-name.ts'

interface Props {
  webhook: KnownWebhook
  onClose: () => void
  onDeleted: () => void
}

/** Deletes an endpoint after its name, or its host and path, is typed: another endpoint may have the same host. */
export function DeleteDialog({ webhook, onClose, onDeleted }: Props) {
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
