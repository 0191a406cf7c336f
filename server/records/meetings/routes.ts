import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance, FastifyReply } from 'fastify'

import { showBookingTimes, updateBookingTimes } from '#contract/meetings/booking-times.ts'
import * as contract from '#contract/meetings/meetings.ts'
import type { Context } from '#server/context.ts'
import { requireMailServer } from '#server/outgoing/mail/email-routes.ts'
import type { Caller } from '#server/platform/access/caller-types.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { mount } from '#server/platform/http/mount.ts'
import { now } from '#server/platform/lib/clock.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'
import { mountEdited } from '#server/records/resources/mount-edited.ts'
import { type Versioned, mountResource, pageOf } from '#server/records/resources/mount-resource.ts'

import { readBookingTimes, writeBookingTimes } from './booking-times.ts'
import { calendarOf } from './calendar.ts'
import { type MailNeeds, listInvitations, senderOf } from './invitations.ts'
import { listMeetings, readMeeting, readRow } from './rows.ts'
import { addMeeting, cancelMeeting, inviteToMeeting, updateMeeting } from './writes.ts'

/** Meetings. Surface X. */
export function meetings(app: FastifyInstance, context: Context): void {
  const needs = mailNeedsOf(context)

  mountResource(app, context, contract.meetings, {
    async list(tenant, query) {
      const timestamp = now()
      const answer = await pageOf(query, (page) => listMeetings(tenant, page, timestamp))
      return { ...answer, timestamp }
    },
    read: readMeeting,
    async create(trx, actor, input) {
      if (input.notify) requireMailServer(context)
      requireContacts(actor, input)
      return addMeeting(trx, needs(), actor, input)
    },
    async update(trx, actor, which, input) {
      if (input.notify) requireMailServer(context)
      requireContacts(actor, input)
      await updateMeeting(trx, needs(), actor, which, input)
    },
    actions: {
      async cancel(trx, actor, which: Versioned, { notify }) {
        if (notify) requireMailServer(context)
        await cancelMeeting(trx, needs(), actor, which, notify)
      },
      async invite(trx, actor, { id }) {
        requireMailServer(context)
        await inviteToMeeting(trx, needs(), actor, id)
      },
    },
    settled: () => context.outbox.wake(),
  })

  mount(app, context, contract.showMeetingCalendar, async ({ tenant, params: { id }, reply }) =>
    sendCalendar(reply, await readCalendar(context, tenant, id)),
  )

  mount(app, context, contract.listMeetingEmails, async ({ tenant, params: { id } }) => ({
    data: await listInvitations(tenant, id),
  }))

  mountEdited(
    app,
    context,
    { show: showBookingTimes, update: updateBookingTimes },
    {
      read: readBookingTimes,
      update: (trx, _actor, { version }, input) => writeBookingTimes(trx, version, input),
      published: ({ account }) => context.live.publish(account, { topic: 'meetings', id: null }),
    },
  )
}

/** Lets open screens read the meeting again. */
export const publishMeeting = ({ live }: Pick<Context, 'live'>, account: number, id: number): void =>
  live.publish(account, { topic: 'meetings', id })

/** Returns what emails about meetings need, as the service is set up. */
export const mailNeedsOf =
  ({ outbox, config }: Pick<Context, 'outbox' | 'config'>) =>
  (): MailNeeds => ({ from: outbox.canSend ? (config.mail?.from ?? null) : null })

/** Returns the meeting as a file that anybody can add to their calendar. Throws 404. */
export async function readCalendar(
  { config }: Pick<Context, 'config'>,
  tenant: Tenant,
  id: number,
): Promise<string> {
  const row = await readRow(tenant, id)
  const { name } = await tenant.business()
  return calendarOf(row, {
    method: 'PUBLISH',
    attendees: [],
    ...senderOf(row, { name, from: config.mail?.from ?? null }),
    nowMs: Date.now(),
  })
}

/** Answers with a calendar to be saved. */
export const sendCalendar = (reply: FastifyReply, text: string) =>
  reply
    .type('text/calendar; charset=utf-8; method=PUBLISH')
    .header('content-disposition', contentDisposition('meeting.ics'))
    .header('x-content-type-options', 'nosniff')
    .send(text)

/** Their names and addresses are part of the meeting. */
function requireContacts({ abilities }: Caller, { contact_ids }: contract.MeetingInput): void {
  if (contact_ids.length > 0 && !abilities.includes('contacts.view'))
    throw new HttpError('FORBIDDEN', 'Inviting contacts needs the permission to view them')
}
