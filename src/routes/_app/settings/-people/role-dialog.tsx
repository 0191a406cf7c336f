import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'

import { people } from '#api/people.ts'
import type { Member } from '#contract/people.ts'
import { type Role, roles as knownRoles } from '#contract/session.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'
import { roleName } from '#lib/role-name.ts'

import { RoleChoice } from './role-choice.tsx'

interface Props {
  member: Member
  roles: readonly string[]
  onClose: () => void
}

/** Changes the role of a member. */
export function RoleDialog({ member, roles, onClose }: Props) {
  const [role, setRole] = useState<Role>(knownRoles.find((one) => one === member.role) ?? 'viewer')
  const { mutate, error, isPending, isInFlight } = useSingleFlightMutation(people.changeRole(member.id))
  const close = () => {
    if (!isInFlight()) onClose()
  }
  const save = () =>
    mutate(role, {
      onSuccess: () => {
        onClose()
        void toast.success(`${member.name} is now ${roleName(role).toLowerCase()}`)
      },
    })
  return (
    <Modal opened onClose={close} title={`Change the role of ${member.name}`}>
      <Stack>
        <RoleChoice roles={roles} value={role} onChange={setRole} />
        <Text size="sm" c="dimmed">
          It takes effect immediately, also where they’re signed in.
        </Text>
        <InlineProblem error={error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={isPending} onClick={close}>
            Cancel
          </Button>
          <Button loading={isPending} disabled={role === member.role} onClick={save}>
            Change role
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
