import type { FastifyInstance } from 'fastify'

import * as contract from '#contract/customers/merge.ts'
import type { Context } from '#server/context.ts'
import { writeOnce } from '#server/platform/http/idempotency.ts'
import { mount } from '#server/platform/http/mount.ts'
import { requireVersion } from '#server/platform/http/versions.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'

import { publishCustomerChange } from '../form-routes.ts'
import { merge } from './merge.ts'

/** Merging two customers, and where links to a merged one lead. Surface X. */
export function customerMerge(app: FastifyInstance, context: Context): void {
  mount(app, context, contract.mergeCustomers, async ({ tenant, caller, params, body, request, reply }) => {
    const version = requireVersion(request)
    const { id } = params
    const data = await writeOnce(
      contract.mergeCustomers,
      { tenant, request, reply, body },
      async (trx) => {
        await merge(trx, caller, { id, version, body, publicUrl: context.publicUrl() })
        return { id }
      },
      () => {
        publishCustomerChange(tenant, context)
        context.live.publish(tenant.account, { topic: 'invoices', id: null })
      },
    )
    return { data }
  })

  mount(app, context, contract.showMerged, async ({ tenant, params }) => {
    const row = await tenant
      .select('customer_merges')
      .select('survivor_id')
      .where('id', '=', params.id)
      .executeTakeFirst()
    if (!row) throw new HttpError('NOT_FOUND')
    return { data: row }
  })
}
