import {
  type Meeting,
  type MeetingAttendee,
  type MeetingInput,
  longestMeeting,
} from '#contract/meetings/meetings.ts'
import { hourMs } from '#contract/values/durations.ts'
import { isTimeZone, localTimeOf, timeOfLocal } from '#contract/values/zoned-time.ts'
import type { Day } from '#lib/calendar.ts'
import { type Merge, type Versions, mergeVersions, inputsOf } from '#lib/merge.ts'

/** Somebody who was chosen, as the form shows them. */
export type Guest = Pick<MeetingAttendee, 'name' | 'email'> & { readonly id: number }

/** A meeting as its form holds it. */
export interface MeetingValues {
  readonly title: string
  readonly customer: number | null
  readonly startDay: Day
  /** `HH:MM` on a clock of the zone. */
  readonly startTime: string
  readonly endDay: Day
  readonly endTime: string
  readonly zone: string
  readonly place: string
  readonly link: string
  readonly notes: string
  readonly contacts: readonly Guest[]
  readonly colleagues: readonly Guest[]
  /** Addresses, separated by commas or spaces. */
  readonly emails: string
  /** Whether the change is emailed; not part of the meeting. */
  readonly notify: boolean
}

/** A browser that doesn't know the zone shows the times of the world's. */
export const knownZone = (zone: string): string => (isTimeZone(zone) ? zone : 'UTC')

/** Returns the form of a new meeting, of an hour. */
export const newMeeting = (
  customer: number | null,
  start: { readonly day: Day; readonly time: string; readonly zone: string },
  canEmail: boolean,
): MeetingValues => {
  const { day, time } = start
  const zone = knownZone(start.zone)
  const [endDay = '', endTime = ''] = localTimeOf(timeOfLocal(`${day}T${time}`, zone) + hourMs, zone).split(
    'T',
  )
  return {
    title: '',
    customer,
    startDay: day,
    startTime: time,
    endDay,
    endTime,
    zone,
    place: '',
    link: '',
    notes: '',
    contacts: [],
    colleagues: [],
    emails: '',
    notify: canEmail,
  }
}

/** Returns the meeting as its form holds it. */
export function meetingValues(meeting: Meeting, canEmail: boolean): MeetingValues {
  const { title, customer_id, place, link, notes, attendees } = meeting
  const zone = knownZone(meeting.time_zone)
  const [startDay = '', startTime = ''] = localTimeOf(Date.parse(meeting.starts_at), zone).split('T')
  const [endDay = '', endTime = ''] = localTimeOf(Date.parse(meeting.ends_at), zone).split('T')
  const guests = (kind: MeetingAttendee['kind']) =>
    attendees.flatMap(({ kind: own, id, name, email }) =>
      own === kind && id !== null ? [{ id, name, email }] : [],
    )
  return {
    title,
    customer: customer_id,
    startDay,
    startTime,
    endDay,
    endTime,
    zone,
    place,
    link,
    notes,
    contacts: guests('contact'),
    colleagues: guests('staff'),
    emails: attendees.flatMap(({ kind, email }) => (kind === 'email' ? [email] : [])).join(', '),
    notify: canEmail,
  }
}

/** Equal for values that make the same meeting. */
export const fingerprint = ({ notify: _notify, ...values }: MeetingValues): string => JSON.stringify(values)

/** Returns start and end in milliseconds since 1970; NaN for what isn’t a time. */
export const timesOf = ({ startDay, startTime, endDay, endTime, zone }: MeetingValues) =>
  ({
    start: timeOfLocal(`${startDay}T${startTime}`, zone),
    end: timeOfLocal(`${endDay}T${endTime}`, zone),
  }) as const

/** Start and end on the clock of the zone. */
export type Times = Pick<MeetingValues, 'startDay' | 'startTime' | 'endDay' | 'endTime'>

/** Returns the times after the start was moved: the meeting lasts as long as before. */
export function withStart(values: MeetingValues, to: Partial<Times>): Times {
  const { startDay, startTime, endDay, endTime } = values
  const moved = { startDay, startTime, endDay, endTime, ...to }
  const before = timesOf(values)
  const { start } = timesOf({ ...values, ...moved })
  const end = start + before.end - before.start
  // While a time is being typed, it isn't one; and an end before its start isn't a length.
  if (!(before.end > before.start) || Number.isNaN(end)) return moved
  const [day = '', time = ''] = localTimeOf(end, values.zone).split('T')
  return { ...moved, endDay: day, endTime: time }
}

const addressesOf = (emails: string): string[] => emails.split(/[\s,;]+/).filter((one) => one !== '')

const isAddress = (text: string): boolean => {
  const [name, host = '', ...rest] = text.split('@')
  return name !== '' && rest.length === 0 && host.slice(1, -1).includes('.')
}

/** Lists what is wrong, as the path of an input and a message. */
export function* checkMeeting(values: MeetingValues): Iterable<readonly [string, string]> {
  const { title, startDay, startTime, endDay, endTime, link, emails, contacts, colleagues } = values
  if (title.trim() === '') yield ['title', 'Enter a title']
  if (startDay === '') yield ['startDay', 'Enter a day']
  if (startTime === '') yield ['startTime', 'Enter a time']
  if (endDay === '') yield ['endDay', 'Enter a day']
  if (endTime === '') yield ['endTime', 'Enter a time']
  const { start, end } = timesOf(values)
  if (end <= start) yield ['endTime', 'The end must be after the start']
  if (link.trim() !== '' && !/^https:\/\/[^\s@/]/i.test(link.trim()))
    yield ['link', 'Enter a link that begins with https://']
  const addresses = addressesOf(emails)
  const wrong = addresses.find((one) => !isAddress(one))
  if (wrong !== undefined) yield ['emails', `Check the address “${wrong}”`]
  if (Math.max(addresses.length, contacts.length, colleagues.length) > longestMeeting.attendees)
    yield ['emails', `Invite at most ${longestMeeting.attendees} people`]
}

/** Returns the request. Call it only without problems. */
export function meetingInput(values: MeetingValues): MeetingInput {
  const { start, end } = timesOf(values)
  return {
    title: values.title.trim(),
    customer_id: values.customer,
    starts_at: new Date(start).toISOString(),
    ends_at: new Date(end).toISOString(),
    time_zone: values.zone,
    place: values.place.trim(),
    link: values.link.trim(),
    notes: values.notes.trim(),
    contact_ids: values.contacts.map(({ id }) => id),
    staff_ids: values.colleagues.map(({ id }) => id),
    emails: addressesOf(values.emails),
    notify: values.notify,
  }
}

const paths: Readonly<Record<string, keyof MeetingValues>> = {
  title: 'title',
  customer_id: 'customer',
  starts_at: 'startTime',
  ends_at: 'endTime',
  time_zone: 'zone',
  place: 'place',
  link: 'link',
  notes: 'notes',
  contact_ids: 'contacts',
  staff_ids: 'colleagues',
  emails: 'emails',
  notify: 'notify',
}

/** Returns the input that a name of the request belongs to: `emails.0` to that of all addresses. */
export const meetingPathOf = (name: string): keyof MeetingValues | undefined =>
  paths[name.split('.')[0] ?? name]

type Path = Exclude<keyof MeetingValues, 'notify'>

const names = (value: unknown) =>
  (value as readonly Guest[]).map(({ name, email }) => name || email).join(', ') || '(nobody)'

const input = inputsOf<MeetingValues>()

const inputs = [
  input('title', 'Title'),
  input('customer', 'Customer', (value) => (value === null ? '(none)' : `Customer ${String(value)}`)),
  input('startDay', 'Start, day'),
  input('startTime', 'Start, time'),
  input('endDay', 'End, day'),
  input('endTime', 'End, time'),
  input('zone', 'Time zone'),
  input('place', 'Place'),
  input('link', 'Link'),
  input('notes', 'Notes'),
  input('contacts', 'Contacts', names),
  input('colleagues', 'Colleagues', names),
  input('emails', 'Other addresses'),
]

/** Merges two people’s edits of one meeting, input by input. */
export function mergeMeetings(versions: Versions<MeetingValues>): Merge<MeetingValues, Path> {
  const merge = mergeVersions(versions, inputs)
  return { ...merge, merged: { ...merge.merged, notify: versions.mine.notify } }
}
