import { Radio, Stack } from '@mantine/core'

import { roles as knownRoles, type Role } from '#contract/access/session.ts'
import { roleName } from '#lib/role-name.ts'

const about: Record<Role, string> = {
  owner: 'Everything, including other owners.',
  admin: 'Everything except owners.',
  staff:
    'Customers, contacts, services, invoices, proposals, contracts and meetings. No settings of the business.',
  accountant: 'Invoices, payments and credit notes. Can look at everything else.',
  viewer: 'Can look, can’t change anything.',
}

interface Props {
  /** The roles that can be granted; one that only a newer service knows isn't offered. */
  roles: readonly string[]
  value: Role
  onChange: (role: Role) => void
}

/** A role to choose, each with what it may do. */
export function RoleChoice({ roles, value, onChange }: Props) {
  return (
    <Radio.Group label="Role" value={value} onChange={(role) => onChange(role as Role)}>
      <Stack gap="sm" mt="xs">
        {knownRoles
          .filter((role) => roles.includes(role))
          .map((role) => (
            <Radio key={role} value={role} label={roleName(role)} description={about[role]} />
          ))}
      </Stack>
    </Radio.Group>
  )
}
