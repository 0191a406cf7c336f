import type { FastifyInstance } from 'fastify'

import type { SubscriptionMove } from '#contract/invoices/subscription-states.ts'
import * as subscriptions from '#contract/invoices/subscriptions.ts'
import { defaultPageSize } from '#contract/wire/surface.ts'
import type { Context } from '#server/context.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { writeOnce } from '#server/platform/http/idempotency.ts'
import { mount } from '#server/platform/http/mount.ts'
import { requireVersion, sendVersion } from '#server/platform/http/versions.ts'
import { now } from '#server/platform/lib/clock.ts'
import { draftRecurring } from '#server/records/invoices/recurring-job.ts'

import { settleSubscription } from './closing.ts'
import { mountPlans } from './plans.ts'
import { listSubscriptions, readSubscription } from './rows.ts'
import { addSubscription, moveSubscription, updateSubscription } from './writes.ts'

/** Plans and the subscriptions to them. Surface X. */
export function subscriptionPlans(app: FastifyInstance, context: Context): void {
  const publishChange = ({ account }: Tenant) =>
    context.live.publish(account, { topic: 'invoices', id: null })
  mountPlans(app, context)
  mountSubscriptions(app, context, publishChange)
}

function mountSubscriptions(
  app: FastifyInstance,
  context: Context,
  publishChange: (tenant: Tenant) => void,
): void {
  // The first invoice may be due today.
  const draftDue = ({ account }: Tenant) =>
    draftRecurring(context, Date.now(), account).catch((error: unknown) => {
      context.log.error({ err: error }, 'subscriptions not billed')
    })

  mount(app, context, subscriptions.listSubscriptions, async ({ tenant, query }) => {
    const { page = 1, limit = defaultPageSize, ...filter } = query
    const { rows, total, recurring_revenue } = await listSubscriptions(tenant, { page, limit, ...filter })
    return { data: rows, meta: { total, page, limit }, recurring_revenue, timestamp: now() }
  })

  mount(app, context, subscriptions.showSubscription, async ({ tenant, params: { id }, reply }) => {
    const data = await readSubscription(tenant, id)
    sendVersion(reply, data.version)
    return { data }
  })

  mount(app, context, subscriptions.createSubscription, async ({ tenant, caller, body, request, reply }) => {
    const given = { tenant, request, reply, body }
    const data = await writeOnce(subscriptions.createSubscription, given, async (trx) =>
      readSubscription(trx, await addSubscription(trx, caller, body)),
    )
    await draftDue(tenant)
    publishChange(tenant)
    sendVersion(reply, data.version)
    return { data }
  })

  mount(
    app,
    context,
    subscriptions.updateSubscription,
    async ({ tenant, caller, params: { id }, body, request, reply }) => {
      const version = requireVersion(request)
      const given = { tenant, request, reply, body: { version, body } }
      const data = await writeOnce(subscriptions.updateSubscription, given, async (trx) => {
        await updateSubscription(trx, caller, { id, version }, body)
        return readSubscription(trx, id)
      })
      await draftDue(tenant)
      publishChange(tenant)
      sendVersion(reply, data.version)
      return { data }
    },
  )

  mount(
    app,
    context,
    subscriptions.settleSubscription,
    async ({ tenant, caller, params: { id }, request, reply }) => {
      const data = await writeOnce(
        subscriptions.settleSubscription,
        { tenant, request, reply },
        async (trx) => {
          await settleSubscription(trx, caller, id)
          return readSubscription(trx, id)
        },
      )
      publishChange(tenant)
      sendVersion(reply, data.version)
      return { data }
    },
  )

  const moves = {
    pause: subscriptions.pauseSubscription,
    resume: subscriptions.resumeSubscription,
    cancel: subscriptions.cancelSubscription,
    keep: subscriptions.keepSubscription,
  } as const
  for (const move of Object.keys(moves) as SubscriptionMove[]) {
    const endpoint = moves[move]
    mount(app, context, endpoint, async ({ tenant, caller, params: { id }, request, reply }) => {
      const data = await writeOnce(endpoint, { tenant, request, reply }, async (trx) => {
        await moveSubscription(trx, caller, id, move)
        return readSubscription(trx, id)
      })
      await draftDue(tenant)
      publishChange(tenant)
      sendVersion(reply, data.version)
      return { data }
    })
  }
}
