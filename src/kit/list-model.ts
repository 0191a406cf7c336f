import {
  type ColumnDef,
  type RowData,
  columnVisibilityFeature,
  metaHelper,
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
  columnMeta: metaHelper<{ align?: 'end' | undefined; sort?: string | undefined }>(),
})

/** The table behind a list: which columns show, and how each is drawn. */
export function useListModel<Row extends RowData>(choice: ColumnChoice<Row>, rows: readonly Row[]) {
  const columns = useMemo(
    () =>
      choice.all.map((column): ColumnDef<typeof listFeatures, Row> => ({
        id: column.id,
        header: column.label,
        accessorFn: column.text,
        cell: ({ row }) => (column.cell ?? column.text)(row.original),
        meta: { align: column.align, sort: column.sort },
      })),
    [choice.all],
  )
  return useTable({
    features: listFeatures,
    columns,
    data: rows as Row[],
    state: { columnVisibility: choice.visibility },
  })
}
