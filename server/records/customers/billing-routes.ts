import type { FastifyInstance } from 'fastify'

import { showBilling, updateBilling } from '#contract/customers/billing.ts'
import type { Context } from '#server/context.ts'
import { mountEdited } from '#server/records/resources/mount-edited.ts'

import { readBilling, writeBilling } from './billing.ts'

/** How a customer is billed. Surface X. */
export function customerBilling(app: FastifyInstance, context: Context): void {
  mountEdited(
    app,
    context,
    { show: showBilling, update: updateBilling },
    {
      read: (tenant, { id }) => readBilling(tenant, id),
      update: (trx, actor, { params: { id }, version }, input) =>
        writeBilling(trx, actor, { id, version }, input),
      published({ account }, { id }) {
        context.live.publish(account, { topic: 'customers', id })
        context.live.publish(account, { topic: 'invoices', id: null })
      },
    },
  )
}
