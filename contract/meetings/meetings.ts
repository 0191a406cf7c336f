import * as z from 'zod/mini'

import { isTimeZone } from '../values/zoned-time.ts'
import { EmailAddress, QueuedEmail } from '../wire/emails.ts'
import { endpoint } from '../wire/endpoint.ts'
import { idFilter, sortBy, textFilter } from '../wire/list-query.ts'
import { meetingSorts } from '../wire/list-sorts.ts'
import { pagedList, resource } from '../wire/resource.ts'
import { Datetime, idParams } from '../wire/surface.ts'
import { MeetingAnswered } from './answers.ts'
import { MeetingSummary } from './summary.ts'

/** Surface X: meetings with customers and others, and the invitations to them. */

/** Which meetings a list has. A meeting is past once it has ended; canceled ones are neither. */
export const meetingTimes = ['upcoming', 'past', 'canceled'] as const
export type MeetingTime = (typeof meetingTimes)[number]

export const attendeeKinds = ['customer', 'contact', 'staff', 'email'] as const

/** How much a meeting holds. */
export const longestMeeting = {
  title: 200,
  place: 300,
  link: 2_000,
  notes: 5_000,
  /** Besides the customer. */
  attendees: 50,
  days: 14,
} as const

const shown = (most: number) => `Use at most ${most.toLocaleString('en-US')} characters`
const hidden = 'Remove hidden characters, such as line breaks'

const time = (name: string) =>
  z
    .string(`${name} must be a time like 2026-01-31T09:30:00Z`)
    .check(z.iso.datetime({ offset: true, error: `${name} must be a time like 2026-01-31T09:30:00Z` }))

/** Opened in a browser by people who are invited: https alone, and no name before the host that only looks like one. */
const httpsLink = /^(?:https:\/\/[^\s\p{Cc}\\/?#@]+(?:[/?#][^\s\p{Cc}]*)?)?$/u

const ids = (name: string, record: string) => {
  const message = `${name} must be a list of ids of ${record}`
  return z
    .array(z.int(message).check(z.gte(1, message), z.lte(Number.MAX_SAFE_INTEGER, message)), message)
    .check(z.maxLength(longestMeeting.attendees, `Invite at most ${longestMeeting.attendees} people`))
}

/** Title, time and place of a meeting. Customers write it in the portal, too. */
export const MeetingTexts = z.object({
  title: z
    .string('Enter a title')
    .check(
      z.trim(),
      z.minLength(1, 'Enter a title'),
      z.maxLength(longestMeeting.title, shown(longestMeeting.title)),
      z.regex(/^\P{Cc}*$/u, hidden),
    ),
  starts_at: time('starts_at'),
  ends_at: time('ends_at'),
  /** The zone that it is planned in, such as that of the customer: an IANA name. */
  time_zone: z
    .string('Choose a time zone')
    .check(z.maxLength(60, 'Choose a time zone'), z.refine(isTimeZone, 'Choose a time zone')),
  place: z
    .string('place must be text')
    .check(
      z.trim(),
      z.maxLength(longestMeeting.place, shown(longestMeeting.place)),
      z.regex(/^\P{Cc}*$/u, hidden),
    ),
  /** Where it takes place online; empty for nowhere. */
  link: z
    .string('link must be text')
    .check(
      z.trim(),
      z.maxLength(longestMeeting.link, shown(longestMeeting.link)),
      z.regex(httpsLink, 'Enter a link that begins with https://'),
    ),
  /** Part of the invitation: everybody who is invited reads them. */
  notes: z
    .string('notes must be text')
    .check(
      z.trim(),
      z.maxLength(longestMeeting.notes, shown(longestMeeting.notes)),
      z.regex(/^[\P{Cc}\t\n\r]*$/u, 'Remove hidden characters'),
    ),
})
export type MeetingTexts = z.infer<typeof MeetingTexts>

/** Whether those who are invited are emailed about it. */
const notify = z.boolean('notify must be true or false')

const customer = 'Choose a customer, or null for none'

/** Everything about a meeting. */
export const MeetingInput = z.extend(MeetingTexts, {
  /** Who is invited first; null for a meeting without a customer. */
  customer_id: z.nullable(
    z.int(customer).check(z.gte(1, customer), z.lte(Number.MAX_SAFE_INTEGER, customer)),
  ),
  contact_ids: ids('contact_ids', 'contacts'),
  /** Of people who work in the account, as `GET /api/x/people` lists them. */
  staff_ids: ids('staff_ids', 'people'),
  /** Anybody else. */
  emails: z
    .array(EmailAddress, 'emails must be a list of email addresses')
    .check(z.maxLength(longestMeeting.attendees, `Invite at most ${longestMeeting.attendees} people`)),
  notify,
})
export type MeetingInput = z.infer<typeof MeetingInput>

/** Somebody who is invited, with the name and address they had when the meeting was saved. */
export const Invitee = z.object({
  kind: z.enum(attendeeKinds),
  /** Of the customer, the contact or the person; null for an address alone. */
  id: z.nullable(z.int()),
  name: z.string(),
  /** Empty for a record without one, which can’t be emailed. */
  email: z.string(),
})
export type Invitee = z.infer<typeof Invitee>

export const MeetingAttendee = z.extend(Invitee, MeetingAnswered.shape)
export type MeetingAttendee = z.infer<typeof MeetingAttendee>

export const Meeting = z.extend(MeetingSummary, {
  notes: z.string(),
  attendees: z.array(MeetingAttendee),
  /** Addresses that were emailed an invitation, which hasn’t been taken back. */
  invited: z.array(z.string()),
  created_by: z.string(),
  canceled_at: z.nullable(Datetime),
  version: z.int(),
})
export type Meeting = z.infer<typeof Meeting>

/** A meeting of the list. */
export const ListedMeeting = z.extend(MeetingSummary, {
  /** How many of those who are invited come, may come, and don’t come; the others haven’t answered. */
  accepted_count: z.int(),
  tentative_count: z.int(),
  declined_count: z.int(),
})
export type ListedMeeting = z.infer<typeof ListedMeeting>

/** `REQUEST` invites, also to a meeting that was changed; `CANCEL` takes it back. */
export const invitationMethods = ['REQUEST', 'CANCEL'] as const
export type InvitationMethod = (typeof invitationMethods)[number]

export const MeetingEmail = z.extend(QueuedEmail, {
  method: z.enum(invitationMethods),
})
export type MeetingEmail = z.infer<typeof MeetingEmail>

/** Meetings. Unless sorted otherwise, those to come from the next one on, the others from the last one back. */
export const meetings = resource('meetings', {
  path: '/api/x/meetings',
  subject: 'meeting',
  manage: 'meetings.manage',
  input: MeetingInput,
  full: Meeting,
  list: pagedList(ListedMeeting, {
    when: z.optional(z.enum(meetingTimes, `when must be one of ${meetingTimes.join(', ')}`)),
    customer_id: idFilter('customer_id', 'customer'),
    /** Somebody of the account who is invited, as `GET /api/x/people` lists them. */
    staff_id: idFilter('staff_id', 'person'),
    /** Those that end after it. */
    from: z.optional(time('from')),
    /** Those that start before it. */
    to: z.optional(time('to')),
    /** In the title and the customer’s name. */
    search: textFilter('search', 200),
    sort: sortBy(meetingSorts),
  }),
  // It is canceled instead, and with `notify` everybody who was invited is emailed.
  isRemovable: false,
  actions: { cancel: { body: z.object({ notify }), needsVersion: true }, invite: {} },
  texts: {
    list: 'one page of meetings: `when` (`upcoming`, from the next one on; `past` and `canceled`, from the last one back), `from` and `to` (times; those that take place between them), `customer_id`, `staff_id` (of a person who is invited), `search`, `sort` (`title`, `starts_at`, each with `-` for the reverse), `page`, `limit`',
    show: 'one with its version (`ETag`), `notes`, `attendees` with what they answered (`answer`: `accepted`, `tentative`, `declined`, or null, also after it was moved; `note`), and the addresses that were `invited`',
    create:
      'schedules a meeting: `title`, `starts_at` and `ends_at` (ISO 8601 with `Z` or an offset), `time_zone` (an IANA name), `place`, `link` (https, or empty), `notes`, `customer_id` (or null), `contact_ids`, `staff_ids`, `emails`; with `notify` each of them is emailed an invitation with a link to answer it, 409 where `SMTP_URL` isn’t set',
    update:
      'replaces it; with `notify` those who are invited are emailed the change, and those who no longer are that it’s canceled; 409 once it’s canceled',
    cancel: 'cancels it: `{"notify"}`; 409 once it’s canceled or over',
    invite:
      'emails the invitation to everybody who is invited, also again; 429 within 5 minutes unless it changed; 409 once it’s canceled or over, or where `SMTP_URL` isn’t set',
  },
  live: ['meetings'],
  example: {
    title: 'Walk through the ground floor',
    starts_at: '2099-02-10T09:00:00Z',
    ends_at: '2099-02-10T10:00:00Z',
    time_zone: 'Europe/London',
    place: '3 Harbor Street, Bristol',
    link: '',
    notes: 'Please bring the floor plan.',
    customer_id: 1001,
    contact_ids: [],
    staff_ids: [],
    emails: ['architect@plans.example'],
    notify: true,
  },
})

const read = { surface: 'x', method: 'GET', record: 'meetings', params: idParams } as const

export const showMeetingCalendar = endpoint({
  ...read,
  path: '/api/x/meetings/:id/ics',
  text: 'the meeting as an iCalendar file, without attendees',
  response: z.undefined(),
})

export const listMeetingEmails = endpoint({
  ...read,
  path: '/api/x/meetings/:id/emails',
  text: 'its emails, like those of an invoice, with the `method` (`REQUEST` or `CANCEL`)',
  response: z.object({ data: z.array(MeetingEmail) }),
})
