import { useQueryClient } from '@tanstack/react-query'

import { csvExports, exportSelected } from '#api/exports.ts'
import type { InvoiceQuery } from '#api/invoices.ts'
import type { Invoice } from '#contract/invoices.ts'
import type { Features } from '#contract/session.ts'
import { ListExport } from '#kit/list/export.tsx'
import { SelectionBar } from '#kit/list/selection-bar.tsx'
import type { RowSelection } from '#kit/list/selection.ts'
import { pluralize } from '#lib/pluralize.ts'

interface Props {
  selected: RowSelection<Invoice>
  query: InvoiceQuery
  isNarrowed: boolean
  /** How many match; 0 while the total is that of another search. */
  total: number
  features: Features
}

/** Actions on the selected invoices, or on all that match: export. */
export function InvoiceSelectionBar({ selected, query, isNarrowed, total, features }: Props) {
  const client = useQueryClient()
  const { selection, isAll, isWholePage } = selected
  const count = isAll ? total : selection.size
  if (count === 0) return null
  return (
    <SelectionBar
      label={
        <span role="status">
          {isAll ? 'All ' : ''}
          {pluralize(count, 'invoice')} selected
        </span>
      }
      total={total}
      onSelectAll={isWholePage && total > count ? selected.selectAll : undefined}
      isNarrowed={isNarrowed}
      onClear={selected.clear}
    >
      <ListExport
        name="invoices"
        one="invoice"
        total={count}
        file={
          isAll
            ? csvExports.invoices(client, features, query)
            : exportSelected('invoices', [...selection.keys()])
        }
        compact
      />
    </SelectionBar>
  )
}
