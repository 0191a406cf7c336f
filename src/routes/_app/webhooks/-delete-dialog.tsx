import { Button, Code, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'

import { type KnownWebhook, webhooks } from '#api/webhooks.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'

import { endpointName } from './-endpoint-name.ts'

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
  // Closing while it is being deleted would suggest that it can still be kept.
  const close = () => {
    if (!remove.isInFlight()) onClose()
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!isConfirmed) return
    remove.mutate(undefined, {
      onSuccess: () => {
        onDeleted()
        void toast.success(`Deleted ${name}`)
      },
    })
  }
  return (
    <Modal opened onClose={close} title="Delete this webhook?">
      <form onSubmit={send}>
        <Stack>
          <Text size="sm">
            Its deliveries and secret will be deleted, and queued deliveries won’t be sent. This can’t be
            undone.
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
          <InlineProblem error={remove.error} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" disabled={remove.isPending} onClick={close}>
              Cancel
            </Button>
            <Button type="submit" color="red" disabled={!isConfirmed} loading={remove.isPending}>
              Delete webhook
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
