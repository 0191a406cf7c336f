import { Text } from '@mantine/core'
import { useState } from 'react'

import { people } from '#api/people.ts'
import type { Member } from '#contract/access/people.ts'
import { type Role, roles as knownRoles } from '#contract/access/session.ts'
import { FormDialog } from '#kit/form-dialog.tsx'
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
  const request = useSingleFlightMutation(people.changeRole(member.id))
  const save = () =>
    request.mutate(role, {
      onSuccess: () => {
        onClose()
        void toast.success(`${member.name} is now ${roleName(role).toLowerCase()}`)
      },
    })
  return (
    <FormDialog
      title={`Change the role of ${member.name}`}
      action="Change role"
      isDisabled={role === member.role}
      request={request}
      onSubmit={save}
      onClose={onClose}
    >
      <RoleChoice roles={roles} value={role} onChange={setRole} />
      <Text size="sm" c="dimmed">
        It takes effect immediately, also where they’re signed in.
      </Text>
    </FormDialog>
  )
}
