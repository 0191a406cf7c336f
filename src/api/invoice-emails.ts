import { mutationOptions, queryOptions } from '@tanstack/react-query'

import {
  type EmailInput,
  type InvoiceEmailKind,
  emailInvoice,
  listInvoiceEmails,
  retryInvoiceEmail,
} from '#contract/invoices/emails.ts'

import { call } from './client.ts'
import { invoices } from './invoices.ts'

const stale = { stale: invoices.all }

/** Emails of an invoice. */
export const invoiceEmails = {
  /** With the day on which the invoice is reminded of without anyone asking. */
  of: (invoiceId: number) =>
    queryOptions({
      queryKey: [...invoices.all, 'emails', invoiceId] as const,
      queryFn: async ({ signal }) => {
        const { data, next_reminder_on } = await call(
          listInvoiceEmails,
          { params: { id: invoiceId } },
          signal,
        )
        return { emails: data, nextReminderOn: next_reminder_on }
      },
    }),
  /** `key`: the same for every attempt at the same email, so that a repeat sends no second one. */
  send: (invoiceId: number, kind: InvoiceEmailKind) =>
    mutationOptions({
      mutationFn: async ({ email, key }: { email: EmailInput; key: string }) =>
        (await call(emailInvoice, { params: { id: invoiceId }, body: { ...email, kind }, key })).data,
      meta: stale,
    }),
  retry: () =>
    mutationOptions({
      mutationFn: async (id: number) => (await call(retryInvoiceEmail, { params: { id } })).data,
      meta: stale,
    }),
}
