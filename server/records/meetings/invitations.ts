import { type MeetingReason, meetingEmail } from '#contract/email-texts/meeting-email-texts.ts'
import { type InvoiceLanguage, localeOf } from '#contract/invoices/looks.ts'
import type { InvitationMethod, MeetingAttendee, MeetingEmail } from '#contract/meetings/meetings.ts'
import { minuteMs } from '#contract/values/durations.ts'
import { listEmails, queueEmail } from '#server/outgoing/mail/emails.ts'
import type { EmailRow } from '#server/outgoing/mail/queue.ts'
import type { PortalCaller, StaffCaller, IntegrationCaller } from '#server/platform/access/caller-types.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { Actor } from '#server/platform/audit/activity.ts'
import { now, timestamp } from '#server/platform/lib/clock.ts'
import { timeRangeText, zoneText } from '#server/platform/lib/formats.ts'
import { currentLook } from '#server/records/invoices/templates/rows.ts'

import { recordMeeting } from './activity.ts'
import { addressesOf, isSameAddress } from './attendees.ts'
import { type Organizer, calendarOf } from './calendar.ts'
import { type MeetingRow, attendeesOf, invitedOf, readAttendees, readRow } from './rows.ts'

/** Who changes a meeting. */
export type MeetingActor = StaffCaller | IntegrationCaller | PortalCaller

/** The address that emails about meetings come from; null where nothing is emailed. */
export interface MailNeeds {
  readonly from: string | null
}

const methods: Readonly<Record<MeetingReason, InvitationMethod>> = {
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
  const queue = (reason: MeetingReason, recipients: readonly string[]) =>
    queueInvitation(tenant, needs, actor, row, { reason, recipients, dueAt })
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
const gatherMs = 15 * minuteMs

/** Forgets emails about the meeting that wait for their turn: the next one says it all. */
async function dropWaiting(tenant: Tenant, id: number): Promise<void> {
  await tenant
    .delete('emails')
    .where('about', '=', 'meeting')
    .where('about_id', '=', id)
    .where('status', '=', 'queued')
    .where('attempts', '=', 0)
    .where('next_attempt_at', '>', now())
    .execute()
}

/** Returns when a customer’s change can be emailed: now, or a while after the email before. */
async function nextTurn(tenant: Tenant, id: number): Promise<string> {
  const last = await tenant
    .select('emails')
    .select('created_at')
    .where('about', '=', 'meeting')
    .where('about_id', '=', id)
    .where('actor_id', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const at = now()
  const turn = last ? timestamp(Date.parse(last.created_at) + gatherMs) : at
  return turn > at ? turn : at
}

/** To whom emails are sent, why, and from when on. */
interface Addressed {
  readonly reason: MeetingReason
  readonly recipients: readonly string[]
  readonly dueAt: string
}

/** Queues an email to each of them, with a link of their own. */
async function queueInvitation(
  tenant: Tenant,
  { from }: MailNeeds,
  actor: MeetingActor,
  row: MeetingRow,
  { reason, recipients, dueAt }: Addressed,
): Promise<void> {
  if (recipients.length === 0) return
  const { name, timeZone } = await tenant.business()
  const attendees = await readAttendees(tenant, row)
  const method = methods[reason]
  const calendar = calendarOf(row, {
    method,
    // Everybody sees who comes; a cancellation is for those alone who get it.
    attendees: method === 'REQUEST' ? attendees : namedAs(recipients, attendees),
    ...senderOf(row, { name, from }),
    nowMs: Date.now(),
  })
  const readerOf = await readReaders(tenant, row)
  for (const address of recipients)
    await queueEmail(tenant, actor, {
      about: 'meeting',
      about_id: row.id,
      kind: method,
      calendar,
      ...(row.organizer_email !== null && { reply_to: row.organizer_email }),
      to: [address],
      ...textsOf(row, readerOf(address), { reason, business: name, timeZone }),
      due_at: dueAt,
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
        answer: null,
        note: '',
      },
  )

/** In what language somebody reads about a meeting, and how times are written in it. */
export interface Reader {
  readonly language: InvoiceLanguage
  readonly locale: string
}

/** Returns a function from addresses to how their owners read: colleagues in English, everybody else as the customer does. */
export async function readReaders(
  tenant: Tenant,
  row: Pick<MeetingRow, 'attendees' | 'customer_id'>,
): Promise<(address: string) => Reader> {
  const { country } = await tenant.business()
  const look = await currentLook(tenant, row.customer_id ?? 0, { country })
  const colleagues = attendeesOf(row).filter(({ kind }) => kind === 'staff')
  return (address) =>
    colleagues.some(({ email }) => isSameAddress(email, address))
      ? { language: 'en', locale: 'en-US' }
      : { language: look.language, locale: localeOf(look) }
}

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

function textsOf(
  { title, starts_at, ends_at, time_zone, place, link, notes, status }: MeetingRow,
  { language, locale }: Reader,
  { reason, business, timeZone }: { reason: MeetingReason; business: string; timeZone: string },
): { readonly subject: string; readonly message: string } {
  const zones = [...new Set([time_zone, timeZone])]
  return meetingEmail(language, {
    reason,
    business,
    title,
    times: zones.map((zone) => `${timeRangeText(starts_at, ends_at, zone, locale)} (${zoneText(zone)})`),
    place,
    link: status === 'canceled' ? '' : link,
    notes: methods[reason] === 'CANCEL' ? '' : notes,
  })
}

/** Returns the emails about the meeting, the newest first. Throws 404. */
export async function listInvitations(tenant: Tenant, id: number): Promise<MeetingEmail[]> {
  await readRow(tenant, id)
  const emails = await listEmails(tenant, 'meeting', id)
  return emails.map(({ kind: method, ...email }) => ({ ...email, method }))
}

type InvitationRow = EmailRow<'meeting'>

/** Why an email isn't sent any more, in a sentence. A cancellation always is: somebody may have the invitation. */
export async function meetingEmailObstacle(
  tenant: Tenant,
  { about_id, kind }: InvitationRow,
): Promise<string | undefined> {
  if (kind === 'CANCEL') return undefined
  const { status, ends_at } = await readRow(tenant, about_id)
  if (status === 'canceled') return 'The meeting was canceled.'
  return ends_at < now() ? 'The meeting is over.' : undefined
}

const emailed = { REQUEST: 'Invitation emailed', CANCEL: 'Invitation withdrawn by email' } as const
const failed = {
  REQUEST: 'Invitation email failed',
  CANCEL: 'Email to withdraw the invitation failed',
} as const

/** Records in the activity that one of the emails failed, or once, that all were sent. */
export async function recordMeetingEmail(
  tenant: Tenant,
  actor: Actor,
  { about_id, kind }: InvitationRow,
  isSent: boolean,
): Promise<void> {
  if (isSent) {
    // Of two at the same moment, the second must see that the first was sent.
    await tenant.lock(`meeting emails ${about_id}`)
    if (await hasMore(tenant, about_id, kind)) return
  }
  await recordMeeting(
    tenant,
    actor,
    await readRow(tenant, about_id),
    isSent
      ? { event: 'emailed', description: emailed[kind] }
      : { event: 'email_failed', description: failed[kind] },
  )
}

/** Whether other emails of that kind about the meeting are on their way. */
async function hasMore(tenant: Tenant, id: number, kind: InvitationMethod): Promise<boolean> {
  const row = await tenant
    .select('emails')
    .select('id')
    .where('about', '=', 'meeting')
    .where('about_id', '=', id)
    .where('kind', '=', kind)
    .where('status', 'in', ['queued', 'sending'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
