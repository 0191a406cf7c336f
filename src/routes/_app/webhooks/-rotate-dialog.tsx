import { Modal, Text } from '@mantine/core'
import { useState } from 'react'

import { type KnownWebhook, webhooks } from '#api/webhooks.ts'
import { FormDialog } from '#kit/form-dialog.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'

import { SigningSecret } from './-signing-secret.tsx'

/** Creates a new secret and shows it once. */
export function RotateDialog({ webhook, onClose }: { webhook: KnownWebhook; onClose: () => void }) {
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
