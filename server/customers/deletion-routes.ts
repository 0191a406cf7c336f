import { createHash } from 'node:crypto'

import type { FastifyInstance } from 'fastify'

import * as contract from '#contract/customer-deletions.ts'
import type { Context } from '#server/context.ts'
import { claimIdempotencyKey } from '#server/http/idempotency.ts'
import { mount } from '#server/http/mount.ts'

import { cancelDeletion, readDeletion, readRunning, requestDeletion } from './matching-deletion.ts'

/** Deletions of all customers that match a filter. Surface X, CHOICE 0095. */
export function customerDeletions(app: FastifyInstance, context: Context): void {
  mount(app, context, contract.deleteMatchingCustomers, async ({ tenant, body, request, reply }) => {
    const idempotent = claimIdempotencyKey(request, tenant, 'POST /api/x/customer-deletions')
    try {
      const fingerprint = createHash('sha256').update(JSON.stringify(body)).digest('hex')
      const stored = await idempotent?.storedResponse(fingerprint)
      if (stored) {
        reply.header('idempotency-replayed', 'true')
        return contract.deleteMatchingCustomers.response.parse(JSON.parse(stored.body))
      }
      const data = await tenant.transaction(async (trx) => {
        const deletion = await requestDeletion(trx, body)
        const response = {
          status: contract.deleteMatchingCustomers.status,
          body: JSON.stringify({ data: deletion }),
        }
        await idempotent?.storeResponse(trx, fingerprint, response)
        return deletion
      })
      context.deletions.run({ id: data.id, account_id: tenant.account, caused_by: data.caused_by })
      return { data }
    } finally {
      idempotent?.release()
    }
  })

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
