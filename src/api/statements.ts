import { mutationOptions, queryOptions } from '@tanstack/react-query'

import {
  type StatementScope,
  emailStatement,
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
}
