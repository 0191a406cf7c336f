import type { FastifyInstance } from 'fastify'

import * as contract from '#contract/invoice-templates.ts'
import type { Context } from '#server/context.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { writeOnce } from '#server/platform/http/idempotency.ts'
import { mount } from '#server/platform/http/mount.ts'
import { requireVersion, sendVersion } from '#server/platform/http/versions.ts'

import { listInvoiceTemplates, readInvoiceTemplate } from './rows.ts'
import {
  addInvoiceTemplate,
  choose,
  deleteInvoiceTemplate,
  readChosen,
  updateInvoiceTemplate,
} from './writes.ts'

/** What invoices look like. Surface X. */
export function invoiceTemplates(app: FastifyInstance, context: Context): void {
  const publish = ({ account }: Tenant) => {
    context.live.publish(account, { topic: 'templates', id: null })
    // Open drafts are shown with their template.
    context.live.publish(account, { topic: 'invoices', id: null })
  }

  mount(app, context, contract.listInvoiceTemplates, async ({ tenant }) => ({
    data: await listInvoiceTemplates(tenant),
  }))

  mount(app, context, contract.showInvoiceTemplate, async ({ tenant, params: { id }, reply }) => {
    const data = await readInvoiceTemplate(tenant, id)
    sendVersion(reply, data.version)
    return { data }
  })

  mount(app, context, contract.createInvoiceTemplate, async ({ tenant, caller, body, request, reply }) => {
    const given = { tenant, request, reply, body }
    const data = await writeOnce(contract.createInvoiceTemplate, given, async (trx) =>
      readInvoiceTemplate(trx, await addInvoiceTemplate(trx, caller, body)),
    )
    publish(tenant)
    sendVersion(reply, data.version)
    return { data }
  })

  mount(
    app,
    context,
    contract.updateInvoiceTemplate,
    async ({ tenant, caller, params: { id }, body, request, reply }) => {
      const version = requireVersion(request)
      const given = { tenant, request, reply, body: { version, body } }
      const data = await writeOnce(contract.updateInvoiceTemplate, given, async (trx) => {
        await updateInvoiceTemplate(trx, caller, { id, version }, body)
        return readInvoiceTemplate(trx, id)
      })
      publish(tenant)
      sendVersion(reply, data.version)
      return { data }
    },
  )

  mount(app, context, contract.deleteInvoiceTemplate, async ({ tenant, caller, params: { id } }) => {
    await tenant.transaction((trx) => deleteInvoiceTemplate(trx, caller, id))
    publish(tenant)
    return undefined
  })

  mount(app, context, contract.showCustomerInvoiceTemplate, async ({ tenant, params: { id } }) => ({
    data: { invoice_template_id: await readChosen(tenant, id) },
  }))

  mount(
    app,
    context,
    contract.chooseCustomerInvoiceTemplate,
    async ({ tenant, caller, params: { id }, body }) => {
      await tenant.transaction((trx) => choose(trx, caller, id, body.invoice_template_id))
      publish(tenant)
      context.live.publish(tenant.account, { topic: 'customers', id })
      return { data: body }
    },
  )
}
