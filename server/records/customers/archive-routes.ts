import type { FastifyInstance } from 'fastify'

import * as contract from '#contract/customers/archive.ts'
import type { Context } from '#server/context.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { mount } from '#server/platform/http/mount.ts'
import { requireVersion, sendVersion } from '#server/platform/http/versions.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'

import { applyChange } from './changes/apply.ts'
import { publishCustomerChange } from './form-routes.ts'

/** Which customers are archived, and archiving one of them. Surface X. */
export function customerArchive(app: FastifyInstance, context: Context): void {
  mount(app, context, contract.showArchive, async ({ tenant, params, reply }) => {
    const { version, archived_at } = await readArchive(tenant, params.id)
    sendVersion(reply, version)
    return { data: { archived_at } }
  })

  mount(app, context, contract.setArchived, async ({ tenant, caller, params, body, request, reply }) => {
    const expected = requireVersion(request)
    const { version, archived_at } = await tenant.transaction(async (trx) => {
      const before = await readArchive(trx, params.id, true)
      if (before.version !== expected) throw new HttpError('PRECONDITION_FAILED')
      const kind = body.is_archived ? 'archive' : 'unarchive'
      await applyChange(trx, caller, {
        ids: [params.id],
        change: { kind },
        publicUrl: context.publicUrl(),
      })
      return readArchive(trx, params.id)
    })
    publishCustomerChange(tenant, context)
    sendVersion(reply, version)
    return { data: { archived_at } }
  })
}

async function readArchive(tenant: Tenant, id: number, isLocked = false) {
  const query = tenant.select('customers').select(['version', 'archived_at']).where('id', '=', id)
  const row = await (isLocked ? tenant.dialect.forNoKeyUpdate(query) : query).executeTakeFirst()
  if (!row) throw new HttpError('NOT_FOUND')
  return row
}
