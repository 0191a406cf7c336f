import type { FastifyInstance } from 'fastify'

import * as contract from '#contract/customers/changes.ts'
import type { Context } from '#server/context.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { writeOnce } from '#server/platform/http/idempotency.ts'
import { mount } from '#server/platform/http/mount.ts'

import { publishCustomerChange } from '../form-routes.ts'
import { type Carrying, cancelBatches } from './batches.ts'
import { countPermissionsOf } from './count-permissions.ts'
import { readChange, readRunningChanges, requestChange, undoChange } from './requests.ts'

/** Changes to several customers, or to all that match a filter. Surface X. */
export function customerChanges(app: FastifyInstance, context: Context): void {
  const carrying = (): Carrying => ({
    publicUrl: context.publicUrl(),
    report: (failures) => context.customerChanges.report(failures),
  })

  /** The rest is carried out in the background. */
  function continueWith(tenant: Tenant, { id, state, caused_by }: contract.CustomerChange) {
    if (state === 'running') return context.customerChanges.run({ id, account_id: tenant.account, caused_by })
    publishCustomerChange(tenant, context)
  }

  mount(app, context, contract.changeCustomers, async ({ tenant, caller, body, request, reply }) => ({
    data: await writeOnce(
      contract.changeCustomers,
      { tenant, request, reply, body },
      (trx) => requestChange(trx, caller, body, carrying()),
      (change) => continueWith(tenant, change),
    ),
  }))

  mount(app, context, contract.countPermissions, async ({ tenant, body }) => ({
    data: await countPermissionsOf(tenant, body),
  }))

  mount(app, context, contract.listCustomerChanges, async ({ tenant }) => ({
    data: await readRunningChanges(tenant),
  }))

  mount(app, context, contract.showCustomerChange, async ({ tenant, params }) => ({
    data: await readChange(tenant, params.id),
  }))

  mount(app, context, contract.cancelCustomerChange, async ({ tenant, params }) => ({
    data: await tenant.transaction(async (trx) => {
      await cancelBatches(trx, params.id)
      return readChange(trx, params.id)
    }),
  }))

  mount(app, context, contract.undoCustomerChange, async ({ tenant, caller, params, request, reply }) => ({
    data: await writeOnce(
      contract.undoCustomerChange,
      { tenant, request, reply },
      (trx) => undoChange(trx, caller, params.id, carrying()),
      (change) => continueWith(tenant, change),
    ),
  }))
}
