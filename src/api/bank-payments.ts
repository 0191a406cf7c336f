import { mutationOptions, queryOptions } from '@tanstack/react-query'

import {
  type BankPaymentInput,
  type BankPaymentRecording,
  type BankPaymentState,
  deleteBankImport,
  importBankPayments,
  listBankPayments,
  recordBankPayment,
  recordSuggested,
  reopenBankPayment,
  setAsideBankPayment,
  showBankPayment,
} from '#contract/invoices/bank-payments.ts'
import type { BankPaymentSort } from '#contract/wire/list-sorts.ts'

import { call } from './client.ts'
import { invoices } from './invoices.ts'
import { type PageQuery, pageQuery } from './record-queries.ts'

interface BankPaymentQuery extends PageQuery {
  readonly search: string
  readonly state?: BankPaymentState | undefined
  readonly sort?: BankPaymentSort | undefined
}

// Stale with the invoices, as they are with what is recorded: what is suggested depends on what is due.
const all = [...invoices.all, 'bank'] as const
const meta = { stale: invoices.all }

/** Payments that arrived at the bank. */
export const bankPayments = {
  list: ({ search, state, sort, ...page }: BankPaymentQuery) =>
    pageQuery(listBankPayments, all, page, { search, state, sort }),
  one: (id: number) =>
    queryOptions({
      queryKey: [...all, 'one', id] as const,
      queryFn: async ({ signal }) => (await call(showBankPayment, { params: { id } }, signal)).data,
    }),
  import: () =>
    mutationOptions({
      mutationFn: async ({
        source,
        payments,
        key,
      }: {
        readonly source: string
        readonly payments: readonly BankPaymentInput[]
        readonly key: string
      }) => (await call(importBankPayments, { body: { source, payments: [...payments] }, key })).data,
      meta,
    }),
  record: (id: number) =>
    mutationOptions({
      mutationFn: async ({ key, ...body }: BankPaymentRecording & { readonly key: string }) =>
        (await call(recordBankPayment, { params: { id }, body, key })).data,
      meta,
    }),
  recordSuggested: () =>
    mutationOptions({
      // What is recorded isn't recorded again, so it needs no key.
      mutationFn: async ({ ids }: { readonly ids: readonly number[] }) =>
        (await call(recordSuggested, { body: { ids: [...ids] } })).data,
      meta,
    }),
  deleteImport: (id: number) =>
    mutationOptions({
      mutationFn: async ({ key }: { readonly key: string }) =>
        (await call(deleteBankImport, { params: { id }, key })).data,
      meta,
    }),
  setAside: (id: number) =>
    mutationOptions({
      mutationFn: async ({ isSetAside, key }: { readonly isSetAside: boolean; readonly key: string }) =>
        (await call(isSetAside ? setAsideBankPayment : reopenBankPayment, { params: { id }, key })).data,
      meta,
    }),
}
