import type { FastifyReply, FastifyRequest } from 'fastify'

import type { MeetingAnswerInput } from '#contract/meetings/answers.ts'
import type { Invitation } from '#contract/portal/invitations.ts'
import type { Context } from '#server/context.ts'
import { tellPeople } from '#server/outgoing/notifications/customer-acts.ts'
import { anonymousActor, originOf } from '#server/platform/access/origin.ts'
import { Tenant } from '#server/platform/access/tenant.ts'
import { consume } from '#server/platform/http/mount.ts'
import { invalidField } from '#server/platform/lib/http-error.ts'
import { readCompany } from '#server/records/company/versions.ts'
import { findInvitation } from '#server/records/meetings/answers.ts'
import { isSameAddress } from '#server/records/meetings/attendees.ts'
import { readReaders } from '#server/records/meetings/invitations.ts'
import { publishMeeting } from '#server/records/meetings/routes.ts'
import { readAttendees, readRow } from '#server/records/meetings/rows.ts'
import { answerMeeting } from '#server/records/meetings/writes.ts'

import { businessOf, toMeetingRow } from './records.ts'

/** How often one invitation can be answered in a minute. */
const mostAnswers = 20

/** Returns what the link in an invitation leads to. Throws 422 for somebody who is no longer invited, and 429. */
export async function readInvitation(
  context: Context,
  request: FastifyRequest,
  token: string,
): Promise<Invitation> {
  return show(await requireInvitation(context, request, token))
}

/** Keeps the answer of the person whose invitation has that link, and returns it. Throws 409, 422 and 429. */
export async function keepInvitationAnswer(
  context: Context,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  token: string,
  answer: MeetingAnswerInput,
): Promise<Invitation> {
  const invited = await requireInvitation(context, request, token)
  const { tenant, link, row, attendee } = invited
  await consume(context, { id: `invitation:${link}`, limit: mostAnswers }, reply)
  await tenant.transaction((trx) => answerMeeting(trx, { id: row.id, address: attendee.email }, answer))
  publishMeeting(context, tenant.account, row.id)
  tellPeople(context, tenant.account)
  return show({ ...invited, attendee: { ...attendee, ...answer } })
}

type Invited = Awaited<ReturnType<typeof requireInvitation>>

async function show({ tenant, row, attendee }: Invited): Promise<Invitation> {
  const sender = await readCompany(tenant)
  const readerOf = await readReaders(tenant, row)
  return {
    business: businessOf(sender),
    time_zone: sender.time_zone,
    ...readerOf(attendee.email),
    meeting: { ...toMeetingRow(row), notes: row.notes },
    answer: attendee.answer,
    note: attendee.note,
  }
}

async function requireInvitation({ store, staff }: Context, request: FastifyRequest, token: string) {
  const { db, dialect } = store
  const found = await findInvitation(db, token)
  if (!found) {
    await staff.countGuess(request)
    throw invalidField('token', 'This link doesn’t work. Open it from the email again.')
  }
  const { id: link, account_id, meeting_id, address } = found
  const reader = new Tenant(db, dialect, account_id, '')
  const row = await readRow(reader, meeting_id)
  const attendee = (await readAttendees(reader, row)).find(({ email }) => isSameAddress(email, address))
  if (!attendee) throw invalidField('token', 'You’re no longer invited to this meeting.')
  const { kind, id, name, email } = attendee
  // Others than the customer are known by their address alone.
  const origin =
    kind === 'customer' && id !== null ? originOf({ kind, id }, request) : anonymousActor(request).origin
  return { link, row, attendee, tenant: new Tenant(db, dialect, account_id, name || email, origin) }
}
