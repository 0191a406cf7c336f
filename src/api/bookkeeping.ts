import {
  exportCreditNotePdfs,
  exportCreditNotes,
  exportInvoicePdfs,
  exportPayments,
  exportTaxes,
} from '#contract/exports.ts'
import type { Period } from '#lib/calendar.ts'

import { download } from './download.ts'
import type { Export } from './exports.ts'

const bookkeeping = {
  'invoice-taxes': exportTaxes,
  payments: exportPayments,
  'credit-notes': exportCreditNotes,
}

/** A file for the books; an empty day doesn't limit the period. */
export function bookkeepingFile(
  file: keyof typeof bookkeeping | 'invoice-pdfs' | 'credit-note-pdfs',
  period: Period,
): Export {
  const [from, to] = [period.from || undefined, period.to || undefined]
  return (options) => {
    switch (file) {
      case 'invoice-pdfs':
        return download(
          exportInvoicePdfs,
          { query: { created_from: from, created_to: to, sort: 'id' } },
          { ...options, type: 'application/zip' },
        )
      case 'credit-note-pdfs':
        return download(
          exportCreditNotePdfs,
          { query: { from, to } },
          { ...options, type: 'application/zip' },
        )
      default:
        return download(bookkeeping[file], { query: { from, to } }, options)
    }
  }
}
