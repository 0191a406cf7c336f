import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'

import { customerTrash } from '#api/customer-trash.ts'
import { type DeletedCustomer, keptInTrashDays } from '#contract/customer-trash.ts'
import { BackLink } from '#kit/back-link.tsx'
import { ColumnMenu, useColumnChoice } from '#kit/list/columns.tsx'
import { EmptyList } from '#kit/list/empty.tsx'
import { ListPager } from '#kit/list/pager.tsx'
import { ListAnswer } from '#kit/list/result.tsx'
import type { RowOptions } from '#kit/list/rows.tsx'
import { ListScreen, ListToolbar, isBlank } from '#kit/list/screen.tsx'
import { ListSearch } from '#kit/list/search.tsx'
import { SelectionBar } from '#kit/list/selection-bar.tsx'
import { ListTable } from '#kit/list/table.tsx'
import { useListScreen } from '#kit/list/use-list-screen.ts'
import { PageHeader } from '#kit/page-header.tsx'
import { prepareToasts } from '#kit/toast.ts'

import { countOf } from '../-deletion.tsx'
import { DeletePermanentlyDialog } from './delete-permanently-dialog.tsx'
import { mergedText } from './deleted-name.ts'
import { RestoreButton } from './restore-button.tsx'
import { trashColumns } from './trash-columns.tsx'
import type { TrashSearch } from './trash-search.ts'
import { useTrashActions } from './use-trash-actions.ts'

prepareToasts()

interface Props {
  search: TrashSearch
  setSearch: (update: (old: TrashSearch) => TrashSearch, replace?: boolean) => void
}

/** Deleted customers, to restore or to delete permanently. */
export function TrashList({ search, setSearch }: Props) {
  const list = useQuery(customerTrash.list(search))
  const rows = list.data?.rows
  const screen = useListScreen<DeletedCustomer, TrashSearch>({ list, query: search, setSearch })
  const { total, change } = screen
  const [selected, setSelected] = useState<ReadonlyMap<number, DeletedCustomer>>(new Map())
  const [toDelete, setToDelete] = useState<readonly DeletedCustomer[]>()
  const clear = useCallback(() => setSelected(new Map()), [])
  const actions = useTrashActions({ onDone: clear })
  const select = useCallback(
    (some: readonly DeletedCustomer[], isSelected: boolean) =>
      setSelected((before) => {
        const next = new Map(before)
        for (const row of some) {
          if (isSelected) next.set(row.id, row)
          else next.delete(row.id)
        }
        return next
      }),
    [],
  )
  const columns = useColumnChoice('trash', trashColumns)
  const some = [...selected.values()]

  return (
    <ListScreen isBlank={isBlank(list, search.search !== '')}>
      <PageHeader
        back={<BackLink to="/customers">Customers</BackLink>}
        title="Trash"
        subtitle={`Deleted customers can be restored for ${keptInTrashDays} days`}
      />
      <ListToolbar rest={<ColumnMenu choice={columns} />}>
        <ListSearch
          label="Search the trash"
          placeholder="Search name, company, email"
          value={search.search}
          onSearch={(text) => change({ search: text }, true)}
        />
      </ListToolbar>
      <ListAnswer
        list={list}
        empty={
          <EmptyList
            icon={IconTrash}
            isPastTheEnd={total > 0}
            onFirstPage={() => change({ page: 1 })}
            noMatch={
              search.search !== '' && {
                title: 'No matching customers in the trash',
                hint: 'Try fewer words, or a different part of the name, company or email.',
                clear: 'Clear search',
                onClear: () => change({ search: '' }),
              }
            }
            nothing={{
              title: 'The trash is empty',
              hint: `Customers you delete stay here for ${keptInTrashDays} days.`,
            }}
          />
        }
      >
        <ListTable
          label="Deleted customers"
          columns={columns}
          page={{ ...screen.page, rows }}
          row={rowOptions}
          selection={{ selected, onSelect: select }}
        />
      </ListAnswer>
      {screen.pager && <ListPager {...screen.pager} />}
      {selected.size > 0 && (
        <SelectionBar label={`${countOf(selected.size)} selected`} onClear={clear}>
          <Button size="compact-md" loading={actions.isBusy} onClick={() => actions.restore(some)}>
            Restore
          </Button>
          <Button
            size="compact-md"
            color="red"
            variant="light"
            disabled={actions.isBusy}
            onClick={() => setToDelete(some)}
          >
            Delete permanently
          </Button>
        </SelectionBar>
      )}
      {toDelete && (
        <DeletePermanentlyDialog
          customers={toDelete}
          onClose={() => setToDelete(undefined)}
          onConfirm={() => actions.deletePermanently(toDelete)}
        />
      )}
    </ListScreen>
  )
}

const rowOptions: RowOptions<DeletedCustomer> = {
  id: ({ id }) => id,
  phone: (customer) => ({
    detail: `${customer.company_name || customer.email} · ${mergedText(customer) || `deleted by ${customer.deleted_by}`}`,
    end: <RestoreButton customer={customer} />,
  }),
}
