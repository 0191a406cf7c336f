import { Button, Menu, Text, VisuallyHidden } from '@mantine/core'
import { IconBookmark, IconChevronDown, IconDeviceFloppy, IconTrash } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { Suspense, useState } from 'react'

import { session } from '#api/session.ts'
import { useClipboard } from '#kit/clipboard.ts'
import { lazyWithRetry } from '#kit/lazy-with-retry.ts'
import { useOfferSaveView } from '#kit/list/save-view.ts'
import { toast } from '#kit/toast.ts'
import { canonicalSearch, columnsFragment } from '#lib/saved-views.ts'

import { type PersonView, searchOf, transientParams, usePersonViews } from './person-views.ts'
import type { DialogState } from './saved-view-dialog.tsx'
import { type Columns, useColumnsOfLink, useColumnsOfView } from './view-columns.ts'
import { CopyItem, OpenViewItem, ViewItems, ViewMark, copyWords } from './view-items.tsx'
import { type ViewChange, useViewWrite } from './view-writes.ts'

const SavedViewDialog = lazyWithRetry(async () => (await import('./saved-view-dialog.tsx')).SavedViewDialog)

interface Props {
  /** Where the list is, such as `/invoices`. */
  list: string
  /** The columns that show, where the list lets people choose. */
  columns?: Columns
}

/** The menu of saved views: opens them and saves the current one. */
export function SavedViews({ list, columns }: Props) {
  const { data: current } = useSuspenseQuery(session.current())
  const [chosen, setChosen] = useState<string>()
  const changeView = useViewChange()
  const [dialog, setDialog] = useState<DialogState | null>(null)
  const [isDialogNeeded, setDialogNeeded] = useState(false)
  const ask = (about: DialogState) => {
    setDialogNeeded(true)
    setDialog(about)
  }
  const copying = useClipboard()
  const search = canonicalSearch(useLocation({ select: ({ searchStr }) => searchStr }), transientParams)
  const [own, others] = viewsOf(list, usePersonViews())
  const fitting = [...own, ...others].filter((view) => view.search === search)
  // Two people may have the same filter under different names.
  const active = fitting.find(({ id }) => id === chosen) ?? fitting[0]
  const account = current.account.name
  useColumnsOfView(active, columns)
  useColumnsOfLink(columns)
  useOfferSaveView(!active && search !== '', () => ask({ kind: 'save' }))
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
            {active ? <ActiveName name={active.name} /> : 'Views'}
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
            <OpenViewItem key={view.id} view={view} isActive={view === active} onOpen={setChosen} />
          ))}
          {others.length > 0 && <Menu.Label>Shared by colleagues</Menu.Label>}
          {others.map((view) => (
            <OpenViewItem key={view.id} view={view} isActive={view === active} onOpen={setChosen} />
          ))}
          <Menu.Divider />
          {active ? (
            <ViewItems
              view={active}
              columns={columns}
              account={account}
              onAsk={ask}
              onChange={(change) => changeView(active, change)}
            />
          ) : (
            <SaveItem isPossible={search !== ''} onSave={() => ask({ kind: 'save' })} />
          )}
          <CopyItem
            copying={copying}
            path={`${list}${search === '' ? '' : `?${search}`}${fragment ? `#${fragment}` : ''}`}
          />
          {active && (
            <Menu.Item
              leftSection={<IconTrash size={16} aria-hidden />}
              disabled={!active.stored.is_editable}
              onClick={() => setDialog({ kind: 'delete', view: active })}
            >
              Delete…
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <VisuallyHidden role="status">{copying.outcome === 'copied' ? copyWords.copied : ''}</VisuallyHidden>
      {isDialogNeeded && (
        <Suspense>
          <SavedViewDialog
            dialog={dialog}
            account={account}
            shown={{ list, search, ...(columns ? { columns: { ...columns.visibility } } : {}) }}
            onClose={() => setDialog(null)}
          />
        </Suspense>
      )}
    </>
  )
}

/** The person’s own views of a list, and those that colleagues share. */
function viewsOf(list: string, views: readonly PersonView[]): [own: PersonView[], others: PersonView[]] {
  const here = views.filter((view) => view.list === list)
  return [here.filter(({ stored }) => stored.is_own), here.filter(({ stored }) => !stored.is_own)]
}

/** Returns what changes a view, whether the menu it was asked from is open or not. */
function useViewChange() {
  const { mutate } = useViewWrite()
  return (view: PersonView, change: ViewChange) =>
    mutate(
      { kind: 'change', view, change },
      {
        onError: toast.failed('view', 'Couldn’t change the view'),
      },
    )
}

const SaveItem = ({ isPossible, onSave }: { isPossible: boolean; onSave: () => void }) => (
  <Menu.Item leftSection={<IconDeviceFloppy size={16} aria-hidden />} disabled={!isPossible} onClick={onSave}>
    {isPossible ? 'Save view as…' : 'Filter or sort to save a view'}
  </Menu.Item>
)

const ActiveName = ({ name }: { name: string }) => (
  <>
    <VisuallyHidden>Views: </VisuallyHidden>
    <Text span inherit truncate dir="auto">
      {name}
    </Text>
  </>
)
