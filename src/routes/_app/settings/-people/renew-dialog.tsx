import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'

import { people } from '#api/people.ts'
import type { Invitation, NewInvitation } from '#contract/people.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'

import { LinkDialog, confirmEmailed } from './link-dialog.tsx'

/** Replaces the link of an invitation, and shows the new one once where it wasn't emailed. */
export function RenewDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const [created, setCreated] = useState<NewInvitation>()
  const { mutate, reset, error, isPending, isInFlight } = useSingleFlightMutation(people.renew(invitation.id))
  if (created?.link != null)
    return (
      <LinkDialog
        invitation={created.invitation}
        link={created.link}
        problem={created.problem}
        onClose={onClose}
      />
    )
  // The link in a pending response would be lost.
  const close = () => {
    if (!isInFlight()) onClose()
  }
  const renew = () =>
    mutate(undefined, {
      onSuccess: (renewed) => {
        if (renewed.link === null) {
          onClose()
          confirmEmailed(renewed.invitation)
        } else setCreated(renewed)
        reset()
      },
    })
  return (
    <Modal opened onClose={close} title="Create a new link?">
      <Stack>
        <Text size="sm">
          The link that {invitation.email} has stops working, and the new one works for seven days.
        </Text>
        <InlineProblem error={error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={isPending} onClick={close}>
            Cancel
          </Button>
          <Button loading={isPending} onClick={renew}>
            Create new link
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
