import type { FastifyInstance } from 'fastify'

import * as contract from '#contract/invoices/payments.ts'
import type { Context } from '#server/context.ts'
import { requireMailServer } from '#server/outgoing/mail/email-routes.ts'
import { tellPeople } from '#server/outgoing/notifications/customer-acts.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { writeOnce } from '#server/platform/http/idempotency.ts'
import { mount } from '#server/platform/http/mount.ts'
import { requireVersion, sendVersion } from '#server/platform/http/versions.ts'

import { readDetails } from './details.ts'
import { queueInvoiceEmail } from './emails.ts'
import { deletePayment, recordPayment } from './payments.ts'
import { readPdf, requirePdf } from './pdf.ts'

/** Mounts payments of invoices. Surface X. */
export function invoicePayments(app: FastifyInstance, context: Context): void {
  const publishChange = ({ account }: Tenant, id: number) =>
    context.live.publish(account, { topic: 'invoices', id })

  mount(
    app,
    context,
    contract.recordPayment,
    async ({ tenant, caller, params: { id }, body, request, reply }) => {
      const version = requireVersion(request)
      const given = { tenant, request, reply, body: { version, body } }
      const { email } = body
      if (email) {
        requireMailServer(context)
        await requirePdf(readPdf(context, tenant, id))
      }
      const data = await writeOnce(contract.recordPayment, given, async (trx) => {
        await recordPayment(trx, caller, { id, version }, body)
        if (email) await queueInvoiceEmail(trx, caller, id, { ...email, kind: 'receipt' }, ['email'])
        return readDetails(trx, id)
      })
      publishChange(tenant, id)
      tellPeople(context, tenant.account)
      sendVersion(reply, data.version)
      return { data }
    },
  )

  mount(app, context, contract.deletePayment, async ({ tenant, caller, params: { id }, request, reply }) => {
    const version = requireVersion(request)
    const given = { tenant, request, reply, body: version }
    const data = await writeOnce(contract.deletePayment, given, async (trx) =>
      readDetails(trx, await deletePayment(trx, caller, { id, version })),
    )
    publishChange(tenant, data.id)
    sendVersion(reply, data.version)
    return { data }
  })
}
