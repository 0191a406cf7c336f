import { Button, Group, Modal, Stack, Text } from '@mantine/core'

import { people } from '#api/people.ts'
import type { Member } from '#contract/people.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'

interface Props {
  member: Member
  account: string
  onClose: () => void
}

/** Asks before someone loses access. */
export function RemoveDialog({ member, account, onClose }: Props) {
  const { mutate, error, isPending, isInFlight } = useSingleFlightMutation(people.remove(member.id))
  const close = () => {
    if (!isInFlight()) onClose()
  }
  const remove = () =>
    mutate(undefined, {
      onSuccess: () => {
        onClose()
        void toast.success(`${member.name} removed`)
      },
    })
  return (
    <Modal opened onClose={close} title={`Remove ${member.name}?`}>
      <Stack>
        <Text size="sm">
          {member.name} loses access to {account} immediately, and invitations they sent stop working. What
          they did stays. To come back, they need a new invitation.
        </Text>
        <InlineProblem error={error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" data-autofocus disabled={isPending} onClick={close}>
            Cancel
          </Button>
          <Button color="red" loading={isPending} onClick={remove}>
            Remove
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
