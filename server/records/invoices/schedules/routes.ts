import type { FastifyInstance } from 'fastify'

import * as contract from '#contract/invoice-schedules.ts'
import { defaultPageSize } from '#contract/surface.ts'
import type { Context } from '#server/context.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { writeOnce } from '#server/platform/http/idempotency.ts'
import { mount } from '#server/platform/http/mount.ts'
import { requireVersion, sendVersion } from '#server/platform/http/versions.ts'
import { now } from '#server/platform/lib/clock.ts'

import { readStored } from '../details.ts'
import { draftRecurring } from '../recurring-job.ts'
import { listSchedules, readSchedule, scheduleOfInvoice } from './rows.ts'
import {
  addSchedule,
  deleteSchedule,
  pauseSchedule,
  requireOwn,
  resumeSchedule,
  updateSchedule,
} from './writes.ts'

/** Recurring invoices. Surface X. */
export function invoiceSchedules(app: FastifyInstance, context: Context): void {
  const publishChange = ({ account }: Tenant) =>
    context.live.publish(account, { topic: 'invoices', id: null })
  // The first invoice may be due today.
  const draftDue = ({ account }: Tenant) =>
    draftRecurring(context, Date.now(), account).catch((error: unknown) => {
      context.log.error({ err: error }, 'recurring invoices not drafted')
    })

  mount(app, context, contract.listSchedules, async ({ tenant, query }) => {
    const { page = 1, limit = defaultPageSize, ...filter } = query
    const { rows, total } = await listSchedules(tenant, { page, limit, ...filter })
    return { data: rows, meta: { total, page, limit }, timestamp: now() }
  })

  mount(app, context, contract.showSchedule, async ({ tenant, params: { id }, reply }) => {
    const data = await readSchedule(tenant, id)
    sendVersion(reply, data.version)
    return { data }
  })

  mount(app, context, contract.showScheduleOfInvoice, async ({ tenant, params: { id } }) => {
    await readStored(tenant, id)
    return { data: await scheduleOfInvoice(tenant, id) }
  })

  mount(app, context, contract.createSchedule, async ({ tenant, caller, body, request, reply }) => {
    const data = await writeOnce(contract.createSchedule, { tenant, request, reply, body }, async (trx) =>
      readSchedule(trx, await addSchedule(trx, caller, body)),
    )
    await draftDue(tenant)
    publishChange(tenant)
    sendVersion(reply, data.version)
    return { data }
  })

  mount(
    app,
    context,
    contract.updateSchedule,
    async ({ tenant, caller, params: { id }, body, request, reply }) => {
      const version = requireVersion(request)
      const given = { tenant, request, reply, body: { version, body } }
      const data = await writeOnce(contract.updateSchedule, given, async (trx) => {
        await requireOwn(trx, id)
        await updateSchedule(trx, caller, { id, version }, body)
        return readSchedule(trx, id)
      })
      await draftDue(tenant)
      publishChange(tenant)
      sendVersion(reply, data.version)
      return { data }
    },
  )

  mount(app, context, contract.deleteSchedule, async ({ tenant, caller, params: { id }, request }) => {
    const version = requireVersion(request)
    await tenant.transaction(async (trx) => {
      await requireOwn(trx, id)
      await deleteSchedule(trx, caller, { id, version })
    })
    publishChange(tenant)
    return undefined
  })

  for (const [endpoint, change] of [
    [contract.pauseSchedule, pauseSchedule],
    [contract.resumeSchedule, resumeSchedule],
  ] as const)
    mount(app, context, endpoint, async ({ tenant, caller, params: { id }, request, reply }) => {
      const data = await writeOnce(endpoint, { tenant, request, reply }, async (trx) => {
        await requireOwn(trx, id)
        await change(trx, caller, id)
        return readSchedule(trx, id)
      })
      publishChange(tenant)
      sendVersion(reply, data.version)
      return { data }
    })
}
