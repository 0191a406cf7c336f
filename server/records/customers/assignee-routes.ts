import type { FastifyInstance } from 'fastify'

import { assignCustomer } from '#contract/customers/assignee.ts'
import type { Context } from '#server/context.ts'
import { mount } from '#server/platform/http/mount.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'

import { applyChange } from './changes/apply.ts'
import { toAssignment } from './changes/requests.ts'
import { publishCustomerChange } from './form-routes.ts'

/** Who looks after a customer. Surface X. */
export function customerAssignee(app: FastifyInstance, context: Context): void {
  mount(app, context, assignCustomer, async ({ tenant, caller, params, body }) => {
    const { person = null } = await tenant.transaction(async (trx) => {
      const change = await toAssignment(trx, body.person)
      const publicUrl = context.publicUrl()
      const { missing } = await applyChange(trx, caller, { ids: [params.id], change, publicUrl })
      if (missing > 0) throw new HttpError('NOT_FOUND')
      return change
    })
    publishCustomerChange(tenant, context)
    return { data: { assignee: person } }
  })
}
