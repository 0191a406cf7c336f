import { Button, Menu, Text, VisuallyHidden } from '@mantine/core'
import { IconBookmark, IconChevronDown, IconDeviceFloppy, IconTrash } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'

import { useClipboard } from '#kit/clipboard.ts'
import { useOfferSaveView } from '#kit/list/save-view.ts'
import { canonicalSearch, changeView, columnsFragment } from '#lib/saved-views.ts'

import { searchOf, transientParams, usePersonViews } from './person-views.ts'
import { type DialogState, SavedViewDialog } from './saved-view-dialog.tsx'
import { type Columns, useColumnsOfLink, useColumnsOfView } from './view-columns.ts'
import { CopyItem, ViewFlags, ViewItems, ViewMark, copyWords } from './view-items.tsx'

interface Props {
  /** Where the list is, such as `/invoices`. */
  list: string
  /** The columns that show, where the list lets people choose. */
  columns?: Columns
}

/** The menu of saved views: opens them and saves the current one. */
export function SavedViews({ list, columns }: Props) {
  const [views, changeViews] = usePersonViews()
  const [dialog, setDialog] = useState<DialogState | null>(null)
  const copying = useClipboard()
  const search = canonicalSearch(useLocation({ select: ({ searchStr }) => searchStr }), transientParams)
  const own = views.filter((view) => view.list === list)
  const active = own.find((view) => view.search === search)
  useColumnsOfView(active, columns)
  useColumnsOfLink(columns)
  useOfferSaveView(!active && search !== '', () => setDialog({ kind: 'save' }))
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
            data-list-tool
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
            leftSection={<ViewMark isActive={search === ''} />}
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
              leftSection={<ViewMark isActive={view === active} />}
              rightSection={<ViewFlags view={view} />}
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
              onAsk={setDialog}
              onChange={(change) => changeViews((all) => changeView(all, active.id, change))}
            />
          ) : (
            <Menu.Item
              leftSection={<IconDeviceFloppy size={16} aria-hidden />}
              disabled={search === ''}
              onClick={() => setDialog({ kind: 'save' })}
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
              onClick={() => setDialog({ kind: 'delete', view: active })}
            >
              Delete…
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <VisuallyHidden role="status">{copying.outcome === 'copied' ? copyWords.copied : ''}</VisuallyHidden>
      <SavedViewDialog
        dialog={dialog}
        shown={{ list, search, ...(columns ? { columns: { ...columns.visibility } } : {}) }}
        onClose={() => setDialog(null)}
      />
    </>
  )
}
