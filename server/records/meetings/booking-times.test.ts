import { afterAll, beforeEach, expect, test } from 'vitest'

import { listNotes } from '#contract/customers/notes.ts'
import { type BookingTimes, showBookingTimes, usualBookingTimes } from '#contract/meetings/booking-times.ts'
import type { PortalMeeting, PortalMeetingTimes } from '#contract/portal/portal.ts'
import { localTimeOf } from '#contract/values/zoned-time.ts'
import { grant, inPortal } from '#server/tools/testing/portal.ts'
import { addRecord } from '#server/tools/testing/record.ts'
import { type TestAccount, startService } from '#server/tools/testing/service.ts'

const service = await startService()
afterAll(() => service.close())
let accounts = 0
let account: TestAccount
let staff: Record<string, string>
let customer: Record<string, string>

beforeEach(async () => {
  accounts += 1
  account = await service.account(`Account ${accounts}`, { rateLimit: 1_000_000 })
  staff = await service.session(account.id, 'owner')
  customer = await newCustomer()
})

async function newCustomer() {
  const id = await addRecord(service.context, account.id, listNotes)
  await grant(service.context, id, ['view-meeting', 'create-meeting', 'edit-meeting'])
  return inPortal(service.context, { account: account.id, customer: id })
}

const always: BookingTimes = {
  is_on: true,
  hours: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '08:00', to: '20:00' })),
  days_off: [],
  minutes: 60,
  notice_hours: 12,
  days_ahead: 7,
  place: '3 Harbor Street',
  link: '',
}
const url = '/api/x/booking-times'
const put = (body: object, version: number, who = staff) =>
  service.send('PUT', url, { ...who, 'if-match': `"${version}"` }, body)
const show = async () => (await service.send('GET', url, staff)).json().data
const free = async (path = 'meeting-times', who = customer) =>
  (await service.send('GET', `/api/x/portal/${path}`, who)).json().data as PortalMeetingTimes
const texts = (starts_at: string, minutes = 60) => ({
  title: 'Colors of the hall',
  starts_at,
  ends_at: new Date(Date.parse(starts_at) + minutes * 60_000).toISOString(),
  time_zone: 'Europe/Oslo',
  place: '',
  link: '',
  notes: '',
})
const book = (body: object, who = customer) => service.send('POST', '/api/x/portal/meetings', who, body)

test('booking times are off until they are set, by those who manage settings, and two editors don’t overwrite each other', async () => {
  const first = await service.send('GET', url, staff)
  expect(first.json().data).toEqual({ ...usualBookingTimes, version: 1 })
  expect(showBookingTimes.response.safeParse(first.json()).error).toBeUndefined()
  expect(first.headers.etag).toBe('"1"')
  expect((await put(always, 1, await service.session(account.id, 'staff'))).statusCode).toBe(403)
  expect((await put(always, 1)).json().data).toEqual({ ...always, version: 2 })
  expect((await put({ ...always, minutes: 30 }, 1)).statusCode).toBe(412)
  expect((await put(always, 2)).json().data.version).toBe(2)
  expect(await show()).toEqual({ ...always, version: 2 })
  const audited = await account.tenant.select('audit_log').select(['action', 'changes']).execute()
  expect(audited).toEqual([
    { action: 'booking_times.changed', changes: '{"is_on":{"from":false,"to":true}}' },
  ])
})

test.each([
  [
    'hours that end before they start',
    { hours: [{ weekday: 1, from: '10:00', to: '10:00' }] },
    'The end must be after the start',
  ],
  [
    'hours that overlap',
    {
      hours: [
        { weekday: 1, from: '12:00', to: '14:00' },
        { weekday: 1, from: '10:00', to: '12:01' },
      ],
    },
    'Hours of a day can’t overlap',
  ],
  ['none to choose from', { hours: [] }, 'Add the hours at which you meet customers'],
  [
    'a day that doesn’t exist',
    { hours: [{ weekday: 8, from: '10:00', to: '11:00' }] },
    'weekday must be between 1 and 7',
  ],
  [
    'a time that doesn’t exist',
    { hours: [{ weekday: 1, from: '10:00', to: '24:00' }] },
    'to must be a time like 09:30',
  ],
  [
    'days off that end before they start',
    { days_off: [{ from: '2030-01-02', to: '2030-01-01' }] },
    'The last day can’t be before the first',
  ],
  [
    'a date that doesn’t exist',
    { days_off: [{ from: '2030-02-30', to: '2030-03-01' }] },
    'from must be a date (YYYY-MM-DD)',
  ],
  ['a link that isn’t one', { link: 'javascript:alert(1)' }, 'Enter a link that begins with https://'],
  ['a length of its own', { minutes: 1 }, 'minutes must be one of 15, 30, 45, 60, 90, 120'],
])('%s are refused with the reason', async (_what, change, message) => {
  const answer = await put({ ...always, ...change }, 1)
  expect(answer.statusCode).toBe(422)
  expect(Object.values(answer.json().error.details)).toEqual([message])
})

test('customers see free times within the hours of the business, and make meetings then only', async () => {
  expect(await free()).toEqual({ minutes: null, times: [], place: '', link: '' })
  expect((await book(texts('2099-01-01T03:07:00Z', 20))).statusCode).toBe(201)

  await put(always, 1)
  const { times, ...offer } = await free()
  expect(offer).toEqual({ minutes: 60, place: always.place, link: '' })
  expect(times.length).toBeGreaterThan(60)
  const zone = await account.tenant.timeZone()
  for (const time of times) {
    expect(Date.parse(time)).toBeGreaterThan(Date.now() + 11.9 * 60 * 60_000)
    expect(Number(localTimeOf(Date.parse(time), zone).slice(11, 13))).toBeGreaterThanOrEqual(8)
  }
  const [first = '', second = '', third = ''] = times
  const made = await book(texts(first))
  expect(made.statusCode).toBe(201)
  for (const [body, why] of [
    [texts(first), 'taken'],
    [texts(second, 30), 'too short'],
    [texts(new Date(Date.parse(second) + 60_000).toISOString()), 'between two times'],
    [texts('2099-01-01T09:00:00Z'), 'too far ahead'],
  ] as const) {
    const answer = await book(body)
    expect([why, answer.statusCode]).toEqual([why, 422])
    expect(answer.json().error.details).toEqual({ starts_at: 'This time was taken. Choose another one.' })
  }
  expect((await free()).times).toEqual(times.filter((time) => time !== first))

  // Their own time is offered to its meeting alone, and other changes need none.
  const { id, version } = made.json().data as PortalMeeting
  expect((await free(`meetings/${id}/times`)).times).toEqual(times)
  const change = (body: object, of: number) =>
    service.send('PUT', `/api/x/portal/meetings/${id}`, { ...customer, 'if-match': `"${of}"` }, body)
  await put({ ...always, hours: [{ weekday: 1, from: '08:00', to: '08:30' }] }, 2)
  expect((await change({ ...texts(first), place: 'Upstairs' }, version)).statusCode).toBe(200)
  expect((await change(texts(third), version + 1)).statusCode).toBe(422)
  await put(always, 3)
  expect((await change(texts(third), version + 1)).statusCode).toBe(200)
  expect((await free()).times).toEqual(times.filter((time) => time !== third))
})

test('nothing is offered or taken on days off, which are kept in order', async () => {
  await put(always, 1)
  const { times } = await free()
  const zone = await account.tenant.timeZone()
  const dayOf = (time: string) => localTimeOf(Date.parse(time), zone).slice(0, 10)
  const days = [...new Set(times.map(dayOf))]
  const [, second = '', third = ''] = days
  const days_off = [
    { from: third, to: third },
    { from: second, to: second },
  ]
  const saved = await put({ ...always, days_off }, 2)
  expect(saved.json().data.days_off).toEqual(days_off.toReversed())
  expect((await free()).times).toEqual(times.filter((time) => ![second, third].includes(dayOf(time))))
  const taken = times.find((time) => dayOf(time) === second) ?? ''
  expect((await book(texts(taken))).statusCode).toBe(422)
})

test('days off that are over are left out, and the last day of some isn’t', async () => {
  const today = await account.tenant.today()
  const over = { from: '2020-12-24', to: '2020-12-31' }
  const current = { from: '2020-12-24', to: today }
  await put(always, 1)
  await account.tenant
    .update('booking_times')
    .set({ times: JSON.stringify({ ...always, days_off: [over, current] }) })
    .execute()
  expect((await show()).days_off).toEqual([current])
  expect((await put({ ...always, days_off: [over, current] }, 2)).json().data).toMatchObject({
    days_off: [current],
    version: 2,
  })
})

test('booking times that were stored before there were days off have none', async () => {
  const { days_off: _none, ...before } = always
  await put(always, 1)
  await account.tenant
    .update('booking_times')
    .set({ times: JSON.stringify(before) })
    .execute()
  expect(await show()).toEqual({ ...always, version: 2 })
  expect((await put(always, 2)).json().data.version).toBe(2)
})

test('of several customers who choose the same time at once, one gets it', async () => {
  await put(always, 1)
  const [time = ''] = (await free()).times
  const others = await Promise.all([newCustomer(), newCustomer(), newCustomer()])
  const answers = await Promise.all([customer, ...others].map((who) => book(texts(time), who)))
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 422, 422, 422])
})

test('free times are told neither without the permission nor about the meetings of others', async () => {
  await put(always, 1)
  const [time = ''] = (await free()).times
  const { id } = (await book(texts(time))).json().data as PortalMeeting
  const other = await newCustomer()
  expect((await service.send('GET', `/api/x/portal/meetings/${id}/times`, other)).statusCode).toBe(404)
  const stranger = await addRecord(service.context, account.id, listNotes)
  await grant(service.context, stranger, ['view-meeting'])
  const session = await inPortal(service.context, { account: account.id, customer: stranger })
  expect((await service.send('GET', '/api/x/portal/meeting-times', session)).statusCode).toBe(403)
})
