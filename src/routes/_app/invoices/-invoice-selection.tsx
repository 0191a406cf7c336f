import { useQueryClient } from '@tanstack/react-query'

import { csvExports, exportSelected } from '#api/exports.ts'
import type { InvoiceQuery } from '#api/invoices.ts'
import type { Invoice } from '#contract/invoices.ts'
import type { Session } from '#contract/session.ts'
import type { RowSelection } from '#kit/list/selection.ts'
import { mayWriteInvoices } from '#parts/invoices/invoice-permission.ts'
import { ExportSelection } from '#parts/lists/export-selection.tsx'

import { BulkActions } from './-bulk/bulk-actions.tsx'

/** What is kept of a selected invoice. */
export const kept = ({ invoice_number, status }: Invoice) => ({ invoice_number, status })

interface Props {
  selected: RowSelection<Invoice, ReturnType<typeof kept>>
  query: InvoiceQuery
  isNarrowed: boolean
  /** How many match; 0 while the total is that of another search. */
  total: number
  session: Session
}

/** What can be done with the selected invoices. */
export function InvoiceSelection({ selected, query, isNarrowed, total, session }: Props) {
  const client = useQueryClient()
  return (
    <ExportSelection
      name="invoices"
      one="invoice"
      file={
        selected.isAll
          ? csvExports.invoices(client, session.features, query)
          : exportSelected('invoices', [...selected.selection.keys()])
      }
      selected={selected}
      isNarrowed={isNarrowed}
      total={total}
    >
      {mayWriteInvoices(session) && !selected.isAll && (
        <BulkActions
          selection={selected.selection}
          canEmail={session.features.email}
          onDone={selected.clear}
        />
      )}
    </ExportSelection>
  )
}
