import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'

import { type KnownWebhook, webhooks } from '#api/webhooks.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'

import { SigningSecret } from './-signing-secret.tsx'

/** Creates a new secret and shows it once. */
export function RotateDialog({ webhook, onClose }: { webhook: KnownWebhook; onClose: () => void }) {
  const [secret, setSecret] = useState<string>()
  const { mutate, reset, error, isPending, isInFlight } = useSingleFlightMutation(
    webhooks.rotateSecret(webhook.id),
  )
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
  // The secret in the pending response would be lost.
  const close = () => {
    if (!isInFlight()) onClose()
  }
  const rotate = () => {
    mutate(undefined, {
      onSuccess: (answer) => {
        setSecret(answer.secret)
        reset()
      },
    })
  }
  return (
    <Modal opened onClose={close} title="Rotate the secret?">
      <Stack>
        <Text size="sm">
          Deliveries are signed with a new secret from now on. For 24 hours they are signed with both secrets,
          so you can switch without missing any.
        </Text>
        <InlineProblem error={error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={isPending} onClick={close}>
            Cancel
          </Button>
          <Button loading={isPending} onClick={rotate}>
            Rotate secret
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
