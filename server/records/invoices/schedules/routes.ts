import type { FastifyInstance } from 'fastify'

import { schedules, showScheduleOfInvoice } from '#contract/invoices/schedules.ts'
import type { Context } from '#server/context.ts'
import { mount } from '#server/platform/http/mount.ts'
import { mountResource, pageOf } from '#server/records/resources/mount-resource.ts'

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
  mountResource(app, context, schedules, {
    list: (tenant, query) => pageOf(query, (page) => listSchedules(tenant, page)),
    read: readSchedule,
    create: addSchedule,
    async update(trx, actor, which, input) {
      await requireOwn(trx, which.id)
      await updateSchedule(trx, actor, which, input)
    },
    async remove(trx, actor, which) {
      await requireOwn(trx, which.id)
      await deleteSchedule(trx, actor, which)
    },
    actions: {
      async pause(trx, actor, { id }) {
        await requireOwn(trx, id)
        await pauseSchedule(trx, actor, id)
      },
      async resume(trx, actor, { id }) {
        await requireOwn(trx, id)
        await resumeSchedule(trx, actor, id)
      },
    },
    // The first invoice may be due today.
    settled: async ({ account }) => {
      await draftRecurring(context, Date.now(), account).catch((error: unknown) => {
        context.log.error({ err: error }, 'recurring invoices not drafted')
      })
    },
  })

  mount(app, context, showScheduleOfInvoice, async ({ tenant, params: { id } }) => {
    await readStored(tenant, id)
    return { data: await scheduleOfInvoice(tenant, id) }
  })
}
