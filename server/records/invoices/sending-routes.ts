import type { FastifyInstance } from 'fastify'

import { sendInvoice as sendEndpoint } from '#contract/invoices/send.ts'
import * as contract from '#contract/invoices/sending.ts'
import type { Context } from '#server/context.ts'
import { requireMailServer } from '#server/outgoing/mail/email-routes.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { writeOnce } from '#server/platform/http/idempotency.ts'
import { mount } from '#server/platform/http/mount.ts'
import { requireVersion, sendVersion } from '#server/platform/http/versions.ts'

import { readDetails } from './details.ts'
import { queueInvoiceEmail } from './emails.ts'
import { keepPdf, readPdf, requirePdf } from './pdf.ts'
import { sendInvoice, voidInvoice } from './sending.ts'

/** Mounts the transitions of invoices. Surface X. */
export function invoiceSending(app: FastifyInstance, context: Context): void {
  const publishChange = ({ account }: Tenant, id: number) =>
    context.live.publish(account, { topic: 'invoices', id })

  mount(app, context, sendEndpoint, async ({ tenant, caller, params: { id }, body, request, reply }) => {
    const version = requireVersion(request)
    const { email } = body
    if (email) {
      requireMailServer(context)
      await requirePdf(readPdf(context, tenant, id))
    }
    const given = { tenant, request, reply, body: email ? { version, email } : version }
    const data = await writeOnce(sendEndpoint, given, async (trx) => {
      await sendInvoice(trx, caller, id, version)
      if (email) await queueInvoiceEmail(trx, caller, id, { ...email, kind: 'invoice' }, ['email'])
      return readDetails(trx, id)
    })
    await keepPdf(context, tenant, id)
    context.outbox.wake()
    publishChange(tenant, id)
    sendVersion(reply, data.version)
    return { data }
  })

  mount(app, context, contract.voidInvoice, async ({ tenant, caller, params: { id }, request, reply }) => {
    const data = await writeOnce(contract.voidInvoice, { tenant, request, reply }, async (trx) => {
      await voidInvoice(trx, caller, id)
      return readDetails(trx, id)
    })
    publishChange(tenant, id)
    sendVersion(reply, data.version)
    return { data }
  })
}
