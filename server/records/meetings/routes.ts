import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance, FastifyReply } from 'fastify'

import type { Endpoint } from '#contract/endpoint.ts'
import * as contract from '#contract/meetings.ts'
import { defaultPageSize } from '#contract/surface.ts'
import type { Context } from '#server/context.ts'
import type { Caller } from '#server/platform/access/caller-types.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { HttpError } from '#server/platform/http/errors.ts'
import { writeOnce } from '#server/platform/http/idempotency.ts'
import { type Call, mount } from '#server/platform/http/mount.ts'
import { requireVersion, sendVersion } from '#server/platform/http/versions.ts'
import { now } from '#server/platform/lib/clock.ts'
import { requireMailServer } from '#server/records/invoices/email-routes.ts'

import { readPeople } from './attendees.ts'
import { calendarOf } from './calendar.ts'
import { type MailNeeds, listMeetingEmails, senderOf } from './invitations.ts'
import { listMeetings, readMeeting, readRow } from './rows.ts'
import { addMeeting, cancelMeeting, inviteToMeeting, updateMeeting } from './writes.ts'

/** Meetings. Surface X. */
export function meetings(app: FastifyInstance, context: Context): void {
  mountReads(app, context)
  const needs = mailNeedsOf(context)
  const publish = ({ account }: Tenant, id: number) => publishMeeting(context, account, id)

  /** Writes once, and answers with the meeting whose id `work` returns. */
  const once = async (
    endpoint: Pick<Endpoint, 'status' | 'method'>,
    { tenant, request, reply }: Pick<Call<Endpoint>, 'tenant' | 'request' | 'reply'>,
    body: unknown,
    work: (trx: Tenant) => Promise<number>,
  ) => {
    const data = await writeOnce(endpoint, { tenant, request, reply, body }, async (trx) =>
      readMeeting(trx, await work(trx)),
    )
    publish(tenant, data.id)
    context.outbox.wake()
    sendVersion(reply, data.version)
    return { data }
  }

  mount(app, context, contract.createMeeting, async ({ body, ...call }) => {
    if (body.notify) requireMailServer(context)
    requireContacts(call.caller, body)
    return once(contract.createMeeting, call, body, (trx) => addMeeting(trx, needs(), call.caller, body))
  })

  mount(app, context, contract.updateMeeting, async ({ params: { id }, body, ...call }) => {
    if (body.notify) requireMailServer(context)
    requireContacts(call.caller, body)
    const version = requireVersion(call.request)
    return once(contract.updateMeeting, call, { version, body }, async (trx) => {
      await updateMeeting(trx, needs(), call.caller, { id, version }, body)
      return id
    })
  })

  mount(app, context, contract.cancelMeeting, async ({ params: { id }, body: { notify }, ...call }) => {
    if (notify) requireMailServer(context)
    const version = requireVersion(call.request)
    return once(contract.cancelMeeting, call, { version, notify }, async (trx) => {
      await cancelMeeting(trx, needs(), call.caller, { id, version }, notify)
      return id
    })
  })

  mount(app, context, contract.inviteToMeeting, async ({ params: { id }, ...call }) => {
    requireMailServer(context)
    return once(contract.inviteToMeeting, call, null, async (trx) => {
      await inviteToMeeting(trx, needs(), call.caller, id)
      return id
    })
  })
}

function mountReads(app: FastifyInstance, context: Context): void {
  mount(app, context, contract.listMeetings, async ({ tenant, query }) => {
    const { page = 1, limit = defaultPageSize, ...filter } = query
    const timestamp = now()
    const { rows, total } = await listMeetings(tenant, { page, limit, ...filter }, timestamp)
    return { data: rows, meta: { total, page, limit }, timestamp }
  })

  mount(app, context, contract.showMeeting, async ({ tenant, params: { id }, reply }) => {
    const data = await readMeeting(tenant, id)
    sendVersion(reply, data.version)
    return { data }
  })

  mount(app, context, contract.showMeetingCalendar, async ({ tenant, params: { id }, reply }) =>
    sendCalendar(reply, await readCalendar(context, tenant, id)),
  )

  mount(app, context, contract.listMeetingEmails, async ({ tenant, params: { id } }) => ({
    data: await listMeetingEmails(tenant, id),
  }))

  mount(app, context, contract.listMeetingPeople, async ({ tenant }) => ({ data: await readPeople(tenant) }))
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
