import { randomUUID } from 'node:crypto'

import type { CustomerAct } from '#contract/account/notifications.ts'
import type { MeetingAnswer, MeetingAnswerInput } from '#contract/meetings/answers.ts'
import { type MeetingInput, type MeetingTexts, longestMeeting } from '#contract/meetings/meetings.ts'
import { MeetingEvent } from '#contract/webhooks/event-payloads.ts'
import type { EventType } from '#contract/webhooks/events.ts'
import { emit } from '#server/outgoing/delivery/emit.ts'
import { countEmails } from '#server/outgoing/mail/limits.ts'
import { notifyOfCustomer } from '#server/outgoing/notifications/customer-acts.ts'
import type { PortalCaller } from '#server/platform/access/caller-types.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { Actor } from '#server/platform/audit/activity.ts'
import { now, timestamp } from '#server/platform/lib/clock.ts'
import { HttpError, invalidField } from '#server/platform/lib/http-error.ts'

import { recordMeeting } from './activity.ts'
import { forgetAnswers, keepAnswer } from './answers.ts'
import { isSameAddress, resolveAttendees } from './attendees.ts'
import { requireFree } from './booking-times.ts'
import { type MailNeeds, type MeetingActor, queueInvitations } from './invitations.ts'
import {
  type MeetingRow,
  attendeesOf,
  longestMs,
  readAttendees,
  readMeeting,
  readRow,
  searchTextOf,
} from './rows.ts'

/** Which meeting, and the version that was read. */
export interface Versioned {
  readonly id: number
  readonly version: number
}

/** Adds a meeting, with activity and event, and emails the invitation if asked to. Returns its id. Throws 422. */
export async function addMeeting(
  tenant: Tenant,
  needs: MailNeeds,
  actor: MeetingActor,
  input: MeetingInput,
): Promise<number> {
  const columns = { ...textsOf(input), ...(await attendeesOfInput(tenant, input)) }
  if (input.notify) requireToCome(columns)
  return add(tenant, needs, actor, { columns, notify: input.notify })
}

/** Adds a meeting that a customer makes with the business. Returns its id. Throws 409 with too many, and 422, also where the time isn't free. */
export async function addOwnMeeting(
  tenant: Tenant,
  needs: MailNeeds,
  customer: PortalCaller,
  texts: MeetingTexts,
): Promise<number> {
  const columns = textsOf(texts)
  requireFuture(columns)
  await requireFree(tenant, columns)
  await requireRoom(tenant, customer)
  const chosen = { customer_id: customer.id, contact_ids: [], staff_ids: [], emails: [] }
  const attendees = await attendeesOfInput(tenant, chosen)
  // They put it into their calendar from the portal, if they like.
  return add(tenant, needs, customer, { columns: { ...columns, ...attendees }, notify: false })
}

/** How many meetings to come a customer can have made. */
const mostOwnMeetings = 20

async function requireRoom(tenant: Tenant, { id }: PortalCaller): Promise<void> {
  // Of two at the same moment, the second must see the first.
  await tenant.lock(`own meetings ${id}`)
  const { count } = await tenant
    .select('meetings')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('customer_id', '=', id)
    .where('made_by_customer', '=', 1)
    .where('status', '=', 'scheduled')
    .where('ends_at', '>', now())
    .executeTakeFirstOrThrow()
  if (Number(count) >= mostOwnMeetings)
    throw new HttpError(
      'CONFLICT',
      `You already have ${mostOwnMeetings} meetings to come. Cancel one of them, or change it instead.`,
    )
}

async function add(
  tenant: Tenant,
  needs: MailNeeds,
  actor: MeetingActor,
  { columns, notify }: { columns: Texts & Attendees; notify: boolean },
): Promise<number> {
  const created_at = now()
  const id = await tenant.insertOne('meetings', {
    ...columns,
    uid: randomUUID(),
    status: 'scheduled',
    invited: '[]',
    organizer_name: actor.kind === 'staff' ? actor.user.name : null,
    organizer_email: actor.kind === 'staff' ? actor.user.email : null,
    made_by_customer: actor.kind === 'customer' ? 1 : 0,
    created_by: tenant.actor,
    search_text: searchTextOf(columns),
    created_at,
    updated_at: created_at,
  })
  await recordMeeting(
    tenant,
    actor,
    { ...columns, id },
    { event: 'created', description: 'Meeting scheduled' },
  )
  if (notify) await queueInvitations(tenant, needs, actor, id)
  await notifyPeople(tenant, actor, { ...columns, id }, 'booked')
  await emitMeeting(tenant, 'meeting.created', id)
  return id
}

/**
 * Makes the meeting what the input says, and emails the change if asked to; without a change it does nothing. Throws 404, 409, 412 and
 * 422.
 */
export async function updateMeeting(
  tenant: Tenant,
  needs: MailNeeds,
  actor: MeetingActor,
  { id, version }: Versioned,
  input: MeetingInput,
): Promise<void> {
  const row = await readScheduled(tenant, { id, version })
  const columns = {
    ...textsOf(input),
    ...(await attendeesOfInput(tenant, input, row)),
    // The next customer didn’t make it, and may not change it.
    made_by_customer: input.customer_id === row.customer_id ? row.made_by_customer : 0,
  }
  if (input.notify) requireToCome(columns)
  await change(tenant, needs, actor, { row, columns, notify: input.notify })
}

/** Makes a meeting what the customer who made it wants; those who were emailed about it are again. Throws 404, 409, 412 and 422. */
export async function updateOwnMeeting(
  tenant: Tenant,
  needs: MailNeeds,
  customer: PortalCaller,
  which: Versioned,
  texts: MeetingTexts,
): Promise<void> {
  const row = await readOwn(tenant, customer, which)
  const columns = textsOf(texts)
  requireFuture(columns)
  if (isMoved(row, columns)) await requireFree(tenant, columns, row.id)
  await change(tenant, needs, customer, { row, columns, notify: wasInvited(row) && needs.from !== null })
}

async function change(
  tenant: Tenant,
  needs: MailNeeds,
  actor: MeetingActor,
  {
    row,
    columns,
    notify,
  }: {
    row: MeetingRow
    columns: Texts & Partial<Attendees & Pick<MeetingRow, 'made_by_customer'>>
    notify: boolean
  },
): Promise<void> {
  const names = Object.keys(columns) as (keyof typeof columns)[]
  if (names.every((name) => columns[name] === row[name])) return
  const changed = { ...row, ...columns }
  await write(tenant, row, { ...columns, search_text: searchTextOf(changed) })
  const moved = isMoved(row, columns)
  if (moved) await forgetAnswers(tenant, row.id)
  await recordMeeting(tenant, actor, changed, {
    event: moved ? 'moved' : 'updated',
    description: moved ? 'Meeting moved' : 'Meeting changed',
  })
  if (notify) await queueInvitations(tenant, needs, actor, row.id)
  await notifyPeople(tenant, actor, changed, moved ? 'moved' : 'changed')
  await emitMeeting(tenant, 'meeting.updated', row.id)
}

/** Cancels the meeting, with activity and event, and emails everybody who was invited if asked to. Throws 404, 409 and 412. */
export async function cancelMeeting(
  tenant: Tenant,
  needs: MailNeeds,
  actor: MeetingActor,
  which: Versioned,
  notify: boolean,
): Promise<void> {
  await cancel(tenant, needs, actor, { row: await readScheduled(tenant, which), notify })
}

/** Cancels a meeting for the customer who made it; those who were emailed about it are told. Throws 404, 409 and 412. */
export async function cancelOwnMeeting(
  tenant: Tenant,
  needs: MailNeeds,
  customer: PortalCaller,
  which: Versioned,
): Promise<void> {
  const row = await readOwn(tenant, customer, which)
  await cancel(tenant, needs, customer, { row, notify: needs.from !== null })
}

async function cancel(
  tenant: Tenant,
  needs: MailNeeds,
  actor: MeetingActor,
  { row, notify }: { readonly row: MeetingRow; readonly notify: boolean },
): Promise<void> {
  if (isOver(row)) throw new HttpError('CONFLICT', 'This meeting is over')
  await write(tenant, row, { status: 'canceled', canceled_at: now() })
  await recordMeeting(tenant, actor, row, { event: 'canceled', description: 'Meeting canceled' })
  if (notify) await queueInvitations(tenant, needs, actor, row.id)
  await notifyPeople(tenant, actor, row, 'canceled')
  await emitMeeting(tenant, 'meeting.canceled', row.id)
}

/** Who answers an invitation: the customer in the portal, or the owner of the address that it went to. */
export type Answering = { readonly id: number } & (
  | { readonly kind: 'customer' }
  | { readonly address: string }
)

/** Keeps what somebody who is invited answers, and tells the people of the account. Throws 404, and 409 once nobody is asked. */
export async function answerMeeting(
  tenant: Tenant,
  { id, ...by }: Answering,
  input: MeetingAnswerInput,
): Promise<void> {
  const row = await readRow(tenant, id, { forChange: true })
  requireScheduled(row)
  if (isOver(row)) throw new HttpError('CONFLICT', 'This meeting is over')
  const attendee = (await readAttendees(tenant, row)).find(({ kind, email }) =>
    'address' in by ? isSameAddress(email, by.address) : kind === by.kind,
  )
  if (!attendee || attendee.email === '') throw new HttpError('NOT_FOUND')
  if (attendee.answer === input.answer && attendee.note === input.note) return
  const { kind, id: user, name, email } = attendee
  await keepAnswer(tenant, { id, address: email }, input)
  // A colleague isn’t notified of their own answer.
  const actor: Actor = kind === 'staff' && user !== null ? { kind, user: { id: user } } : { kind: 'customer' }
  await recordMeeting(tenant, actor, row, { event: 'answered', description: answers[input.answer] })
  await notifyOfCustomer(tenant, actor, row.customer_id, {
    record: 'meeting',
    id,
    title: row.title,
    what: input.answer,
    customer_name: name || email,
    note: input.note,
  })
  await emitMeeting(tenant, 'meeting.updated', id)
}

const answers: Readonly<Record<MeetingAnswer, string>> = {
  accepted: 'Invitation accepted',
  tentative: 'Invitation answered with maybe',
  declined: 'Invitation declined',
}

/** Of what a customer does: people know what they did themselves. */
async function notifyPeople(
  tenant: Tenant,
  actor: MeetingActor,
  { id, title, customer_id }: Pick<MeetingRow, 'id' | 'title' | 'customer_id'>,
  what: CustomerAct['what'],
): Promise<void> {
  if (actor.kind !== 'customer') return
  const { name: customer_name } = actor
  await notifyOfCustomer(tenant, actor, customer_id, {
    record: 'meeting',
    id,
    title,
    what,
    customer_name,
  })
}

/** Emails the invitation to everybody who is invited. Throws 404, 409, and 429 where that was just done. */
export async function inviteToMeeting(
  tenant: Tenant,
  needs: MailNeeds,
  actor: MeetingActor,
  id: number,
): Promise<void> {
  const row = await readRow(tenant, id, { forChange: true })
  requireScheduled(row)
  if (isOver(row)) throw new HttpError('CONFLICT', 'This meeting is over')
  await countEmails(tenant, 'meeting', [`${id} version ${row.version}`])
  await queueInvitations(tenant, needs, actor, id, { isResent: true })
}

const isMoved = (from: Texts, to: Texts): boolean =>
  to.starts_at !== from.starts_at || to.ends_at !== from.ends_at

/** Whether it has ended. */
export const isOver = ({ ends_at }: Pick<MeetingRow, 'ends_at'>): boolean => ends_at < now()

const wasInvited = ({ invited }: MeetingRow) => invited !== '[]'

async function readScheduled(tenant: Tenant, { id, version }: Versioned): Promise<MeetingRow> {
  const row = await readRow(tenant, id, { forChange: true })
  requireScheduled(row)
  if (row.version !== version) throw new HttpError('PRECONDITION_FAILED')
  return row
}

async function readOwn(tenant: Tenant, customer: PortalCaller, which: Versioned): Promise<MeetingRow> {
  const row = await readRow(tenant, which.id, { forChange: true })
  if (row.made_by_customer !== 1 || row.customer_id !== customer.id) throw new HttpError('NOT_FOUND')
  requireScheduled(row)
  if (row.version !== which.version) throw new HttpError('PRECONDITION_FAILED')
  if (isOver(row)) throw new HttpError('CONFLICT', 'This meeting is over')
  return row
}

function requireScheduled({ status }: MeetingRow): void {
  if (status !== 'scheduled') throw new HttpError('CONFLICT', 'This meeting was canceled')
}

function requireToCome(texts: Texts): void {
  if (isOver(texts))
    throw invalidField('notify', 'This meeting is over. Save it without emailing anybody about it.')
}

function requireFuture({ starts_at }: Texts): void {
  if (starts_at <= now()) throw invalidField('starts_at', 'Choose a time that is still to come')
}

/** Writes the columns, and counts the version up. */
async function write(
  tenant: Tenant,
  { id, version }: Versioned,
  columns: Partial<MeetingRow> & { readonly search_text?: string },
): Promise<void> {
  await tenant
    .update('meetings')
    .set({ ...columns, updated_at: now(), version: version + 1 })
    .where('id', '=', id)
    .execute()
}

type Texts = Pick<MeetingRow, 'title' | 'starts_at' | 'ends_at' | 'time_zone' | 'place' | 'link' | 'notes'>
type Attendees = Pick<MeetingRow, 'customer_id' | 'customer_name' | 'attendees' | 'attendee_count'>

const years = { from: Date.UTC(2000, 0), to: Date.UTC(2200, 0) } as const

/** Returns the columns of what a meeting is about, when and where. Throws 422. */
function textsOf({ title, starts_at, ends_at, time_zone, place, link, notes }: MeetingTexts): Texts {
  const [from, to] = [Date.parse(starts_at), Date.parse(ends_at)]
  if (!(from >= years.from && from < years.to))
    throw invalidField('starts_at', 'Choose a time between 2000 and 2199')
  if (!(to > from)) throw invalidField('ends_at', 'The end must be after the start')
  if (to - from > longestMs)
    throw invalidField('ends_at', `A meeting can be up to ${longestMeeting.days} days long`)
  if (link !== '' && !URL.canParse(link)) throw invalidField('link', 'Enter a link that begins with https://')
  return { title, starts_at: timestamp(from), ends_at: timestamp(to), time_zone, place, link, notes }
}

async function attendeesOfInput(
  tenant: Tenant,
  input: Pick<MeetingInput, 'customer_id' | 'contact_ids' | 'staff_ids' | 'emails'>,
  row?: MeetingRow,
): Promise<Attendees> {
  const attendees = await resolveAttendees(tenant, input, row && attendeesOf(row))
  const customer = attendees.find(({ kind }) => kind === 'customer')
  return {
    customer_id: input.customer_id,
    customer_name: customer?.name ?? null,
    attendees: JSON.stringify(attendees),
    attendee_count: attendees.length,
  }
}

/** The payload of meeting events. */
async function emitMeeting(tenant: Tenant, type: EventType, id: number): Promise<void> {
  await emit(tenant, [{ type, data: MeetingEvent.parse(await readMeeting(tenant, id)) }])
}
