import { expect, test } from 'vitest'

import type { Meeting } from '#contract/meetings/meetings.ts'

import {
  type MeetingValues,
  checkMeeting,
  meetingInput,
  meetingPathOf,
  meetingValues,
  mergeMeetings,
  newMeeting,
  withStart,
} from './meeting-values.ts'

const start: MeetingValues = {
  ...newMeeting(7, { day: '2026-11-24', time: '10:00', zone: 'Europe/Berlin' }, true),
  title: 'Walk-through',
}
const problems = (more: Partial<MeetingValues>) => Object.fromEntries(checkMeeting({ ...start, ...more }))

test('what is typed in a time zone is sent as a moment', () => {
  const input = meetingInput({ ...start, emails: 'a@plans.example; b@plans.example' })
  expect(input).toMatchObject({
    starts_at: '2026-11-24T09:00:00.000Z',
    ends_at: '2026-11-24T10:00:00.000Z',
    customer_id: 7,
    emails: ['a@plans.example', 'b@plans.example'],
    notify: true,
  })
})

test('the end moves with the start, across midnight and a change of the clocks', () => {
  expect(withStart(start, { startTime: '15:30' })).toMatchObject({ endDay: '2026-11-24', endTime: '16:30' })
  expect(withStart(start, { startTime: '23:30' })).toMatchObject({ endDay: '2026-11-25', endTime: '00:30' })
  const spring = { startDay: '2027-03-28', startTime: '01:30' }
  expect(withStart(start, spring)).toMatchObject({ endDay: '2027-03-28', endTime: '03:30' })
})

test('while a start is being typed, the end stays', () => {
  expect(withStart(start, { startTime: '' })).toMatchObject({ startTime: '', endTime: '11:00' })
})

test('a meeting is edited as clocks of its zone show it, and sent back as it was', () => {
  const meeting: Meeting = {
    id: 1,
    title: 'Walk-through',
    status: 'scheduled',
    customer_id: 7,
    customer_name: 'Zoë',
    starts_at: '2026-11-24T23:30:00.000000Z',
    ends_at: '2026-11-25T00:30:00.000000Z',
    time_zone: 'America/New_York',
    place: 'Upstairs',
    link: '',
    made_by_customer: false,
    attendee_count: 3,
    created_at: '',
    updated_at: '',
    notes: '',
    attendees: [
      { kind: 'customer', id: 7, name: 'Zoë', email: 'zoe@example.com', answer: null, note: '' },
      { kind: 'staff', id: 3, name: 'Robin', email: 'robin@example.com', answer: 'accepted', note: '' },
      { kind: 'email', id: null, name: '', email: 'a@plans.example', answer: null, note: '' },
    ],
    invited: [],
    created_by: 'Robin',
    canceled_at: null,
    version: 1,
  }
  const values = meetingValues(meeting, false)
  expect([values.startDay, values.startTime, values.endTime]).toEqual(['2026-11-24', '18:30', '19:30'])
  expect(meetingInput(values)).toMatchObject({
    starts_at: '2026-11-24T23:30:00.000Z',
    staff_ids: [3],
    contact_ids: [],
    emails: ['a@plans.example'],
    notify: false,
  })
})

test.each([
  [{ title: ' ' }, { title: 'Enter a title' }],
  [{ endTime: '10:00' }, { endTime: 'The end must be after the start' }],
  [{ startDay: '' }, { startDay: 'Enter a day' }],
  [{ link: 'http://meet.example' }, { link: 'Enter a link that begins with https://' }],
  [{ emails: 'a@plans.example, nobody' }, { emails: 'Check the address “nobody”' }],
  [{ link: 'https://meet.example/a', emails: '' }, {}],
])('%j is checked before it is sent', (more, expected) => {
  expect(problems(more)).toEqual(expected)
})

test('a problem with one of the addresses is shown where all are typed', () => {
  expect([meetingPathOf('emails.3'), meetingPathOf('starts_at'), meetingPathOf('other')]).toEqual([
    'emails',
    'startTime',
    undefined,
  ])
})

test('two people’s changes are merged input by input, and whether to email is mine', () => {
  const { merged, conflicts, taken } = mergeMeetings({
    base: start,
    mine: { ...start, place: 'Upstairs', title: 'Mine', notify: false },
    theirs: { ...start, link: 'https://meet.example/a', title: 'Theirs' },
  })
  expect(merged).toMatchObject({ place: 'Upstairs', link: 'https://meet.example/a', notify: false })
  expect(conflicts.map(({ path }) => path)).toEqual(['title'])
  expect(taken).toEqual(['Link'])
})
