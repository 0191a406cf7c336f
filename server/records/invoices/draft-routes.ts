import type { FastifyInstance } from 'fastify'

import * as contract from '#contract/invoices/drafts.ts'
import type { Context } from '#server/context.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { writeOnce } from '#server/platform/http/idempotency.ts'
import { mount } from '#server/platform/http/mount.ts'
import { requireIfMatch, requireVersion, sendVersion } from '#server/platform/http/versions.ts'

import { readDetails } from './details.ts'
import { addDraft, deleteDraft, duplicateInvoice, updateDraft } from './drafts.ts'

/** Invoices that staff write, until they are sent. Surface X. */
export function invoiceDrafts(app: FastifyInstance, context: Context): void {
  const publishChange = ({ account }: Tenant, id: number | null) =>
    context.live.publish(account, { topic: 'invoices', id })

  mount(app, context, contract.createDraft, async ({ tenant, caller, body, request, reply }) => {
    const data = await writeOnce(contract.createDraft, { tenant, request, reply, body }, async (trx) =>
      readDetails(trx, await addDraft(trx, caller, body)),
    )
    publishChange(tenant, data.id)
    sendVersion(reply, data.version)
    return { data }
  })

  mount(app, context, contract.updateDraft, async ({ tenant, params: { id }, body, request, reply }) => {
    const version = requireVersion(request)
    const content = { version, body }
    const data = await writeOnce(
      contract.updateDraft,
      { tenant, request, reply, body: content },
      async (trx) => {
        await updateDraft(trx, id, version, body)
        return readDetails(trx, id)
      },
    )
    publishChange(tenant, id)
    sendVersion(reply, data.version)
    return { data }
  })

  mount(app, context, contract.deleteDraft, async ({ tenant, caller, params: { id }, request }) => {
    requireIfMatch(request)
    await tenant.transaction((trx) => deleteDraft(trx, caller, id))
    publishChange(tenant, null)
    return undefined
  })

  mount(
    app,
    context,
    contract.duplicateInvoice,
    async ({ tenant, caller, params: { id }, request, reply }) => {
      const data = await writeOnce(contract.duplicateInvoice, { tenant, request, reply }, async (trx) =>
        readDetails(trx, await duplicateInvoice(trx, caller, id)),
      )
      publishChange(tenant, data.id)
      sendVersion(reply, data.version)
      return { data }
    },
  )
}
