import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator'

import type { MeetingAnswer } from '#contract/meetings/answers.ts'
import type { InvitationMethod, MeetingAttendee } from '#contract/meetings/meetings.ts'

import { isSameAddress } from './attendees.ts'
import type { MeetingRow } from './rows.ts'

const statuses = {
  none: ICalAttendeeStatus.NEEDSACTION,
  accepted: ICalAttendeeStatus.ACCEPTED,
  tentative: ICalAttendeeStatus.TENTATIVE,
  declined: ICalAttendeeStatus.DECLINED,
} as const satisfies Readonly<Record<MeetingAnswer | 'none', ICalAttendeeStatus>>

/** Who a calendar says the meeting is from. */
export interface Organizer {
  readonly name: string
  readonly email: string
}

interface Options {
  /** `PUBLISH` is for a file that anybody may keep: it names no attendees, and nobody is asked for an answer. */
  readonly method: InvitationMethod | 'PUBLISH'
  /** The attendees to name; of a cancellation for some of them, those. */
  readonly attendees: readonly MeetingAttendee[]
  /** Null where the service has no address for it. */
  readonly organizer: Organizer | null
  /** The address that emails come from, if that isn't the organizer's. */
  readonly sentBy: string | null
  /** When this is written, in milliseconds since 1970. */
  readonly nowMs: number
}

/**
 * Returns the meeting as an iCalendar object (RFC 5545, RFC 5546). Its UID is the same for ever and its SEQUENCE grows with each
 * change, so that calendars tell which of several they should follow. Times are in UTC: each calendar shows them where its owner is.
 */
export function calendarOf(
  row: MeetingRow,
  { method, attendees, organizer, sentBy, nowMs }: Options,
): string {
  const isCanceled = row.status === 'canceled'
  const calendar = ical({
    prodId: { company: 'Bureau', product: 'Meetings' },
    method: ICalCalendarMethod[method],
    events: [
      {
        id: row.uid,
        sequence: row.version - 1,
        stamp: new Date(nowMs),
        created: new Date(row.created_at),
        lastModified: new Date(row.updated_at),
        start: new Date(row.starts_at),
        end: new Date(row.ends_at),
        summary: row.title,
        description: [row.notes, row.link].filter((text) => text !== '').join('\n\n') || null,
        location: row.place || row.link || null,
        // The library escapes these as in a text, which in an address would be part of it; the description has the link as it is.
        url: /[\\,;]/.test(row.link) ? null : row.link || null,
        // Not where some are no longer invited to a meeting that takes place.
        status: isCanceled
          ? ICalEventStatus.CANCELLED
          : method === 'CANCEL'
            ? null
            : ICalEventStatus.CONFIRMED,
        organizer: organizer && { ...organizer, ...(sentBy !== null && { sentBy }) },
        attendees:
          method === 'PUBLISH'
            ? []
            : attendees
                .filter(({ email }) => email !== '')
                .map(({ name, email, answer }) => {
                  const isOrganizer = organizer !== null && isSameAddress(organizer.email, email)
                  return {
                    name: name || email,
                    email,
                    role: ICalAttendeeRole.REQ,
                    status: isOrganizer ? ICalAttendeeStatus.ACCEPTED : statuses[answer ?? 'none'],
                    rsvp: method === 'REQUEST' && !isOrganizer,
                  }
                }),
      },
    ],
  })
  // The library ends every line but the last one.
  return `${calendar.toString()}\r\n`
}
