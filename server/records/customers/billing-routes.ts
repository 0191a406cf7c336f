import type { FastifyInstance } from 'fastify'

import * as contract from '#contract/customer-billing.ts'
import type { Context } from '#server/context.ts'
import { writeOnce } from '#server/platform/http/idempotency.ts'
import { mount } from '#server/platform/http/mount.ts'
import { requireVersion, sendVersion } from '#server/platform/http/versions.ts'

import { readBilling, writeBilling } from './billing.ts'

/** How a customer is billed. Surface X. */
export function customerBilling(app: FastifyInstance, context: Context): void {
  mount(app, context, contract.showBilling, async ({ tenant, params: { id }, reply }) => {
    const data = await readBilling(tenant, id)
    sendVersion(reply, data.version)
    return { data }
  })

  mount(
    app,
    context,
    contract.updateBilling,
    async ({ tenant, caller, params: { id }, body, request, reply }) => {
      const version = requireVersion(request)
      const data = await writeOnce(
        contract.updateBilling,
        { tenant, request, reply, body: { version, ...body } },
        async (trx) => {
          await writeBilling(trx, caller, { id, version }, body)
          return readBilling(trx, id)
        },
      )
      context.live.publish(tenant.account, { topic: 'customers', id })
      context.live.publish(tenant.account, { topic: 'invoices', id: null })
      sendVersion(reply, data.version)
      return { data }
    },
  )
}
