import { mutationOptions, queryOptions } from '@tanstack/react-query'

import {
  type CreditNoteInput,
  emailCreditNote,
  issueCreditNote,
  listCreditNotes,
  showCreditNote,
  showCreditNotePdf,
} from '#contract/invoices/credit-notes.ts'
import type { EmailInput } from '#contract/invoices/emails.ts'
import type { CreditNoteSort } from '#contract/wire/list-sorts.ts'

import { call } from './client.ts'
import { download } from './download.ts'
import { invoices } from './invoices.ts'
import { type PageQuery, type Save, pageQuery } from './record-queries.ts'

interface CreditNoteQuery extends PageQuery {
  readonly search: string
  readonly sort?: CreditNoteSort | undefined
  readonly customer?: number | undefined
}

// Stale with the invoices: a new one comes with a change of its invoice.
const all = [...invoices.all, 'credit-notes'] as const

/** Credit notes of invoices. */
export const creditNotes = {
  list: ({ search, customer, sort, ...page }: CreditNoteQuery) =>
    pageQuery(listCreditNotes, all, page, { search, customer_id: customer, sort }),
  one: (id: number) =>
    queryOptions({
      // It never changes.
      queryKey: ['credit-notes', id] as const,
      queryFn: async ({ signal }) => (await call(showCreditNote, { params: { id } }, signal)).data,
    }),
  /** The id and the version are the invoice’s. `key`: the same for every attempt at the same credit note. */
  issue: (invoiceId: number) =>
    mutationOptions({
      mutationFn: async ({ input, ...attempt }: Save<CreditNoteInput>) =>
        (await call(issueCreditNote, { params: { id: invoiceId }, body: input, ...attempt })).data,
      meta: { stale: invoices.all },
    }),
  email: (id: number) =>
    mutationOptions({
      mutationFn: async ({ email, key }: { readonly email: EmailInput; readonly key: string }) =>
        (await call(emailCreditNote, { params: { id }, body: email, key })).data,
      meta: { stale: invoices.all },
    }),
  pdf: (id: number) =>
    mutationOptions({
      mutationFn: () => download(showCreditNotePdf, { params: { id } }),
    }),
}
