import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { MeetingAttendee } from '#contract/meetings.ts'

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
const zoe: MeetingAttendee = { kind: 'customer', id: 7, name: 'Zoë "Z" Ødegård', email: 'zoe@example.com' }
const robin: MeetingAttendee = { kind: 'staff', id: 1, name: 'Robin', email: 'robin@example.com' }
const options = {
  method: 'REQUEST',
  attendees: [zoe, robin],
  organizer: { name: 'Robin', email: 'Robin@example.com' },
  sentBy: 'office@example.com',
  nowMs: Date.parse('2026-11-03T08:00:00Z'),
} as const

/** The lines as they were before they were folded. */
const linesOf = (text: string) => text.replaceAll('\r\n ', '').split('\r\n').slice(0, -1)

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
})
