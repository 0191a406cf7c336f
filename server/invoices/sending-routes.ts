import type { FastifyInstance } from 'fastify'

import * as contract from '#contract/invoice-sending.ts'
import type { Tenant } from '#server/access/tenant.ts'
import type { Context } from '#server/context.ts'
import { writeOnce } from '#server/http/idempotency.ts'
import { mount } from '#server/http/mount.ts'
import { requireVersion, sendVersion } from '#server/http/versions.ts'

import { readDetails } from './details.ts'
import { keepPdf } from './pdf.ts'
import { sendInvoice, voidInvoice } from './sending.ts'

/** What becomes of an invoice once it is written. Surface X. */
export function invoiceSending(app: FastifyInstance, context: Context): void {
  const publishChange = ({ account }: Tenant, id: number) =>
    context.live.publish(account, { topic: 'invoices', id })

  mount(app, context, contract.sendInvoice, async ({ tenant, caller, params: { id }, request, reply }) => {
    const version = requireVersion(request)
    const given = { tenant, request, reply, body: version }
    const data = await writeOnce(contract.sendInvoice, given, async (trx) => {
      await sendInvoice(trx, caller, id, version)
      return readDetails(trx, id)
    })
    await keepPdf(context, tenant, id)
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
