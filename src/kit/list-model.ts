import {
  type ColumnDef,
  type RowData,
  columnVisibilityFeature,
  metaHelper,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo } from 'react'

import type { ColumnChoice } from './list-columns.tsx'

export interface ListSort {
  /** A column's `sort`; a leading `-` turns it round. */
  readonly by: string
  readonly onSort: (by: string) => void
}

/** What our lists use of the table library; rows come searched, sorted and cut from the query layer. */
export const listFeatures = tableFeatures({
  columnVisibilityFeature,
  rowSortingFeature,
  columnMeta: metaHelper<{ align?: 'end' | undefined }>(),
})

/** The table behind a list: which columns show, and by which of them the rows are sorted. */
export function useListModel<Row extends RowData>(
  choice: ColumnChoice<Row>,
  rows: readonly Row[],
  sort: ListSort | undefined,
) {
  const columns = useMemo(
    () =>
      choice.all.map((column): ColumnDef<typeof listFeatures, Row> => ({
        id: column.id,
        header: column.label,
        accessorFn: column.text,
        cell: ({ row }) => (column.cell ?? column.text)(row.original),
        enableSorting: column.sort !== undefined,
        meta: { align: column.align },
      })),
    [choice.all],
  )
  const sorted = choice.all.find((column) => column.sort === sort?.by.replace(/^-/, ''))
  const sorting = sorted?.sort === undefined ? [] : [{ id: sorted.id, desc: sort?.by !== sorted.sort }]
  return useTable({
    features: listFeatures,
    columns,
    data: rows as Row[],
    state: { columnVisibility: choice.visibility, sorting },
    manualSorting: true,
    enableSorting: sort !== undefined,
    enableMultiSort: false,
    enableSortingRemoval: false,
    sortDescFirst: false,
    onSortingChange: (change) => {
      const [next] = typeof change === 'function' ? change(sorting) : change
      const by = choice.all.find((column) => column.id === next?.id)?.sort
      if (next && by !== undefined) sort?.onSort(next.desc ? `-${by}` : by)
    },
  })
}
