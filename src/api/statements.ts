import { mutationOptions, queryOptions } from '@tanstack/react-query'

import {
  type StatementScope,
  emailStatement,
  listStatementEmails,
  retryStatementEmail,
  showStatement,
  showStatementPdf,
} from '#contract/customers/account-statements.ts'
import type { EmailInput } from '#contract/invoices/emails.ts'

import { call } from './client.ts'
import { customers } from './customers.ts'
import { download } from './download.ts'

/** Statements of account of a customer. */
export const statements = {
  one: (id: number, query: StatementScope) =>
    queryOptions({
      queryKey: [...customers.all, 'statement', id, query],
      queryFn: async ({ signal }) => (await call(showStatement, { params: { id }, query }, signal)).data,
    }),
  pdf: (id: number, query: StatementScope) =>
    mutationOptions({
      mutationFn: () => download(showStatementPdf, { params: { id }, query }),
    }),
  email: (id: number, statement: StatementScope) =>
    mutationOptions({
      mutationFn: async ({ email, key }: { email: EmailInput; key: string }) =>
        (await call(emailStatement, { params: { id }, body: { ...email, statement }, key })).data,
      meta: { stale: customers.all },
    }),
  emails: (id: number) =>
    queryOptions({
      queryKey: [...customers.all, 'statement emails', id],
      queryFn: async ({ signal }) => (await call(listStatementEmails, { params: { id } }, signal)).data,
    }),
  retryEmail: () =>
    mutationOptions({
      mutationFn: async (id: number) => (await call(retryStatementEmail, { params: { id } })).data,
      meta: { stale: customers.all },
    }),
}
