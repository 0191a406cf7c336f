import { mutationOptions } from '@tanstack/react-query'

import { showInvoicePdf } from '#contract/invoice-pdf.ts'

import { download } from './download.ts'

/** The PDF of an invoice. */
export const invoicePdf = {
  download: (id: number) =>
    mutationOptions({
      mutationFn: () =>
        download(
          showInvoicePdf,
          { params: { id } },
          { signal: new AbortController().signal, type: 'application/pdf' },
        ),
    }),
}
