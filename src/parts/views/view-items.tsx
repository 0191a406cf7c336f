import { Group, Menu, Text } from '@mantine/core'
import {
  IconBookmark,
  IconCheck,
  IconColumns3,
  IconHome,
  IconHomeOff,
  IconLink,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconShare2,
  IconShareOff,
  IconUsers,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'

import type { Clipboard } from '#kit/clipboard.ts'
import { isInSidebar } from '#lib/saved-views.ts'

import { type PersonView, searchOf } from './person-views.ts'
import type { DialogState } from './saved-view-dialog.tsx'
import { type Columns, isSame } from './view-columns.ts'
import type { ViewChange } from './view-writes.ts'

/** Changes to the open view. */
export function ViewItems({
  view,
  columns,
  account,
  onAsk,
  onChange,
}: {
  view: PersonView
  columns: Columns | undefined
  /** The account that the view can be shared in. */
  account: string
  onAsk: (dialog: DialogState) => void
  onChange: (change: ViewChange) => void
}) {
  const { stored } = view
  const isLocked = !stored.is_editable
  return (
    <>
      <Menu.Label dir="auto">{view.name}</Menu.Label>
      {isLocked && (
        <Menu.Label dir="auto" fw={400}>
          Only {stored.created_by ?? 'an admin'}
          {stored.created_by !== null && ' or an admin'} can rename or delete it
        </Menu.Label>
      )}
      <Menu.Item
        disabled={isLocked}
        leftSection={<IconPencil size={16} aria-hidden />}
        onClick={() => onAsk({ kind: 'rename', view })}
      >
        Rename…
      </Menu.Item>
      <Menu.Item
        leftSection={
          view.isPinned ? <IconPinnedOff size={16} aria-hidden /> : <IconPin size={16} aria-hidden />
        }
        onClick={() => onChange({ isPinned: !view.isPinned })}
      >
        {view.isPinned ? 'Unpin from sidebar' : 'Pin to sidebar'}
      </Menu.Item>
      {isInSidebar(view.list) && (
        <Menu.Item
          leftSection={
            view.isDefault ? <IconHomeOff size={16} aria-hidden /> : <IconHome size={16} aria-hidden />
          }
          onClick={() => onChange({ isDefault: !view.isDefault })}
        >
          {view.isDefault ? 'Remove as default' : 'Set as default'}
        </Menu.Item>
      )}
      {stored.is_own && (
        <Menu.Item
          leftSection={
            stored.is_shared ? <IconShareOff size={16} aria-hidden /> : <IconShare2 size={16} aria-hidden />
          }
          onClick={() => onChange({ isShared: !stored.is_shared })}
        >
          {stored.is_shared ? 'Stop sharing' : `Share with everyone in ${account}`}
        </Menu.Item>
      )}
      {columns && !isLocked && !isSame(view.columns ?? {}, columns.visibility) && (
        <Menu.Item
          leftSection={<IconColumns3 size={16} aria-hidden />}
          onClick={() => onChange({ columns: { ...columns.visibility } })}
        >
          Save current columns
        </Menu.Item>
      )}
    </>
  )
}

/** Labels of the item before and after copying. */
export const copyWords = {
  idle: 'Copy link',
  copied: 'Link copied',
  refused: 'Copy the page URL instead',
}

/** Copies the address that shows the same list. */
export function CopyItem({ copying, path }: { copying: Clipboard; path: string }) {
  const { outcome, copy } = copying
  const Icon = outcome === 'copied' ? IconCheck : IconLink
  return (
    <Menu.Item
      closeMenuOnClick={false}
      leftSection={<Icon size={16} aria-hidden />}
      onClick={() => void copy(new URL(path, location.origin).href)}
    >
      {copyWords[outcome]}
    </Menu.Item>
  )
}

/** Marks the view that is open. */
export function ViewMark({ isActive }: { isActive: boolean }) {
  return isActive ? <IconCheck size={16} aria-hidden /> : <IconBookmark size={16} opacity={0.5} aria-hidden />
}

interface OpenViewItemProps {
  view: PersonView
  isActive: boolean
  onOpen: (id: string) => void
}

/** Opens a view; one of a colleague says whose it is. */
export function OpenViewItem({ view, isActive, onOpen }: OpenViewItemProps) {
  return (
    <Menu.Item
      component={Link}
      to={view.list}
      search={searchOf(view.search)}
      aria-current={isActive}
      leftSection={<ViewMark isActive={isActive} />}
      rightSection={<ViewFlags view={view} />}
      onClick={() => onOpen(view.id)}
    >
      <Text span inherit lineClamp={2} dir="auto">
        {view.name}
      </Text>
      {!view.stored.is_own && (
        <Text span display="block" size="xs" c="dimmed" dir="auto">
          {view.stored.created_by ?? 'Former colleague'}
        </Text>
      )}
    </Menu.Item>
  )
}

/** Whether a view is shared, pinned, and the default. */
function ViewFlags({ view }: { view: PersonView }) {
  return (
    <Group gap={4} wrap="nowrap">
      {view.stored.is_own && view.stored.is_shared && <IconUsers size={14} role="img" aria-label="shared" />}
      {view.isPinned && <IconPin size={14} role="img" aria-label="pinned" />}
      {view.isDefault && <IconHome size={14} role="img" aria-label="default" />}
    </Group>
  )
}
