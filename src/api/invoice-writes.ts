import { mutationOptions } from '@tanstack/react-query'

import {
  type DraftInput,
  createDraft,
  deleteDraft,
  duplicateInvoice,
  updateDraft,
} from '#contract/invoices/drafts.ts'
import type { InvoiceDetails } from '#contract/invoices/invoices.ts'
import { type PaymentInput, deletePayment, recordPayment } from '#contract/invoices/payments.ts'
import { voidInvoice } from '#contract/invoices/sending.ts'

import { call } from './client.ts'
import { invoices } from './invoices.ts'

/** The key is the same for every attempt at the same write; the version is the one that was read. */
interface Attempt {
  readonly key: string
  readonly version: string
}

/** Mutations of invoices, apart from the queries, which every list’s export brings along. */
export const invoiceWrites = {
  /** `key`: the same for every attempt at the same write, so that retrying doesn't do it twice. */
  createDraft: async (body: DraftInput, key: string): Promise<InvoiceDetails> =>
    (await call(createDraft, { body, key })).data,
  updateDraft: async (
    id: number,
    body: DraftInput,
    { key, version }: { readonly key: string; readonly version: string | undefined },
  ): Promise<InvoiceDetails> => (await call(updateDraft, { params: { id }, body, key, version })).data,
  deleteDraft: (id: number) =>
    mutationOptions({
      mutationFn: (version: string) => call(deleteDraft, { params: { id }, version }),
      meta: { stale: invoices.all },
    }),
  recordPayment: (id: number) =>
    mutationOptions({
      mutationFn: async ({ input, ...attempt }: Attempt & { input: PaymentInput }) =>
        (await call(recordPayment, { params: { id }, body: input, ...attempt })).data,
      meta: { stale: invoices.all },
    }),
  /** `id` is the payment’s, the version the invoice’s. */
  deletePayment: (id: number) =>
    mutationOptions({
      mutationFn: async (attempt: Attempt) =>
        (await call(deletePayment, { params: { id }, ...attempt })).data,
      meta: { stale: invoices.all },
    }),
  void: (id: number) =>
    mutationOptions({
      mutationFn: async ({ key }: { readonly key: string }) =>
        (await call(voidInvoice, { params: { id }, key })).data,
      meta: { stale: invoices.all },
    }),
  duplicate: (id: number) =>
    mutationOptions({
      mutationFn: async ({ key }: { readonly key: string }) =>
        (await call(duplicateInvoice, { params: { id }, key })).data,
      meta: { stale: invoices.all },
    }),
}
