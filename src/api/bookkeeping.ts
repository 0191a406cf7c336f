import {
  exportCreditNotePdfs,
  exportCreditNotes,
  exportInvoicePdfs,
  exportPayments,
  exportTaxes,
} from '#contract/exports.ts'
import type { Period } from '#lib/calendar.ts'

import { type Export, download } from './download.ts'

const files = {
  'invoice-taxes': exportTaxes,
  payments: exportPayments,
  'credit-notes': exportCreditNotes,
  'credit-note-pdfs': exportCreditNotePdfs,
}

/** A file for the books; an empty day doesn't limit the period. */
export const bookkeepingFile =
  (file: keyof typeof files | 'invoice-pdfs', { from, to }: Period): Export =>
  (options) =>
    file === 'invoice-pdfs'
      ? download(exportInvoicePdfs, { query: { created_from: from, created_to: to, sort: 'id' } }, options)
      : download(files[file], { query: { from, to } }, options)
