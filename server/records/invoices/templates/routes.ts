import type { FastifyInstance } from 'fastify'

import {
  chooseCustomerInvoiceTemplate,
  invoiceTemplates as kind,
  showCustomerInvoiceTemplate,
} from '#contract/invoices/templates.ts'
import type { Context } from '#server/context.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { mount } from '#server/platform/http/mount.ts'
import { readCompany } from '#server/records/company/versions.ts'
import { mountResource } from '#server/records/resources/mount-resource.ts'

import { choose, readChosen } from './choice.ts'
import { currentLook } from './rows.ts'
import { listInvoiceTemplates, storedInvoiceTemplates } from './stored.ts'

/** Mounts templates of invoices. Surface X. */
export function invoiceTemplates(app: FastifyInstance, context: Context): void {
  mountResource(app, context, kind, {
    ...storedInvoiceTemplates,
    list: async (tenant) => ({ data: await listInvoiceTemplates(tenant) }),
    actions: {},
  })

  const shown = async (tenant: Tenant, id: number) => ({
    data: {
      invoice_template_id: await readChosen(tenant, id),
      look: await currentLook(tenant, id, await readCompany(tenant)),
    },
  })

  mount(app, context, showCustomerInvoiceTemplate, ({ tenant, params: { id } }) => shown(tenant, id))

  mount(app, context, chooseCustomerInvoiceTemplate, async ({ tenant, caller, params: { id }, body }) => {
    await tenant.transaction((trx) => choose(trx, caller, id, body.invoice_template_id))
    for (const topic of kind.live) context.live.publish(tenant.account, { topic, id: null })
    context.live.publish(tenant.account, { topic: 'customers', id })
    return shown(tenant, id)
  })
}
