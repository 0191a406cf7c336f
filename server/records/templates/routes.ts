import type { FastifyInstance } from 'fastify'

import * as contract from '#contract/templates.ts'
import type { Context } from '#server/context.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { writeOnce } from '#server/platform/http/idempotency.ts'
import { mount } from '#server/platform/http/mount.ts'
import { requireVersion, sendVersion } from '#server/platform/http/versions.ts'

import { listTemplates, readTemplate } from './rows.ts'
import { type About, readValues } from './values.ts'
import { addTemplate, deleteTemplate, updateTemplate } from './writes.ts'

/** Templates of documents and emails. Surface X. */
export function templates(app: FastifyInstance, context: Context): void {
  const publish = ({ account }: Tenant) => context.live.publish(account, { topic: 'templates', id: null })

  mount(app, context, contract.listTemplates, async ({ tenant, query: { kind } }) => ({
    data: await listTemplates(tenant, kind),
  }))

  mount(app, context, contract.showTemplate, async ({ tenant, params: { id }, reply }) => {
    const data = await readTemplate(tenant, id)
    sendVersion(reply, data.version)
    return { data }
  })

  mount(app, context, contract.createTemplate, async ({ tenant, caller, body, request, reply }) => {
    const data = await writeOnce(contract.createTemplate, { tenant, request, reply, body }, async (trx) =>
      readTemplate(trx, await addTemplate(trx, caller, body)),
    )
    publish(tenant)
    sendVersion(reply, data.version)
    return { data }
  })

  mount(
    app,
    context,
    contract.updateTemplate,
    async ({ tenant, caller, params: { id }, body, request, reply }) => {
      const version = requireVersion(request)
      const given = { tenant, request, reply, body: { version, body } }
      const data = await writeOnce(contract.updateTemplate, given, async (trx) => {
        await updateTemplate(trx, caller, { id, version }, body)
        return readTemplate(trx, id)
      })
      publish(tenant)
      sendVersion(reply, data.version)
      return { data }
    },
  )

  mount(app, context, contract.deleteTemplate, async ({ tenant, caller, params: { id } }) => {
    await tenant.transaction((trx) => deleteTemplate(trx, caller, id))
    publish(tenant)
    return undefined
  })

  mount(app, context, contract.showPlaceholderValues, async ({ tenant, query }) => {
    const values = await readValues(tenant, aboutOf(query))
    return { data: { ...values } as Record<string, string | null> }
  })
}

/** The first record that the request names. */
function aboutOf(query: {
  readonly invoice_id?: number | undefined
  readonly proposal_id?: number | undefined
  readonly contract_id?: number | undefined
  readonly customer_id?: number | undefined
}): About {
  for (const kind of ['invoice', 'proposal', 'contract', 'customer'] as const) {
    const id = query[`${kind}_id`]
    if (id !== undefined) return { kind, id }
  }
  return { kind: 'nothing', id: 0 }
}
