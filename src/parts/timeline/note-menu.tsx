import { ActionIcon, Menu } from '@mantine/core'
import { IconBellOff, IconDots, IconPencil, IconPin, IconPinnedOff, IconTrash } from '@tabler/icons-react'

import type { CustomerNote } from '#contract/customers/notes.ts'

interface Props {
  note: CustomerNote
  onEdit: () => void
  onPin: (isPinned: boolean) => void
  onDone: () => void
  onDelete: () => void
}

/** Actions on a note. Colleagues may pin it and change its follow-up; the rest is its author's. */
export function NoteMenu({ note, onEdit, onPin, onDone, onDelete }: Props) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label="Note actions">
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={onEdit}>
          {note.is_editable ? 'Edit' : 'Set a follow-up'}
        </Menu.Item>
        {note.is_pinned ? (
          <Menu.Item leftSection={<IconPinnedOff size={16} aria-hidden />} onClick={() => onPin(false)}>
            Unpin
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={<IconPin size={16} aria-hidden />} onClick={() => onPin(true)}>
            Pin to the top
          </Menu.Item>
        )}
        {note.follow_up_on !== null && (
          <Menu.Item leftSection={<IconBellOff size={16} aria-hidden />} onClick={onDone}>
            Mark follow-up as done
          </Menu.Item>
        )}
        {note.is_editable && (
          <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={onDelete}>
            Delete
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
