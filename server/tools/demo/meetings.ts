import { randomUUID } from 'node:crypto'

import type { MeetingAnswerInput } from '#contract/meetings/answers.ts'
import type { Invitee } from '#contract/meetings/meetings.ts'
import { dayMs, minuteMs } from '#contract/values/durations.ts'
import { timeOfLocal } from '#contract/values/zoned-time.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { timestamp } from '#server/platform/lib/clock.ts'
import { addDays, dateAt, weekdayOf } from '#server/platform/lib/time-zone.ts'
import { searchTextOf } from '#server/records/meetings/rows.ts'

import type { DemoActor } from './audit.ts'

interface DemoMeeting {
  readonly title: string
  readonly last_name: string
  /** From today; one on a weekend is moved on, or back if it is over. */
  readonly inDays: number
  /** HH:MM there. */
  readonly time: string
  readonly minutes: number
  /** That of the business unless given. */
  readonly time_zone?: string
  readonly place?: string
  readonly link?: string
  readonly notes?: string
  readonly writtenDaysAgo: number
  readonly canceledDaysAgo?: number
  readonly isMadeByCustomer?: boolean
  /** What its customer answered. */
  readonly answered?: MeetingAnswerInput & { readonly daysAgo: number }
}

const meetings: readonly DemoMeeting[] = [
  {
    title: 'Kick-off of the online shop',
    last_name: 'Lindqvist',
    inDays: -12,
    time: '10:00',
    minutes: 90,
    place: 'Our studio, Vinkenkade 4',
    notes: 'Agreed on six weeks.\nThey send the pictures of the first 40 products.',
    writtenDaysAgo: 24,
  },
  {
    title: 'Layout of the catalog',
    last_name: 'Goldberg',
    inDays: 2,
    time: '14:00',
    minutes: 60,
    place: 'Our studio, Vinkenkade 4',
    notes: 'Bring the proofs of the first 16 pages.',
    writtenDaysAgo: 6,
    answered: { answer: 'accepted', note: 'My colleague joins for the first half hour.', daysAgo: 5 },
  },
  {
    title: 'Label for the spring syrup',
    last_name: 'Tremblay',
    inDays: 6,
    time: '09:30',
    minutes: 45,
    time_zone: 'America/Toronto',
    link: 'https://meet.example/spring-syrup',
    writtenDaysAgo: 4,
  },
  {
    title: 'Window lettering, measuring',
    last_name: 'Gonçalves',
    inDays: 4,
    time: '11:00',
    minutes: 30,
    time_zone: 'Europe/Lisbon',
    place: 'Café Gonçalves, Porto',
    writtenDaysAgo: 8,
    canceledDaysAgo: 1,
  },
  {
    title: 'Colors of the coffee labels',
    last_name: 'Mensah',
    inDays: 9,
    time: '15:00',
    minutes: 30,
    time_zone: 'Africa/Accra',
    link: 'https://meet.example/coffee-labels',
    writtenDaysAgo: 2,
    isMadeByCustomer: true,
  },
]

/** Meetings of the last weeks and the next ones; nobody was emailed about them. */
export async function addMeetings(trx: Tenant, owner: DemoActor): Promise<void> {
  const ownZone = await trx.timeZone()
  const today = dateAt(Date.now(), ownZone)
  const names = meetings.map(({ last_name }) => last_name)
  const customers = await trx
    .select('customers')
    .select(['id', 'name', 'last_name', 'email'])
    .where('last_name', 'in', names)
    .execute()
  const found = meetings.flatMap((meeting) => {
    const customer = customers.find(({ last_name }) => last_name === meeting.last_name)
    return customer
      ? [{ meeting, customer: { ...customer, name: `${customer.name} ${customer.last_name}` } }]
      : []
  })
  const rows = found.map(({ meeting, customer }) => {
    const { title, inDays, time, minutes, time_zone = ownZone, writtenDaysAgo, canceledDaysAgo } = meeting
    const isTheirs = meeting.isMadeByCustomer === true
    const day = workday(addDays(today, inDays), Math.sign(inDays))
    const starts = timeOfLocal(`${day}T${time}`, time_zone)
    const attendees: Invitee[] = [
      { kind: 'customer', id: customer.id, name: customer.name, email: customer.email },
      ...(isTheirs ? [] : [{ kind: 'staff', id: owner.id, name: owner.name, email: owner.email } as const]),
    ]
    const canceled_at = canceledDaysAgo === undefined ? null : daysAgo(canceledDaysAgo)
    const created_at = daysAgo(writtenDaysAgo)
    return {
      uid: randomUUID(),
      status: canceled_at === null ? ('scheduled' as const) : ('canceled' as const),
      title,
      customer_id: customer.id,
      customer_name: customer.name,
      starts_at: timestamp(starts),
      ends_at: timestamp(starts + minutes * minuteMs),
      time_zone,
      place: meeting.place ?? '',
      link: meeting.link ?? '',
      notes: meeting.notes ?? '',
      attendees: JSON.stringify(attendees),
      attendee_count: attendees.length,
      invited: '[]',
      organizer_name: isTheirs ? null : owner.name,
      organizer_email: isTheirs ? null : owner.email,
      made_by_customer: isTheirs ? 1 : 0,
      created_by: isTheirs ? customer.name : owner.name,
      search_text: searchTextOf({ title, customer_name: customer.name }),
      canceled_at,
      created_at,
      updated_at: canceled_at ?? created_at,
      version: canceled_at === null ? 1 : 2,
    }
  })
  const ids = await trx.insert('meetings', rows)
  await trx.insert(
    'meeting_answers',
    found.flatMap(({ meeting: { answered }, customer }, index) => {
      if (!answered) return []
      const { daysAgo: days, ...answer } = answered
      const address = customer.email.toLowerCase()
      return [
        {
          meeting_id: ids[index] as number, // one id a row
          address,
          token_hash: null,
          ...answer,
          answered_at: daysAgo(days),
        },
      ]
    }),
  )
  await trx.insert(
    'activity_log',
    rows.flatMap(({ title, customer_id, created_by, made_by_customer, created_at, canceled_at }, index) => {
      const entry = {
        customer_id,
        note: null,
        subject_id: ids[index] as number, // one id a row
        subject_type: 'meeting',
        subject_title: title,
        caused_by: created_by,
        actor_id: made_by_customer === 1 ? null : owner.id,
      }
      return [
        { ...entry, event: 'created', description: 'Meeting scheduled', created_at },
        ...(canceled_at === null
          ? []
          : [{ ...entry, event: 'canceled', description: 'Meeting canceled', created_at: canceled_at }]),
      ]
    }),
  )
}

const daysAgo = (days: number) => timestamp(Date.now() - days * dayMs)

/** That day, or the next one in this direction on which people work. */
const workday = (day: string, direction: number): string =>
  weekdayOf(day) > 5 ? workday(addDays(day, direction), direction) : day
