import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { customerTrash } from '#api/customer-trash.ts'
import { type DeletedCustomer, keptInTrashDays } from '#contract/customers/trash.ts'
import { BackLink } from '#kit/back-link.tsx'
import { EmptyState } from '#kit/empty-state.tsx'
import { TextLink } from '#kit/link.tsx'
import { type ListColumn, useColumnChoice } from '#kit/list/columns.tsx'
import { useFilters } from '#kit/list/filters/filters.tsx'
import { ListPage } from '#kit/list/list-page.tsx'
import type { RowOptions } from '#kit/list/rows.tsx'
import { SelectionBar } from '#kit/list/selection-bar.tsx'
import { useSelection } from '#kit/list/selection.ts'
import { useListScreen } from '#kit/list/use-list-screen.ts'
import { RelativeTime } from '#kit/relative-time.tsx'
import { prepareToasts } from '#kit/toast.ts'
import { momentOf } from '#lib/dates.ts'

import { countOf } from '../-deletion.tsx'
import { DeletePermanentlyDialog } from './delete-permanently-dialog.tsx'
import { deletedName, mergedText } from './deleted-name.ts'
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
  const screen = useListScreen<DeletedCustomer, TrashSearch>({ list, query: search, setSearch })
  const narrowing = useFilters({ filters: [], search, change: screen.change })
  const selected = useSelection<DeletedCustomer, DeletedCustomer>({
    filter: search.search,
    rows: screen.rows,
    keep: itself,
  })
  const [toDelete, setToDelete] = useState<readonly DeletedCustomer[]>()
  const actions = useTrashActions({ onDone: selected.clear })
  const columns = useColumnChoice('trash', trashColumns)
  const some = [...selected.selection.values()]

  return (
    <ListPage
      title="Trash"
      one="customer"
      rowsLabel="Deleted customers"
      subtitle={`Deleted customers can be restored for ${keptInTrashDays} days`}
      back={<BackLink to="/customers">Customers</BackLink>}
      list={list}
      screen={screen}
      columns={columns}
      row={rowOptions}
      selection={{ selected: selected.selected, onSelect: selected.select }}
      controls={{ narrowing, searches: 'Search name, company, email' }}
      noMatch={
        narrowing.isNarrowed
          ? {
              title: 'No matching customers in the trash',
              hint: 'Try fewer words, or a different part of the name, company or email.',
              clear: 'Clear search',
            }
          : undefined
      }
      nothing={
        <EmptyState icon={IconTrash} title="The trash is empty">
          Customers you delete stay here for {keptInTrashDays} days.
        </EmptyState>
      }
    >
      {some.length > 0 && (
        <SelectionBar label={`${countOf(some.length)} selected`} onClear={selected.clear}>
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
    </ListPage>
  )
}

const itself = (customer: DeletedCustomer) => customer

const rowOptions: RowOptions<DeletedCustomer> = {
  id: ({ id }) => id,
  phone: (customer) => ({
    detail: `${customer.company_name || customer.email} · ${mergedText(customer) || `deleted by ${customer.deleted_by}`}`,
    end: <RestoreButton customer={customer} />,
  }),
}

const trashColumns: readonly ListColumn<DeletedCustomer>[] = [
  { id: 'name', label: 'Name', text: deletedName, widthRem: 11.5 },
  { id: 'company_name', label: 'Company', text: ({ company_name }) => company_name ?? '', widthRem: 9 },
  { id: 'email', label: 'Email', text: ({ email }) => email, isExtra: true, widthRem: 13 },
  {
    id: 'deleted_by',
    label: 'Deleted by',
    text: ({ deleted_by, ...customer }) => [deleted_by, mergedText(customer)].filter(Boolean).join(', '),
    cell: ({ deleted_by, merged_into, merged_into_name }) =>
      merged_into === null ? (
        deleted_by
      ) : (
        <>
          {deleted_by}, merged into{' '}
          <TextLink to="/customers/$id" params={{ id: String(merged_into) }} inherit>
            <bdi>{merged_into_name ?? 'another customer'}</bdi>
          </TextLink>
        </>
      ),
    widthRem: 11.5,
  },
  {
    id: 'deleted_at',
    label: 'Deleted',
    text: ({ deleted_at }) => momentOf(deleted_at),
    cell: ({ deleted_at }) => <RelativeTime datetime={deleted_at} />,
    widthRem: 7,
  },
  {
    id: 'expires_at',
    label: 'Permanently deleted',
    text: ({ expires_at }) => momentOf(expires_at),
    cell: ({ expires_at }) => <RelativeTime datetime={expires_at} />,
    widthRem: 9.25,
  },
  {
    id: 'actions',
    label: 'Actions',
    text: () => '',
    cell: (customer) => <RestoreButton customer={customer} />,
    widthRem: 6,
  },
]

/** Restores one deleted customer, without asking. */
function RestoreButton({ customer }: { customer: DeletedCustomer }) {
  const { isBusy, restore } = useTrashActions()
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={isBusy}
      aria-label={`Restore ${deletedName(customer)}`}
      onClick={() => restore([customer])}
    >
      Restore
    </Button>
  )
}
