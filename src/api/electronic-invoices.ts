import { mutationOptions, queryOptions } from '@tanstack/react-query'

import {
  downloadElectronicCreditNote,
  downloadElectronicInvoice,
  showElectronicCreditNote,
  showElectronicInvoice,
} from '#contract/invoices/electronic-invoices.ts'

import { call } from './client.ts'
import { download } from './download.ts'
import { invoices } from './invoices.ts'

/** The endpoints of a kind of document. */
const endpoints = {
  invoice: { show: showElectronicInvoice, file: downloadElectronicInvoice },
  'credit note': { show: showElectronicCreditNote, file: downloadElectronicCreditNote },
} as const
export type ElectronicKind = keyof typeof endpoints

/** Electronic invoices and credit notes. */
export const electronicInvoices = {
  /** What a document lacks in each format. */
  of: (kind: ElectronicKind, id: number) =>
    queryOptions({
      queryKey: [...invoices.all, 'electronic', kind, id] as const,
      queryFn: async ({ signal }) => (await call(endpoints[kind].show, { params: { id } }, signal)).data,
    }),
  download: (kind: ElectronicKind, id: number) =>
    mutationOptions({
      mutationFn: (format: 'xrechnung' | 'peppol') =>
        download(endpoints[kind].file, { params: { id }, query: { format } }),
    }),
}
