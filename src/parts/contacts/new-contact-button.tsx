import { Button, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'

import { ButtonLink } from '#kit/link.tsx'
import { NeedsPermission } from '#kit/needs-permission.tsx'

interface Props {
  canManage: boolean
  label?: string
  /** Whose contact it becomes. */
  customer?: number
  size?: 'xs' | 'sm'
}

/** Leads to the form of a new contact; without the permission it says so. */
export function NewContactButton({ canManage, label = 'New contact', customer, size = 'sm' }: Props) {
  const look = {
    size,
    variant: customer === undefined ? 'filled' : 'default',
    leftSection: <IconPlus size={16} aria-hidden />,
  } as const
  if (canManage)
    return (
      <ButtonLink to="/contacts/new" search={{ customer }} {...look}>
        {label}
      </ButtonLink>
    )
  return (
    <Group gap="sm">
      <NeedsPermission ability="contacts.manage" to="add contacts" />
      <Button {...look} disabled>
        {label}
      </Button>
    </Group>
  )
}
