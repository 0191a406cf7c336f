import { ActionIcon, Menu } from '@mantine/core'
import { IconBraces, IconDots, IconLink } from '@tabler/icons-react'

import { toast } from '#kit/toast.ts'

interface Props {
  id: number
  showsJson: boolean
  onJson: () => void
}

/** What else can be done with a contact. */
export function ContactMenu({ id, showsJson, onJson }: Props) {
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label="More actions">
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconLink size={16} aria-hidden />} onClick={() => void copyLink(id)}>
          Copy link
        </Menu.Item>
        <Menu.Item leftSection={<IconBraces size={16} aria-hidden />} onClick={onJson}>
          {showsJson ? 'Hide JSON' : 'View JSON'}
        </Menu.Item>
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
