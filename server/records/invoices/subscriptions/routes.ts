import type { FastifyInstance } from 'fastify'

import * as plans from '#contract/plans.ts'
import type { SubscriptionMove } from '#contract/subscription-states.ts'
import * as subscriptions from '#contract/subscriptions.ts'
import { defaultPageSize } from '#contract/surface.ts'
import type { Context } from '#server/context.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { writeOnce } from '#server/platform/http/idempotency.ts'
import { mount } from '#server/platform/http/mount.ts'
import { requireVersion, sendVersion } from '#server/platform/http/versions.ts'
import { now } from '#server/platform/lib/clock.ts'
import { draftRecurring } from '#server/records/invoices/recurring-job.ts'

import { settleSubscription } from './closing.ts'
import { addPlan, listPlans, readPlan, setPlanArchived, updatePlan } from './plans.ts'
import { listSubscriptions, readSubscription } from './rows.ts'
import { addSubscription, moveSubscription, updateSubscription } from './writes.ts'

/** Plans and the subscriptions to them. Surface X. */
export function subscriptionPlans(app: FastifyInstance, context: Context): void {
  const publishChange = ({ account }: Tenant) =>
    context.live.publish(account, { topic: 'invoices', id: null })
  mountPlans(app, context, publishChange)
  mountSubscriptions(app, context, publishChange)
}

type Publish = (tenant: Tenant) => void

function mountPlans(app: FastifyInstance, context: Context, publishChange: Publish): void {
  mount(app, context, plans.listPlans, async ({ tenant, query }) => {
    const { page = 1, limit = defaultPageSize, ...filter } = query
    const { rows, total } = await listPlans(tenant, { page, limit, ...filter })
    return { data: rows, meta: { total, page, limit }, timestamp: now() }
  })

  mount(app, context, plans.showPlan, async ({ tenant, params: { id }, reply }) => {
    const data = await readPlan(tenant, id)
    sendVersion(reply, data.version)
    return { data }
  })

  mount(app, context, plans.createPlan, async ({ tenant, body, request, reply }) => {
    const data = await writeOnce(plans.createPlan, { tenant, request, reply, body }, async (trx) =>
      readPlan(trx, await addPlan(trx, body)),
    )
    publishChange(tenant)
    sendVersion(reply, data.version)
    return { data }
  })

  mount(app, context, plans.updatePlan, async ({ tenant, params: { id }, body, request, reply }) => {
    const version = requireVersion(request)
    const given = { tenant, request, reply, body: { version, body } }
    const data = await writeOnce(plans.updatePlan, given, async (trx) => {
      await updatePlan(trx, { id, version }, body)
      return readPlan(trx, id)
    })
    publishChange(tenant)
    sendVersion(reply, data.version)
    return { data }
  })

  for (const [endpoint, isArchived] of [
    [plans.archivePlan, true],
    [plans.unarchivePlan, false],
  ] as const)
    mount(app, context, endpoint, async ({ tenant, params: { id }, request, reply }) => {
      const data = await writeOnce(endpoint, { tenant, request, reply }, async (trx) => {
        await setPlanArchived(trx, id, isArchived)
        return readPlan(trx, id)
      })
      publishChange(tenant)
      sendVersion(reply, data.version)
      return { data }
    })
}

function mountSubscriptions(app: FastifyInstance, context: Context, publishChange: Publish): void {
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
