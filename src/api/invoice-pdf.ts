import { mutationOptions } from '@tanstack/react-query'

import { exportInvoicePdfs } from '#contract/exports.ts'
import { showInvoicePdf } from '#contract/invoices/pdf.ts'

import { type Export, download } from './download.ts'
import { type InvoiceQuery, filterQuery } from './invoices.ts'

/** The PDF of an invoice. */
export const invoicePdf = {
  download: (id: number) =>
    mutationOptions({
      mutationFn: () => download(showInvoicePdf, { params: { id } }),
    }),
}

/** The PDFs of those invoices, or of all that the list's search and filters leave, in a ZIP file. */
export const invoicePdfs =
  (of: { readonly ids: readonly number[] } | { readonly query: InvoiceQuery }): Export =>
  (options) => {
    const query = 'ids' in of ? { ids: of.ids.join(',') } : { ...filterQuery(of.query), sort: of.query.sort }
    return download(exportInvoicePdfs, { query }, options)
  }
