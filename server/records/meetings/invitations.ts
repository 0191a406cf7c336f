import { randomUUID } from 'node:crypto'

import type { Selectable } from 'kysely'

import type { InvitationMethod, MeetingAttendee, MeetingEmail } from '#contract/meetings.ts'
import { countEmails } from '#server/outgoing/mail/limits.ts'
import type { PortalCaller, StaffCaller, IntegrationCaller } from '#server/platform/access/caller-types.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { Actor } from '#server/platform/audit/activity-log.ts'
import type { MeetingEmailTable } from '#server/platform/db/tables/meetings.ts'
import { now, timestamp } from '#server/platform/lib/clock.ts'
import { timeRangeText, zoneText } from '#server/platform/lib/formats.ts'

import { recordMeeting } from './activity.ts'
import { addressesOf, isSameAddress } from './attendees.ts'
import { type Organizer, calendarOf } from './calendar.ts'
import { type MeetingRow, attendeesOf, invitedOf, readRow } from './rows.ts'

/** Who changes a meeting. */
export type MeetingActor = StaffCaller | IntegrationCaller | PortalCaller

/** The address that emails about meetings come from; null where nothing is emailed. */
export interface MailNeeds {
  readonly from: string | null
}

/** Why it is sent, which the subject and the first sentence say. */
type Reason = 'invited' | 'changed' | 'removed' | 'canceled'

const subjects: Readonly<Record<Reason, string>> = {
  invited: 'Invitation',
  changed: 'Updated invitation',
  removed: 'Canceled',
  canceled: 'Canceled',
}
const openings: Readonly<Record<Reason, (business: string) => string>> = {
  invited: (business) => `${business} invites you to a meeting.`,
  changed: (business) => `This meeting with ${business} has changed.`,
  removed: (business) => `You’re no longer invited to this meeting with ${business}.`,
  canceled: (business) => `This meeting with ${business} is canceled.`,
}
const methods: Readonly<Record<Reason, InvitationMethod>> = {
  invited: 'REQUEST',
  changed: 'REQUEST',
  removed: 'CANCEL',
  canceled: 'CANCEL',
}

/**
 * Queues what brings everybody's calendar up to date: the meeting for those who are invited, and its end for those who were and no
 * longer are. `isResent` for one that didn’t change. Call it in the transaction of the change; the outbox sends it.
 */
export async function queueInvitations(
  tenant: Tenant,
  needs: MailNeeds,
  actor: MeetingActor,
  id: number,
  { isResent = false }: { readonly isResent?: boolean } = {},
): Promise<void> {
  const row = await readRow(tenant, id)
  const before = invitedOf(row)
  const isCanceled = row.status === 'canceled'
  const to = isCanceled ? [] : addressesOf(attendeesOf(row))
  const removed = before.filter((one) => !to.some((other) => isSameAddress(one, other)))
  const isKnown = (address: string) => !isResent && before.some((one) => isSameAddress(one, address))
  await dropWaiting(tenant, id)
  const dueAt = actor.kind === 'customer' && !isCanceled ? await nextTurn(tenant, id) : now()
  await countEmails(tenant, 'recipient', [...to, ...removed])
  const queue = (reason: Reason, recipients: readonly string[]) =>
    recipients.length === 0 ? undefined : queueEmail(tenant, needs, actor, row, { reason, recipients, dueAt })
  await queue(
    'changed',
    to.filter((address) => isKnown(address)),
  )
  await queue(
    'invited',
    to.filter((address) => !isKnown(address)),
  )
  await queue(isCanceled ? 'canceled' : 'removed', removed)
  await tenant
    .update('meetings')
    .set({ invited: JSON.stringify(to) })
    .where('id', '=', id)
    .execute()
}

/** A customer's changes are emailed once in this time, however many there are. */
const gatherMs = 15 * 60_000

/** Forgets emails about the meeting that wait for their turn: the next one says it all. */
async function dropWaiting(tenant: Tenant, id: number): Promise<void> {
  await tenant
    .delete('meeting_emails')
    .where('meeting_id', '=', id)
    .where('status', '=', 'queued')
    .where('attempts', '=', 0)
    .where('next_attempt_at', '>', now())
    .execute()
}

/** Returns when a customer’s change can be emailed: now, or a while after the email before. */
async function nextTurn(tenant: Tenant, id: number): Promise<string> {
  const last = await tenant
    .select('meeting_emails')
    .select('created_at')
    .where('meeting_id', '=', id)
    .where('actor_id', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const at = now()
  const turn = last ? timestamp(Date.parse(last.created_at) + gatherMs) : at
  return turn > at ? turn : at
}

/** To whom an email is sent, why, and from when on. */
interface Addressed {
  readonly reason: Reason
  readonly recipients: readonly string[]
  readonly dueAt: string
}

async function queueEmail(
  tenant: Tenant,
  { from }: MailNeeds,
  actor: MeetingActor,
  row: MeetingRow,
  { reason, recipients, dueAt }: Addressed,
): Promise<void> {
  const { name, timeZone } = await tenant.business()
  const created_at = now()
  const attendees = attendeesOf(row)
  const method = methods[reason]
  const replyTo = row.organizer_email ?? (actor.kind === 'staff' ? actor.user.email : null)
  await tenant.insertOne('meeting_emails', {
    meeting_id: row.id,
    method,
    calendar: calendarOf(row, {
      method,
      // Everybody sees who comes; a cancellation is for those alone who get it.
      attendees: method === 'REQUEST' ? attendees : namedAs(recipients, attendees),
      ...senderOf(row, { name, from }),
      nowMs: Date.parse(created_at),
    }),
    status: 'queued',
    recipients: JSON.stringify(recipients),
    reply_to: replyTo,
    subject: `${subjects[reason]}: ${row.title}`,
    message: messageOf(row, { reason, business: name, timeZone }),
    message_id: randomUUID(),
    caused_by: tenant.actor,
    actor_id: actor.kind === 'staff' ? actor.user.id : null,
    created_at,
    next_attempt_at: dueAt,
  })
}

const namedAs = (recipients: readonly string[], attendees: readonly MeetingAttendee[]): MeetingAttendee[] =>
  recipients.map(
    (email) =>
      attendees.find((one) => isSameAddress(one.email, email)) ?? {
        kind: 'email',
        id: null,
        name: '',
        email,
      },
  )

/** Returns whom calendars name: the person who made the meeting, or the business at the address that emails come from. */
export function senderOf(
  row: Pick<MeetingRow, 'organizer_name' | 'organizer_email'>,
  { name, from }: { readonly name: string; readonly from: string | null },
): { readonly organizer: Organizer | null; readonly sentBy: string | null } {
  if (row.organizer_email !== null)
    return {
      organizer: { name: row.organizer_name || row.organizer_email, email: row.organizer_email },
      sentBy: from === null || isSameAddress(from, row.organizer_email) ? null : from,
    }
  return { organizer: from === null ? null : { name: name || from, email: from }, sentBy: null }
}

function messageOf(
  { title, starts_at, ends_at, time_zone, place, link, notes, status }: MeetingRow,
  { reason, business, timeZone }: { reason: Reason; business: string; timeZone: string },
): string {
  const zones = time_zone === timeZone ? [time_zone] : [time_zone, timeZone]
  const lines = [
    title,
    ...zones.map((zone) => `${timeRangeText(starts_at, ends_at, zone)} (${zoneText(zone)})`),
    ...(place === '' ? [] : [`Place: ${place}`]),
    ...(link === '' || status === 'canceled' ? [] : [`Link: ${link}`]),
  ]
  const parts = [
    openings[reason](business),
    lines.join('\n'),
    ...(notes === '' || methods[reason] === 'CANCEL' ? [] : [notes]),
    'The attached file brings your calendar up to date.',
  ]
  return `${parts.join('\n\n')}\n`
}

const columns = [
  'id',
  'method',
  'status',
  'recipients',
  'subject',
  'caused_by',
  'created_at',
  'attempts',
  'next_attempt_at',
  'sent_at',
  'problem',
] as const

/** Returns the emails about the meeting, the newest first. Throws 404. */
export async function listMeetingEmails(tenant: Tenant, id: number): Promise<MeetingEmail[]> {
  await readRow(tenant, id)
  const rows = await tenant
    .select('meeting_emails')
    .select(columns)
    .where('meeting_id', '=', id)
    .orderBy('id', 'desc')
    .limit(50)
    .execute()
  return rows.map(({ recipients, ...row }) => ({ ...row, to: JSON.parse(recipients) as string[] }))
}

type EmailRow = Pick<Selectable<MeetingEmailTable>, 'meeting_id' | 'method'>

/** Why an email isn't sent any more, in a sentence. A cancellation always is: somebody may have the invitation. */
export async function meetingEmailObstacle(
  tenant: Tenant,
  { meeting_id, method }: EmailRow,
): Promise<string | undefined> {
  if (method === 'CANCEL') return undefined
  const { status, ends_at } = await readRow(tenant, meeting_id)
  if (status === 'canceled') return 'The meeting was canceled.'
  return ends_at < now() ? 'The meeting is over.' : undefined
}

const emailed = { REQUEST: 'Invitation emailed', CANCEL: 'Invitation withdrawn by email' } as const
const failed = {
  REQUEST: 'Invitation email failed',
  CANCEL: 'Email to withdraw the invitation failed',
} as const

/** Records in the activity that an email was sent, or failed. */
export async function recordMeetingEmail(
  tenant: Tenant,
  actor: Actor,
  { meeting_id, method }: EmailRow,
  isSent: boolean,
): Promise<void> {
  await recordMeeting(
    tenant,
    actor,
    await readRow(tenant, meeting_id),
    isSent
      ? { event: 'emailed', description: emailed[method] }
      : { event: 'email_failed', description: failed[method] },
  )
}
