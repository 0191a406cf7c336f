import type { FastifyInstance, FastifyReply } from 'fastify'

import * as contract from '#contract/account/saved-view-writes.ts'
import { type View, listViews } from '#contract/account/saved-views.ts'
import type { Context } from '#server/context.ts'
import type { StaffCaller } from '#server/platform/access/caller-types.ts'
import { asStaff } from '#server/platform/access/caller.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { writeOnce } from '#server/platform/http/idempotency.ts'
import { mount } from '#server/platform/http/mount.ts'
import { requireVersion, sendVersion } from '#server/platform/http/versions.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'

import { findView, readViews } from './rows.ts'
import { addMoved, addView, changeMarks, changeView, removeView } from './writes.ts'

/** Saved views of lists. Surface X, for people only. */
export function savedViews(app: FastifyInstance, context: Context): void {
  const publishChange = ({ account }: Tenant) => context.live.publish(account, { topic: 'views', id: null })

  mount(app, context, listViews, async ({ tenant, caller }) => ({
    data: await readViews(tenant, asStaff(caller)),
  }))

  mount(app, context, contract.createView, async ({ tenant, caller, body, request, reply }) => {
    const staff = asStaff(caller)
    // With the person: the stored response shows what is their own about the view.
    const call = { tenant, request, reply, body: { user: staff.user.id, ...body } }
    const data = await writeOnce(contract.createView, call, async (trx) =>
      readOne(trx, staff, await addView(trx, staff, body), reply),
    )
    publishChange(tenant)
    return { data }
  })

  mount(app, context, contract.moveViews, async ({ tenant, caller, body }) => {
    const added = await tenant.transaction((trx) => addMoved(trx, asStaff(caller), body.views))
    if (added > 0) publishChange(tenant)
    return { data: { added } }
  })

  mount(app, context, contract.updateView, async ({ tenant, caller, params, body, request, reply }) => {
    const staff = asStaff(caller)
    const version = requireVersion(request)
    const data = await tenant.transaction(async (trx) => {
      await changeView(trx, staff, { id: params.id, version, input: body })
      return readOne(trx, staff, params.id, reply)
    })
    publishChange(tenant)
    return { data }
  })

  mount(app, context, contract.markView, async ({ tenant, caller, params, body, reply }) => {
    const staff = asStaff(caller)
    const data = await tenant.transaction(async (trx) => {
      await changeMarks(trx, staff, params.id, body)
      return readOne(trx, staff, params.id, reply)
    })
    publishChange(tenant)
    return { data }
  })

  mount(app, context, contract.deleteView, async ({ tenant, caller, params, request }) => {
    const version = requireVersion(request)
    await tenant.transaction((trx) => removeView(trx, asStaff(caller), params.id, version))
    publishChange(tenant)
    return undefined
  })
}

/** Reads a view; its version becomes the ETag of the response. Throws 404. */
async function readOne(trx: Tenant, caller: StaffCaller, id: number, reply: FastifyReply): Promise<View> {
  const view = await findView(trx, caller, id)
  if (!view) throw new HttpError('NOT_FOUND')
  sendVersion(reply, view.version)
  return view
}
