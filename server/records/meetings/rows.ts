import { type Selectable, sql } from 'kysely'

import type { MeetingAnswer } from '#contract/meetings/answers.ts'
import {
  type Invitee,
  type ListedMeeting,
  type Meeting,
  type MeetingAttendee,
  type MeetingTime,
  longestMeeting,
} from '#contract/meetings/meetings.ts'
import type { MeetingSummary } from '#contract/meetings/summary.ts'
import { dayMs } from '#contract/values/durations.ts'
import { fold, searchTerms } from '#contract/values/folding.ts'
import type { MeetingSort } from '#contract/wire/list-sorts.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { containsLiterally } from '#server/platform/db/literal-search.ts'
import type { MeetingTable } from '#server/platform/db/tables/meetings.ts'
import { timestamp } from '#server/platform/lib/clock.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'
import { sortedPage } from '#server/platform/lists/short-lists.ts'

import { type AnswerOf, readAnswers } from './answers.ts'

/** A meeting as it is stored. */
export type MeetingRow = Omit<Selectable<MeetingTable>, 'account_id' | 'search_text'>

const columns = [
  'id',
  'uid',
  'status',
  'title',
  'customer_id',
  'customer_name',
  'starts_at',
  'ends_at',
  'time_zone',
  'place',
  'link',
  'notes',
  'attendees',
  'attendee_count',
  'invited',
  'organizer_name',
  'organizer_email',
  'made_by_customer',
  'created_by',
  'canceled_at',
  'created_at',
  'updated_at',
  'version',
] as const

/** Reads the meeting; with `forChange`, it is locked until the end of the transaction. Throws 404. */
export async function readRow(
  tenant: Tenant,
  id: number,
  { forChange = false }: { readonly forChange?: boolean } = {},
): Promise<MeetingRow> {
  const query = tenant.select('meetings').select(columns).where('id', '=', id)
  const row = await (forChange ? tenant.dialect.forNoKeyUpdate(query) : query).executeTakeFirst()
  if (!row) throw new HttpError('NOT_FOUND')
  return row
}

/** The column that lists search by. */
export const searchTextOf = ({ title, customer_name }: Pick<MeetingRow, 'title' | 'customer_name'>): string =>
  fold([title, customer_name ?? ''].join('\n'))

/** Returns who is invited. A merge moves the customer, so their id is that of the meeting. */
export const attendeesOf = ({
  attendees,
  customer_id,
}: Pick<MeetingRow, 'attendees' | 'customer_id'>): Invitee[] =>
  (JSON.parse(attendees) as Invitee[]).map((one) =>
    one.kind === 'customer' ? { ...one, id: customer_id } : one,
  )

type Invitation = Pick<MeetingRow, 'id' | 'attendees' | 'customer_id'>

/** Returns the same, with what they answered. */
export const readAttendees = async (tenant: Tenant, row: Invitation): Promise<MeetingAttendee[]> =>
  answeredBy(row, await readAnswers(tenant, [row.id]))

const answeredBy = (row: Invitation, answerOf: AnswerOf): MeetingAttendee[] =>
  attendeesOf(row).map((one) => ({ ...one, ...answerOf(row.id, one.email) }))

export const invitedOf = ({ invited }: Pick<MeetingRow, 'invited'>): string[] =>
  JSON.parse(invited) as string[]

interface ListQuery {
  readonly page: number
  readonly limit: number
  readonly when?: MeetingTime | undefined
  readonly customer_id?: number | undefined
  readonly staff_id?: number | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly search?: string | undefined
  readonly sort?: MeetingSort | undefined
}

/** How long a meeting can be, in milliseconds. */
export const longestMs = longestMeeting.days * dayMs

/** How the stored attendees begin with a person of the account. No name can contain it: a quote in one is escaped. */
const storedStaff = (id: number): string => JSON.stringify({ kind: 'staff', id }).replace('}', ',')

// The searched text begins with the title.
const sortColumns = { title: 'search_text', starts_at: 'starts_at' } as const

/** Returns one page of meetings at that time, and how many there are. Unless sorted otherwise, those to come begin with the next one, others with the last one. */
export async function findMeetings(
  tenant: Tenant,
  {
    page,
    limit,
    when,
    customer_id,
    staff_id,
    from,
    to,
    search = '',
    sort = when === 'upcoming' ? 'starts_at' : '-starts_at',
  }: ListQuery,
  at: string,
): Promise<{ rows: MeetingRow[]; total: number }> {
  const words = searchTerms(search)
  let matching = tenant.select('meetings')
  if (customer_id !== undefined) matching = matching.where('customer_id', '=', customer_id)
  if (when !== undefined)
    matching = matching.where('status', '=', when === 'canceled' ? 'canceled' : 'scheduled')
  if (when === 'upcoming') matching = matching.where('ends_at', '>=', at)
  if (when === 'past') matching = matching.where('ends_at', '<', at)
  if (from !== undefined) {
    const fromMs = Date.parse(from)
    // The first condition alone would read every meeting before it: the index has the starts.
    matching = matching
      .where('ends_at', '>', timestamp(fromMs))
      .where('starts_at', '>=', timestamp(fromMs - longestMs))
  }
  if (to !== undefined) matching = matching.where('starts_at', '<', timestamp(Date.parse(to)))
  // An account has few of them beside its invoices: they are read one by one.
  if (staff_id !== undefined)
    matching = matching.where(containsLiterally(sql.ref('attendees'), [storedStaff(staff_id)]))
  if (words.length > 0) matching = matching.where(containsLiterally(sql.ref('search_text'), words))
  const count = matching.select((eb) => eb.fn.countAll<number>().as('total'))
  // Counted in the statement of the rows, unless there are none.
  const rows = await sortedPage(
    matching.select(columns).select(() => count.as('total')),
    { page, limit, sort },
    sortColumns,
  ).execute()
  const { total } = rows[0] ?? (page === 1 ? { total: 0 } : await count.executeTakeFirstOrThrow())
  return { rows, total: Number(total) }
}

/** Returns the same, with how many have answered what. */
export async function listMeetings(
  tenant: Tenant,
  query: ListQuery,
  at: string,
): Promise<{ rows: ListedMeeting[]; total: number }> {
  const { rows, total } = await findMeetings(tenant, query, at)
  const answerOf = await readAnswers(
    tenant,
    rows.map(({ id }) => id),
  )
  const listed = rows.map((row) => {
    const attendees = answeredBy(row, answerOf)
    const countOf = (answer: MeetingAnswer) => attendees.filter((one) => one.answer === answer).length
    return {
      ...toSummary(row),
      accepted_count: countOf('accepted'),
      tentative_count: countOf('tentative'),
      declined_count: countOf('declined'),
    }
  })
  return { rows: listed, total }
}

export const toSummary = (row: MeetingRow): MeetingSummary => ({
  id: row.id,
  title: row.title,
  status: row.status,
  customer_id: row.customer_id,
  customer_name: row.customer_name,
  starts_at: row.starts_at,
  ends_at: row.ends_at,
  time_zone: row.time_zone,
  place: row.place,
  link: row.link,
  made_by_customer: row.made_by_customer === 1,
  attendee_count: row.attendee_count,
  created_at: row.created_at,
  updated_at: row.updated_at,
})

/** Reads the meeting as its page shows it. Throws 404. */
export async function readMeeting(tenant: Tenant, id: number): Promise<Meeting> {
  const row = await readRow(tenant, id)
  return {
    ...toSummary(row),
    notes: row.notes,
    attendees: await readAttendees(tenant, row),
    invited: invitedOf(row),
    created_by: row.created_by,
    canceled_at: row.canceled_at,
    version: row.version,
  }
}

/** `select … from meetings`: those that a customer is invited to, or has made. */
export const meetingsOfCustomer = (tenant: Tenant, { id }: { readonly id: number }) =>
  tenant.select('meetings').where('customer_id', '=', id)

/** Returns one page of a customer’s meetings at that time, and how many there are: those to come first, then the last ones. */
export async function listForCustomer(
  tenant: Tenant,
  customer: { readonly id: number },
  { page, limit }: Pick<ListQuery, 'page' | 'limit'>,
  at: string,
): Promise<{ rows: MeetingRow[]; total: number }> {
  const own = meetingsOfCustomer(tenant, customer)
  const { total } = await own.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const isOver = sql<number>`case when ends_at < ${at} then 1 else 0 end`
  const rows = await own
    .select(columns)
    .orderBy(isOver)
    .orderBy(sql`case when ends_at < ${at} then null else starts_at end`)
    .orderBy('starts_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { rows, total: Number(total) }
}
