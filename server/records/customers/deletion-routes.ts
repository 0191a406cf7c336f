import type { FastifyInstance } from 'fastify'

import * as contract from '#contract/customers/deletions.ts'
import type { Context } from '#server/context.ts'
import { writeOnce } from '#server/platform/http/idempotency.ts'
import { mount } from '#server/platform/http/mount.ts'

import { cancelDeletion, readDeletion, readRunning, requestDeletion } from './matching-deletion.ts'

/** Deletions of all customers that match a filter. Surface X. */
export function customerDeletions(app: FastifyInstance, context: Context): void {
  mount(app, context, contract.deleteMatchingCustomers, async ({ tenant, caller, body, request, reply }) => ({
    data: await writeOnce(
      contract.deleteMatchingCustomers,
      { tenant, request, reply, body },
      (trx) => requestDeletion(trx, caller, body),
      ({ id, caused_by }) => context.deletions.run({ id, account_id: tenant.account, caused_by }),
    ),
  }))

  mount(app, context, contract.listCustomerDeletions, async ({ tenant }) => ({
    data: await readRunning(tenant),
  }))

  mount(app, context, contract.showCustomerDeletion, async ({ tenant, params }) => ({
    data: await readDeletion(tenant, params.id),
  }))

  mount(app, context, contract.cancelCustomerDeletion, async ({ tenant, params }) => ({
    data: await tenant.transaction((trx) => cancelDeletion(trx, params.id)),
  }))
}
