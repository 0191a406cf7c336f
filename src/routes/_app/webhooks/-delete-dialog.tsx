import { Button, Code, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'

import { webhooks } from '#api/webhooks.ts'
import type { Webhook } from '#contract/webhooks.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { hostOf } from '#lib/url-parts.ts'

interface Props {
  webhook: Webhook
  onClose: () => void
  onDeleted: () => void
}

/** Deletes an endpoint for whoever types its host. */
export function DeleteQuestion({ webhook, onClose, onDeleted }: Props) {
  const [typed, setTyped] = useState('')
  const remove = useSingleFlightMutation(webhooks.remove(webhook.id))
  const host = hostOf(webhook.url)
  const isSure = typed.trim() === host
  // Nothing can be kept any more.
  const close = () => {
    if (!remove.isInFlight()) onClose()
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (isSure) remove.mutate(undefined, { onSuccess: onDeleted })
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
                Type <Code>{host}</Code> to confirm
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
            <Button type="submit" color="red.9" disabled={!isSure} loading={remove.isPending}>
              Delete webhook
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
