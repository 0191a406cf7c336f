import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Overview } from '#contract/account/overview.ts'
import type { Customer } from '#contract/customers/customers.ts'
import type { Meeting } from '#contract/meetings/meetings.ts'
import type { MeetingSummary } from '#contract/meetings/summary.ts'
import { type TestAccount, type TestService, startService } from '#server/tools/testing/service.ts'

import { seedDemo } from './seed.ts'

let service: TestService
let studio: TestAccount

const read = async <Data>(path: string): Promise<Data> => {
  const answer = await service.send('GET', path, { authorization: `Bearer ${studio.key}` })
  expect(answer.statusCode, path).toBe(200)
  return (answer.json() as { data: Data }).data
}

beforeAll(async () => {
  service = await startService({ DEMO: '1' })
  await seedDemo(service.context)
  studio = await service.account('Harbor & Finch Studio')
})
afterAll(() => service.close())

test('the demo has one past meeting, one canceled and three upcoming ones', async () => {
  const count = async (when: string) => (await read<MeetingSummary[]>(`/api/x/meetings?when=${when}`)).length
  expect([await count('past'), await count('canceled'), await count('upcoming')]).toEqual([1, 1, 3])
  expect((await read<Overview>('/api/x/overview')).upcoming_meetings?.total).toBe(3)
})

test('one of the demo’s meetings is in a time zone west of the business, and one was made by its customer', async () => {
  const listed = await read<MeetingSummary[]>('/api/x/meetings')
  const meetings: Meeting[] = []
  for (const { id } of listed) meetings.push(await read<Meeting>(`/api/x/meetings/${id}`))
  expect(meetings.map(({ time_zone }) => time_zone)).toContain('America/Toronto')
  const [theirs, ...others] = meetings.filter(({ made_by_customer }) => made_by_customer)
  expect(others).toEqual([])
  expect(theirs).toMatchObject({ created_by: theirs?.customer_name, attendee_count: 1 })
  const { permissions } = await read<Customer>(`/api/customers/${theirs?.customer_id}`)
  expect(Object.values(permissions)).toContain('create-meeting')
  for (const { attendees, attendee_count, created_at } of meetings) {
    expect(attendees).toHaveLength(attendee_count)
    expect(Date.parse(created_at)).toBeLessThan(Date.now())
  }
})

test('the customer of one of the demo’s meetings has accepted it', async () => {
  const listed = await read<MeetingSummary[]>('/api/x/meetings')
  const { id = 0 } = listed.find(({ title }) => title === 'Layout of the catalog') ?? {}
  const { attendees } = await read<Meeting>(`/api/x/meetings/${id}`)
  expect(attendees.map(({ kind, answer }) => [kind, answer])).toEqual([
    ['customer', 'accepted'],
    ['staff', null],
  ])
})

test('the demo’s meetings are on working days, and in the activity of their customers', async () => {
  const entries = await studio.tenant
    .select('activity_log')
    .select(['event', 'subject_id'])
    .where('subject_type', '=', 'meeting')
    .execute()
  expect(entries.map(({ event }) => event).toSorted()).toEqual([
    'canceled',
    ...Array.from({ length: 5 }, () => 'created'),
  ])
  for (const { starts_at, time_zone } of await read<MeetingSummary[]>('/api/x/meetings')) {
    const weekday = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: time_zone })
    expect(['Sat', 'Sun']).not.toContain(weekday.format(Date.parse(starts_at)))
  }
})
