import type { FastifyInstance } from 'fastify'

import * as contract from '#contract/customers/trash.ts'
import { defaultPageSize } from '#contract/wire/surface.ts'
import type { Context } from '#server/context.ts'
import { mount } from '#server/platform/http/mount.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'

import { publishCustomerChange } from '../form-routes.ts'
import { purge } from './purge.ts'
import { restoreFromTrash } from './restore.ts'
import { findInTrash, listTrash } from './rows.ts'

/** Deleted customers: listed, restored, permanently deleted. Surface X. */
export function customerTrash(app: FastifyInstance, context: Context): void {
  mount(app, context, contract.listDeletedCustomers, async ({ tenant, query }) => {
    const { page = 1, limit = defaultPageSize, search = '' } = query
    const { rows, total } = await listTrash(tenant, { page, limit, search })
    return { data: rows, meta: { total, page, limit } }
  })

  mount(app, context, contract.showDeletedCustomer, async ({ tenant, params }) => {
    const data = await findInTrash(tenant, params.id)
    if (!data) throw new HttpError('NOT_FOUND')
    return { data }
  })

  mount(app, context, contract.restoreCustomers, async ({ tenant, caller, body }) => {
    const restored = await tenant.transaction((trx) =>
      restoreFromTrash(trx, caller, [...new Set(body.customers)], context.publicUrl()),
    )
    if (restored > 0) publishCustomerChange(tenant, context)
    return { data: { restored } }
  })

  mount(app, context, contract.deletePermanently, async ({ tenant, body }) => {
    const tokens = await tenant.transaction((trx) => purge(trx, [...new Set(body.customers)]))
    publishCustomerChange(tenant, context)
    await context.files.remove(tokens)
    return undefined
  })
}
