import { useQueryClient } from '@tanstack/react-query'

import { csvExports, exportSelected } from '#api/exports.ts'
import { invoicePdfs } from '#api/invoice-pdf.ts'
import type { InvoiceQuery } from '#api/invoices.ts'
import type { Session } from '#contract/access/session.ts'
import type { Invoice } from '#contract/invoices/invoices.ts'
import { isFinal } from '#contract/invoices/states.ts'
import { idsAtOnce } from '#contract/wire/list-query.ts'
import { ListExport } from '#kit/list/export.tsx'
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

/** What else can be done with the selected invoices, or with all that match. */
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
      <PdfsButton selected={selected} query={query} total={total} />
    </ExportSelection>
  )
}

/** Saves the PDFs of those that were sent; up to as many as a request can name. */
function PdfsButton({ selected, query, total }: Pick<Props, 'selected' | 'query' | 'total'>) {
  const ids = [...selected.selection].filter(([, { status }]) => isFinal(status)).map(([id]) => id)
  const count = selected.isAll ? total : ids.length
  if (count === 0 || count > idsAtOnce) return null
  const file = invoicePdfs(selected.isAll ? { query } : { ids })
  return (
    <ListExport name="invoices" ending="zip" one="invoice" total={count} file={file} compact>
      Download PDFs
    </ListExport>
  )
}
