import { ActionIcon, Menu } from '@mantine/core'
import { IconBraces, IconDots, IconLink, IconTrash, IconUserPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'

import { toast } from '#kit/toast.ts'

interface Props {
  id: number
  canConvert: boolean
  showsJson: boolean
  onJson: () => void
  /** Undefined where the service or the role doesn't allow it. */
  onDelete: (() => void) | undefined
}

/** What else can be done with a contact. */
export function ContactMenu({ id, canConvert, showsJson, onJson, onDelete }: Props) {
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label="More actions">
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {canConvert && (
          <Menu.Item
            renderRoot={(props) => <Link {...props} to="/customers/new" search={{ contact: id }} />}
            leftSection={<IconUserPlus size={16} aria-hidden />}
          >
            Convert to customer
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconLink size={16} aria-hidden />} onClick={() => void copyLink(id)}>
          Copy link
        </Menu.Item>
        <Menu.Item leftSection={<IconBraces size={16} aria-hidden />} onClick={onJson}>
          {showsJson ? 'Hide JSON' : 'View JSON'}
        </Menu.Item>
        {onDelete && (
          <>
            <Menu.Divider role="separator" />
            <Menu.Item
              color="var(--bureau-bad)"
              leftSection={<IconTrash size={16} aria-hidden />}
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

/** Copies the address of the contact, without the list that it was opened from. */
async function copyLink(id: number) {
  const toastId = 'contact-link'
  try {
    await navigator.clipboard.writeText(new URL(`/contacts?open=${id}`, location.href).href)
    await toast.success('Link copied', { id: toastId })
  } catch {
    await toast({ id: toastId, color: 'red', message: 'Copy the link from the address bar instead' })
  }
}
