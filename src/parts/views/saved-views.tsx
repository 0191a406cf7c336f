import { Button, Menu, Text, VisuallyHidden } from '@mantine/core'
import { IconBookmark, IconChevronDown, IconDeviceFloppy, IconTrash } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { Fragment, Suspense, useState } from 'react'

import { session } from '#api/session.ts'
import { useClipboard } from '#kit/clipboard.ts'
import { lazyWithRetry } from '#kit/lazy-with-retry.ts'
import { useOfferSaveView } from '#kit/list/save-view.ts'
import { toast } from '#kit/toast.ts'
import { canonicalSearch, columnsFragment } from '#lib/saved-views.ts'

import { type PersonView, searchOf, transientParams, usePersonViews } from './person-views.ts'
import type { DialogState } from './saved-view-dialog.tsx'
import { type Columns, useColumnsOfLink, useColumnsOfView } from './view-columns.ts'
import { CopyItem, ViewFlags, ViewItems, ViewMark, copyWords } from './view-items.tsx'
import { useViewWrite } from './view-writes.ts'

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
  const views = usePersonViews()
  const [chosen, setChosen] = useState<string>()
  const { mutate } = useViewWrite()
  const [dialog, setDialog] = useState<DialogState | null>(null)
  const [isDialogNeeded, setDialogNeeded] = useState(false)
  const ask = (about: DialogState) => {
    setDialogNeeded(true)
    setDialog(about)
  }
  const copying = useClipboard()
  const search = canonicalSearch(useLocation({ select: ({ searchStr }) => searchStr }), transientParams)
  const here = views.filter((view) => view.list === list)
  const isOthers = ({ stored }: PersonView) => !stored.is_own
  const groups = [here.filter((view) => !isOthers(view)), here.filter(isOthers)]
  const fitting = groups.flat().filter((view) => view.search === search)
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
          {groups.map((group, index) => (
            <Fragment key={index === 0 ? 'own' : 'shared'}>
              {index === 1 && group.length > 0 && <Menu.Label>Shared by colleagues</Menu.Label>}
              {group.map((view) => (
                <Menu.Item
                  key={view.id}
                  component={Link}
                  to={list}
                  search={searchOf(view.search)}
                  aria-current={view === active}
                  leftSection={<ViewMark isActive={view === active} />}
                  rightSection={<ViewFlags view={view} />}
                  onClick={() => setChosen(view.id)}
                >
                  <Text span inherit lineClamp={2} dir="auto">
                    {view.name}
                  </Text>
                  {index === 1 && (
                    <Text span display="block" size="xs" c="dimmed" dir="auto">
                      {view.stored.created_by ?? 'Former colleague'}
                    </Text>
                  )}
                </Menu.Item>
              ))}
            </Fragment>
          ))}
          <Menu.Divider />
          {active ? (
            <ViewItems
              view={active}
              columns={columns}
              account={account}
              onAsk={ask}
              onChange={(change) =>
                mutate(
                  { kind: 'change', view: active, change },
                  {
                    onError: ({ message }) =>
                      void toast({ id: 'view', color: 'red', title: 'Couldn’t change the view', message }),
                  },
                )
              }
            />
          ) : (
            <Menu.Item
              leftSection={<IconDeviceFloppy size={16} aria-hidden />}
              disabled={search === ''}
              onClick={() => ask({ kind: 'save' })}
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
