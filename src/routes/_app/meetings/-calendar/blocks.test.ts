import { expect, test } from 'vitest'

import type { MeetingSummary } from '#contract/meetings/summary.ts'

import { blocksOf } from './blocks.ts'

let ids = 0
const meeting = (from: string, to: string): MeetingSummary => ({
  id: (ids += 1),
  title: `${from}–${to}`,
  status: 'scheduled',
  customer_id: null,
  customer_name: null,
  starts_at: new Date(from).toISOString(),
  ends_at: new Date(to).toISOString(),
  time_zone: 'Europe/Berlin',
  place: '',
  link: '',
  made_by_customer: false,
  attendee_count: 0,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
})

const shape = (day: string, meetings: readonly MeetingSummary[], zone = 'Europe/Berlin') =>
  blocksOf(day, meetings, zone).map(({ from, to, column, columns }) => [from, to, column, columns])

test('a meeting is where the clock of the business shows it', () => {
  const one = meeting('2026-11-24T09:30Z', '2026-11-24T11:00Z')
  expect(shape('2026-11-24', [one])).toEqual([[630, 720, 0, 1]])
  expect(shape('2026-11-24', [one], 'Asia/Kolkata')).toEqual([[900, 990, 0, 1]])
  expect(shape('2026-11-25', [one])).toEqual([])
})

test('a meeting over midnight is on both days, one that ends at midnight on the first alone', () => {
  const night = meeting('2026-11-24T22:00Z', '2026-11-25T01:00Z')
  expect(shape('2026-11-24', [night])).toEqual([[1380, 1440, 0, 1]])
  expect(shape('2026-11-25', [night])).toEqual([[0, 120, 0, 1]])
  const evening = meeting('2026-11-24T22:00Z', '2026-11-24T23:00Z')
  expect(shape('2026-11-25', [evening])).toEqual([])
})

test('meetings at the same time stand side by side, and later ones have the whole width again', () => {
  const at = (from: string, to: string) => meeting(`2026-11-24T${from}Z`, `2026-11-24T${to}Z`)
  const day = [at('09:00', '12:00'), at('09:00', '10:00'), at('10:00', '11:00'), at('13:00', '14:00')]
  expect(shape('2026-11-24', day, 'UTC')).toEqual([
    [540, 720, 0, 2],
    [540, 600, 1, 2],
    [600, 660, 1, 2],
    [780, 840, 0, 1],
  ])
})

test('a short meeting is tall enough to be read, also at the end of the day and when clocks are turned back', () => {
  expect(shape('2026-11-24', [meeting('2026-11-24T09:00Z', '2026-11-24T09:05Z')], 'UTC')).toEqual([
    [540, 565, 0, 1],
  ])
  expect(shape('2026-11-24', [meeting('2026-11-24T23:50Z', '2026-11-24T23:59Z')], 'UTC')).toEqual([
    [1430, 1440, 0, 1],
  ])
  // From 02:30 to 02:10, the second time that it is 02:10.
  expect(shape('2026-10-25', [meeting('2026-10-25T00:30Z', '2026-10-25T01:10Z')])).toEqual([[150, 175, 0, 1]])
})
