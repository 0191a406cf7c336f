import { Menu } from '@mantine/core'
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
} from '@tabler/icons-react'

import type { Clipboard } from '#kit/clipboard.ts'
import type { SavedView } from '#lib/saved-views.ts'

import type { DialogState } from './saved-view-dialog.tsx'
import { type Columns, isSame } from './view-columns.ts'

/** What can be changed about the view that is open. */
export function ViewItems({
  view,
  columns,
  onAsk,
  onChange,
}: {
  view: SavedView
  columns: Columns | undefined
  onAsk: (dialog: DialogState) => void
  onChange: (change: Partial<SavedView>) => void
}) {
  return (
    <>
      <Menu.Label dir="auto">{view.name}</Menu.Label>
      <Menu.Item
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
      <Menu.Item
        leftSection={
          view.isDefault ? <IconHomeOff size={16} aria-hidden /> : <IconHome size={16} aria-hidden />
        }
        onClick={() => onChange({ isDefault: !view.isDefault })}
      >
        {view.isDefault ? 'Remove as default' : 'Set as default'}
      </Menu.Item>
      {columns && !isSame(view.columns ?? {}, columns.visibility) && (
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

/** What the item says before and after copying. */
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

/** Whether a view is pinned, and whether it's the default. */
export function ViewFlags({ view }: { view: SavedView }) {
  return (
    <>
      {view.isPinned && <IconPin size={14} role="img" aria-label="pinned" />}
      {view.isDefault && <IconHome size={14} role="img" aria-label="default" />}
    </>
  )
}
