import type { FastifyInstance } from 'fastify'

import { showPlaceholderValues, templates as kind, templateParts } from '#contract/account/templates.ts'
import type { Context } from '#server/context.ts'
import { mount } from '#server/platform/http/mount.ts'
import { mountAttachments } from '#server/records/attachments/mount-attachments.ts'
import { removeUnused } from '#server/records/attachments/stored-files.ts'
import { type Versioned, mountResource } from '#server/records/resources/mount-resource.ts'

import { attachToTemplate, deleteTemplateFiles, removeFromTemplate, requireFilesOf } from './files.ts'
import { listTemplates } from './rows.ts'
import { storedTemplates } from './stored.ts'
import { type About, readValues } from './values.ts'

/** Templates of documents and emails. Surface X. */
export function templates(app: FastifyInstance, context: Context): void {
  mountResource(app, context, kind, {
    ...storedTemplates,
    async remove(trx, actor, which: Versioned) {
      const unused = await deleteTemplateFiles(trx, which.id)
      await storedTemplates.remove(trx, actor, which)
      return () => removeUnused(context, unused)
    },
    list: async (tenant, query) => ({ data: await listTemplates(tenant, query.kind) }),
    actions: {},
  })

  mountAttachments(app, context, templateParts, {
    requireChangeable: requireFilesOf,
    attach: attachToTemplate,
    remove: removeFromTemplate,
    published: ({ account }) => context.live.publish(account, { topic: 'templates', id: null }),
  })

  mount(app, context, showPlaceholderValues, async ({ tenant, query }) => {
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
