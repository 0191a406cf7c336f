import { ActionIcon, Menu } from '@mantine/core'
import { IconCopyPlus, IconDots, IconLink, IconTrash } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'

import { copyLink } from '#kit/copy-with-toast.ts'
import { usePageActions } from '#kit/page-actions.ts'

interface Props {
  id: number
  canManage: boolean
  /** Its deletion has been asked for and may still be undone. */
  isDeleting: boolean
  onDelete: () => void
}

/** What else can be done with the customer. */
export function CustomerMenu({ id, canManage, isDeleting, onDelete }: Props) {
  const navigate = useNavigate()
  usePageActions(
    canManage && !isDeleting
      ? [
          {
            label: 'Use customer as template',
            icon: IconCopyPlus,
            run: () => void navigate({ to: '/customers/new', search: { template: id } }),
          },
          { label: 'Delete customer', icon: IconTrash, run: onDelete },
        ]
      : [],
  )
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label="More actions">
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {canManage && (
          <Menu.Item
            renderRoot={(props) => <Link {...props} to="/customers/new" search={{ template: id }} />}
            leftSection={<IconCopyPlus size={16} aria-hidden />}
          >
            Use as template
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconLink size={16} aria-hidden />}
          // Without the list that it was opened from.
          onClick={() => void copyLink(new URL(`/customers/${id}`, location.href).href)}
        >
          Copy link
        </Menu.Item>
        {canManage && (
          <>
            <Menu.Divider role="separator" />
            <Menu.Item
              color="var(--bureau-bad)"
              leftSection={<IconTrash size={16} aria-hidden />}
              // Deleting twice would leave one of the two behind when the other is undone.
              disabled={isDeleting}
              onClick={onDelete}
            >
              Delete
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
