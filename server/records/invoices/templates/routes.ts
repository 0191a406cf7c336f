import type { FastifyInstance } from 'fastify'

import {
  chooseCustomerInvoiceTemplate,
  invoiceTemplates as kind,
  showCustomerInvoiceTemplate,
} from '#contract/invoices/templates.ts'
import type { Context } from '#server/context.ts'
import { mount } from '#server/platform/http/mount.ts'
import { mountResource } from '#server/records/resources/mount-resource.ts'

import { choose, readChosen } from './choice.ts'
import { listInvoiceTemplates, storedInvoiceTemplates } from './stored.ts'

/** Mounts templates of invoices. Surface X. */
export function invoiceTemplates(app: FastifyInstance, context: Context): void {
  mountResource(app, context, kind, {
    ...storedInvoiceTemplates,
    list: async (tenant) => ({ data: await listInvoiceTemplates(tenant) }),
    actions: {},
  })

  mount(app, context, showCustomerInvoiceTemplate, async ({ tenant, params: { id } }) => ({
    data: { invoice_template_id: await readChosen(tenant, id) },
  }))

  mount(app, context, chooseCustomerInvoiceTemplate, async ({ tenant, caller, params: { id }, body }) => {
    await tenant.transaction((trx) => choose(trx, caller, id, body.invoice_template_id))
    for (const topic of kind.live) context.live.publish(tenant.account, { topic, id: null })
    context.live.publish(tenant.account, { topic: 'customers', id })
    return { data: body }
  })
}
