import fc from 'fast-check'
import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'

import type { MeetingAttendee } from '#contract/meetings/meetings.ts'

import { calendarOf } from './calendar.ts'
import type { MeetingRow } from './rows.ts'

const row: MeetingRow = {
  id: 1,
  uid: '1b0fbb3e-3f8f-4a53-9d5a-2a3d7f6a0c11',
  status: 'scheduled',
  title: 'Walk-through',
  customer_id: 7,
  customer_name: 'Zoë Ødegård',
  starts_at: '2026-11-24T09:00:00.000000Z',
  ends_at: '2026-11-24T10:30:00.000000Z',
  time_zone: 'Europe/Oslo',
  place: '3 Harbor Street, Bristol; upstairs',
  link: 'https://meet.example/room?name=a',
  notes: 'Bring the plan.\nAnd a \\ tape measure',
  attendees: '[]',
  attendee_count: 0,
  invited: '[]',
  organizer_name: null,
  organizer_email: null,
  made_by_customer: 0,
  created_by: 'Robin',
  canceled_at: null,
  created_at: '2026-11-01T08:00:00.000000Z',
  updated_at: '2026-11-02T08:00:00.000000Z',
  version: 3,
}
const zoe: MeetingAttendee = {
  kind: 'customer',
  id: 7,
  name: 'Zoë "Z" Ødegård',
  email: 'zoe@example.com',
  answer: null,
  note: '',
}
const robin: MeetingAttendee = {
  kind: 'staff',
  id: 1,
  name: 'Robin',
  email: 'robin@example.com',
  answer: null,
  note: '',
}
const options = {
  method: 'REQUEST',
  attendees: [zoe, robin],
  organizer: { name: 'Robin', email: 'Robin@example.com' },
  sentBy: 'office@example.com',
  nowMs: Date.parse('2026-11-03T08:00:00Z'),
} as const

/** The lines as they were before they were folded. */
const linesOf = (text: string) => text.replaceAll('\r\n ', '').split('\r\n').slice(0, -1)

/** What a calendar program reads, by a parser that has nothing to do with the library that writes. */
function readCalendar(calendar: string) {
  const parsed = new ICAL.Component(ICAL.parse(calendar) as unknown[])
  const [part, ...others] = parsed.getAllSubcomponents('vevent')
  if (!part || others.length > 0) throw new Error('A calendar of one meeting')
  const event = new ICAL.Event(part)
  return {
    method: parsed.getFirstPropertyValue('method'),
    uid: event.uid,
    sequence: event.sequence,
    title: event.summary,
    place: event.location,
    notes: event.description,
    link: part.getFirstPropertyValue('url'),
    status: part.getFirstPropertyValue('status'),
    from: event.startDate.toJSDate().toISOString(),
    until: event.endDate.toJSDate().toISOString(),
    attendees: event.attendees.map((one) => [one.getFirstParameter('cn'), one.getFirstValue()]),
  }
}

describe('the calendar of a meeting', () => {
  test('asks everybody with the time in UTC, and the number of changes as its sequence', () => {
    expect(linesOf(calendarOf(row, options))).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Bureau//Meetings//EN',
      'METHOD:REQUEST',
      'BEGIN:VEVENT',
      'UID:1b0fbb3e-3f8f-4a53-9d5a-2a3d7f6a0c11',
      'SEQUENCE:2',
      'DTSTAMP:20261103T080000Z',
      'DTSTART:20261124T090000Z',
      'DTEND:20261124T103000Z',
      'SUMMARY:Walk-through',
      'LOCATION:3 Harbor Street\\, Bristol\\; upstairs',
      'DESCRIPTION:Bring the plan.\\nAnd a \\\\ tape measure\\n\\nhttps://meet.example/room?name=a',
      'ORGANIZER;CN="Robin";SENT-BY="mailto:office@example.com":mailto:Robin@example.com',
      `ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE;CN="Zoë ^'Z^' Ødegård":MAILTO:zoe@example.com`,
      'ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE;CN="Robin":MAILTO:robin@example.com',
      'URL;VALUE=URI:https://meet.example/room?name=a',
      'STATUS:CONFIRMED',
      'CREATED:20261101T080000Z',
      'LAST-MODIFIED:20261102T080000Z',
      'END:VEVENT',
      'END:VCALENDAR',
    ])
  })

  test('that is canceled says so, under the same UID and with a higher sequence', () => {
    const lines = linesOf(
      calendarOf({ ...row, status: 'canceled', version: 4 }, { ...options, method: 'CANCEL' }),
    )
    expect(lines).toEqual(
      expect.arrayContaining(['METHOD:CANCEL', `UID:${row.uid}`, 'SEQUENCE:3', 'STATUS:CANCELLED']),
    )
  })

  test('that takes place without somebody tells them alone', () => {
    const lines = linesOf(calendarOf(row, { ...options, method: 'CANCEL', attendees: [zoe] }))
    expect(lines.filter((line) => line.startsWith('ATTENDEE'))).toHaveLength(1)
    expect(lines.filter((line) => line.startsWith('STATUS'))).toEqual([])
  })

  test('as a file names no attendee and asks nobody', () => {
    const lines = linesOf(calendarOf(row, { ...options, method: 'PUBLISH' }))
    expect(lines).toContain('METHOD:PUBLISH')
    expect(lines.filter((line) => line.startsWith('ATTENDEE'))).toEqual([])
  })

  test('has a link with a comma in the description, where it is not changed by escaping', () => {
    const link = 'https://meet.example/a,b'
    const lines = linesOf(calendarOf({ ...row, place: '', notes: '', link }, options))
    expect(lines.filter((line) => line.startsWith('URL'))).toEqual([])
    expect(lines).toContain('DESCRIPTION:https://meet.example/a\\,b')
  })

  test('is folded into lines of at most 75 bytes that end with CRLF, whatever is written in it', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 300 }).filter((one) => !/[\p{Cc}\p{Cs}]/u.test(one))
    fc.assert(
      fc.property(text, text, (title, notes) => {
        const calendar = calendarOf({ ...row, title, notes }, options)
        const lines = calendar.split('\r\n')
        expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([])
        expect(lines.at(-1)).toBe('')
        expect(calendar).not.toMatch(/(?<!\r)\n|\r(?!\n)/)
        const summary = linesOf(calendar)
          .find((line) => line.startsWith('SUMMARY:'))
          ?.slice(8)
        expect(summary?.replaceAll(/\\([\\,;])/g, '$1')).toBe(title)
      }),
    )
  })

  test('is read by another program as it was written', () => {
    const line = fc
      .string({ unit: 'grapheme', maxLength: 120 })
      .filter((one) => one !== '' && !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(one))
    const lines = fc.array(line, { minLength: 1, maxLength: 4 }).map((each) => each.join('\n'))
    fc.assert(
      fc.property(line, line, lines, line, (title, place, notes, name) => {
        const attendees = [{ ...zoe, name }, robin]
        const calendar = calendarOf({ ...row, title, place, notes }, { ...options, attendees })
        expect(readCalendar(calendar)).toEqual({
          method: 'REQUEST',
          uid: row.uid,
          sequence: 2,
          title,
          place,
          notes: `${notes}\n\n${row.link}`,
          link: row.link,
          status: 'CONFIRMED',
          from: '2026-11-24T09:00:00.000Z',
          until: '2026-11-24T10:30:00.000Z',
          attendees: [
            [name, 'MAILTO:zoe@example.com'],
            ['Robin', 'MAILTO:robin@example.com'],
          ],
        })
      }),
    )
    const canceled = { ...row, status: 'canceled', version: 4 } as const
    expect(readCalendar(calendarOf(canceled, { ...options, method: 'CANCEL' }))).toMatchObject({
      method: 'CANCEL',
      uid: row.uid,
      sequence: 3,
      status: 'CANCELLED',
    })
  })
})
