import type { FastifyInstance } from 'fastify'

import * as contract from '#contract/customers/account-statements.ts'
import type { Context } from '#server/context.ts'
import { emailOnce, requireMailServer, retryOnce } from '#server/outgoing/mail/email-routes.ts'
import { listEmails } from '#server/outgoing/mail/emails.ts'
import { mount } from '#server/platform/http/mount.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'
import { sendPdf } from '#server/records/invoices/pdf-routes.ts'
import { requirePdf } from '#server/records/invoices/pdf.ts'

import { queueStatement, readName, readStatementPdf, statementQueue } from './emails.ts'
import { readStatement } from './statement.ts'

/** Statements of account. Surface X. */
export function accountStatements(app: FastifyInstance, context: Context): void {
  mount(app, context, contract.showStatement, async ({ tenant, params: { id }, query }) => ({
    data: (await readStatement(tenant, id, query)).shown,
  }))

  mount(app, context, contract.showStatementPdf, ({ tenant, params: { id }, query, reply }) =>
    sendPdf(context, reply, (needs) => readStatementPdf(needs, tenant, id, query)),
  )

  mount(app, context, contract.emailStatement, async (call) => {
    const { tenant, caller, params, body } = call
    requireMailServer(context)
    await requirePdf(readStatementPdf(context, tenant, params.id, body.statement ?? {}))
    return emailOnce(context, statementQueue, contract.emailStatement, call, (trx) =>
      queueStatement(trx, caller, params.id, body),
    )
  })

  mount(app, context, contract.listStatementEmails, async ({ tenant, params: { id } }) => {
    if (!(await readName(tenant, id))) throw new HttpError('NOT_FOUND')
    return { data: await listEmails(tenant, 'customer', id) }
  })

  mount(app, context, contract.retryStatementEmail, (call) =>
    retryOnce(context, statementQueue, contract.retryStatementEmail, call),
  )
}
