import type { ReactNode } from 'react'

import type { ExportJob } from '#kit/list/export-file.tsx'
import { ListExport } from '#kit/list/export.tsx'
import { SelectionBar } from '#kit/list/selection-bar.tsx'
import type { RowSelection } from '#kit/list/selection.ts'
import { pluralize } from '#lib/pluralize.ts'

interface Props<Row extends { readonly id: number }, Kept> extends Pick<ExportJob, 'name' | 'one' | 'file'> {
  selected: RowSelection<Row, Kept>
  isNarrowed: boolean
  /** How many match; 0 while the total is that of another search. */
  total: number
  /** More that can be done with the selected rows. */
  children?: ReactNode
}

/** What can be done with the selected rows, or with all that match: export, and what else its list has. */
export function ExportSelection<Row extends { readonly id: number }, Kept>({
  selected,
  isNarrowed,
  total,
  children,
  ...job
}: Props<Row, Kept>) {
  const { selection, isAll, isWholePage } = selected
  const count = isAll ? total : selection.size
  if (count === 0) return null
  return (
    <SelectionBar
      label={
        <span role="status">
          {isAll ? 'All ' : ''}
          {pluralize(count, job.one)} selected
        </span>
      }
      total={total}
      onSelectAll={isWholePage && total > count ? selected.selectAll : undefined}
      isNarrowed={isNarrowed}
      onClear={selected.clear}
    >
      {children}
      <ListExport {...job} total={count} compact />
    </SelectionBar>
  )
}
