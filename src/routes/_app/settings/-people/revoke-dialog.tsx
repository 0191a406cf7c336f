import { Button, Group, Modal, Stack, Text } from '@mantine/core'

import { people } from '#api/people.ts'
import type { Invitation } from '#contract/people.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'

/** Asks before the link of an invitation stops working. */
export function RevokeDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const { mutate, error, isPending, isInFlight } = useSingleFlightMutation(people.revoke(invitation.id))
  const close = () => {
    if (!isInFlight()) onClose()
  }
  const revoke = () =>
    mutate(undefined, {
      onSuccess: () => {
        onClose()
        void toast.success('Invitation revoked')
      },
    })
  return (
    <Modal opened onClose={close} title="Revoke this invitation?">
      <Stack>
        <Text size="sm">The link that {invitation.email} has stops working.</Text>
        <InlineProblem error={error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" data-autofocus disabled={isPending} onClick={close}>
            Cancel
          </Button>
          <Button color="red" loading={isPending} onClick={revoke}>
            Revoke
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
