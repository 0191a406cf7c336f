import { Button, Menu, Text, VisuallyHidden } from '@mantine/core'
import {
  IconBookmark,
  IconCheck,
  IconChevronDown,
  IconColumns3,
  IconDeviceFloppy,
  IconHome,
  IconHomeOff,
  IconLink,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconTrash,
} from '@tabler/icons-react'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

import { type Clipboard, useClipboard } from '#kit/clipboard.ts'
import {
  type SavedView,
  canonicalSearch,
  changeView,
  columnsFragment,
  columnsInFragment,
} from '#lib/saved-views.ts'

import { searchOf, usePersonViews } from './person-views.ts'
import { type Asking, SavedViewDialog } from './saved-view-dialog.tsx'

interface Props {
  /** Where the list is, such as `/invoices`. */
  list: string
  /** The columns that show, where the list lets people choose. */
  columns?: Columns
}

interface Columns {
  readonly all: readonly { readonly id: string; readonly isExtra?: boolean }[]
  readonly visibility: Readonly<Record<string, boolean>>
  readonly choose: (chosen: Readonly<Record<string, boolean>>) => void
}

/** What the URL of a list says of the moment, not of how one looks at it: page, drawer and picks. */
const momentary = ['page', 'open', 'compare'] as const

/** The menu that names what a list shows, and brings it back. */
export function SavedViews({ list, columns }: Props) {
  const [views, changeViews] = usePersonViews()
  const [asking, setAsking] = useState<Asking | null>(null)
  const copying = useClipboard()
  const search = canonicalSearch(useLocation({ select: ({ searchStr }) => searchStr }), momentary)
  const own = views.filter((view) => view.list === list)
  const active = own.find((view) => view.search === search)
  useColumnsOfView(active, columns)
  useColumnsOfLink(columns)
  const fragment = columns && columnsFragment(columns)
  return (
    <>
      <Menu
        position="bottom-end"
        withinPortal={false}
        withInitialFocusPlaceholder={false}
        shadow="md"
        width={260}
      >
        <Menu.Target>
          <Button
            variant={active ? 'light' : 'default'}
            leftSection={<IconBookmark size={16} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
            maw={260}
          >
            {active ? (
              <>
                <VisuallyHidden>Views: </VisuallyHidden>
                <Text span inherit truncate dir="auto">
                  {active.name}
                </Text>
              </>
            ) : (
              'Views'
            )}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah="70dvh" style={{ overflowY: 'auto' }}>
          <Menu.Item
            component={Link}
            to={list}
            search={searchOf('')}
            aria-current={search === ''}
            leftSection={<Mark isActive={search === ''} />}
          >
            All
          </Menu.Item>
          {own.map((view) => (
            <Menu.Item
              key={view.id}
              component={Link}
              to={list}
              search={searchOf(view.search)}
              aria-current={view === active}
              leftSection={<Mark isActive={view === active} />}
              rightSection={<Standing view={view} />}
            >
              <Text span inherit lineClamp={2} dir="auto">
                {view.name}
              </Text>
            </Menu.Item>
          ))}
          <Menu.Divider />
          {active ? (
            <ViewItems
              view={active}
              columns={columns}
              onAsk={setAsking}
              onChange={(change) => changeViews((all) => changeView(all, active.id, change))}
            />
          ) : (
            <Menu.Item
              leftSection={<IconDeviceFloppy size={16} aria-hidden />}
              disabled={search === ''}
              onClick={() => setAsking({ kind: 'save' })}
            >
              {search === '' ? 'Filter or sort to save a view' : 'Save view as…'}
            </Menu.Item>
          )}
          <CopyItem
            copying={copying}
            path={`${list}${search === '' ? '' : `?${search}`}${fragment ? `#${fragment}` : ''}`}
          />
          {active && (
            <Menu.Item
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => setAsking({ kind: 'delete', view: active })}
            >
              Delete…
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <VisuallyHidden role="status">{copying.outcome === 'copied' ? copyWords.copied : ''}</VisuallyHidden>
      <SavedViewDialog
        asking={asking}
        shown={{ list, search, ...(columns ? { columns: { ...columns.visibility } } : {}) }}
        onClose={() => setAsking(null)}
      />
    </>
  )
}

function ViewItems({
  view,
  columns,
  onAsk,
  onChange,
}: {
  view: SavedView
  columns: Columns | undefined
  onAsk: (asking: Asking) => void
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

const copyWords = {
  idle: 'Copy link',
  copied: 'Link copied',
  refused: 'Copy the page URL instead',
}

function CopyItem({ copying, path }: { copying: Clipboard; path: string }) {
  const { outcome, copy } = copying
  const Sign = outcome === 'copied' ? IconCheck : IconLink
  return (
    <Menu.Item
      closeMenuOnClick={false}
      leftSection={<Sign size={16} aria-hidden />}
      onClick={() => void copy(new URL(path, location.origin).href)}
    >
      {copyWords[outcome]}
    </Menu.Item>
  )
}

function Mark({ isActive }: { isActive: boolean }) {
  return isActive ? <IconCheck size={16} aria-hidden /> : <IconBookmark size={16} opacity={0.5} aria-hidden />
}

function Standing({ view }: { view: SavedView }) {
  return (
    <>
      {view.isPinned && <IconPin size={14} role="img" aria-label="pinned" />}
      {view.isDefault && <IconHome size={14} role="img" aria-label="default" />}
    </>
  )
}

/** Shows the columns of a view when it is opened, by whichever way; what is changed afterwards stays. */
function useColumnsOfView(view: SavedView | undefined, columns: Columns | undefined) {
  const opened = useRef<string | undefined>(undefined)
  useEffect(
    function showColumnsOfView() {
      if (opened.current === view?.id) return
      opened.current = view?.id
      if (view?.columns) columns?.choose(view.columns)
    },
    [view, columns],
  )
}

/** Shows the columns that a link brought along, once; what is changed afterwards stays. */
function useColumnsOfLink(columns: Columns | undefined) {
  const navigate = useNavigate()
  const fragment = useLocation({ select: ({ hash }) => hash })
  useEffect(
    function showColumnsOfLink() {
      const chosen = columnsInFragment(fragment)
      if (!chosen || !columns) return
      columns.choose(chosen)
      void navigate({ to: '.', search: true, hash: '', replace: true })
    },
    [fragment, columns, navigate],
  )
}

const isSame = (a: Readonly<Record<string, boolean>>, b: Readonly<Record<string, boolean>>) =>
  Object.keys({ ...a, ...b }).every((id) => a[id] === b[id])
