import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import type { Overview } from '#contract/account/overview.ts'
import type { Meeting, MeetingEmail, MeetingInput } from '#contract/meetings/meetings.ts'
import type { MeetingSummary } from '#contract/meetings/summary.ts'
import type { PortalMeeting } from '#contract/portal/portal.ts'
import { startWithMail } from '#server/tools/testing/office.ts'
import { grant, inPortal } from '#server/tools/testing/portal.ts'
import { addRecord } from '#server/tools/testing/record.ts'
import { meetingInput, meetingTexts } from '#server/tools/testing/samples.ts'
import type { TestAccount } from '#server/tools/testing/service.ts'

const { mail, service } = await startWithMail()
let accounts = 0
let account: TestAccount
let staff: Record<string, string>
let customer: number

beforeEach(async () => {
  // What other tests left waiting.
  await service.context.outbox.sendDue()
  mail.received.length = 0
  accounts += 1
  account = await service.account(`Account ${accounts}`, { rateLimit: 1_000_000 })
  staff = await service.session(account.id, 'staff')
  customer = await addRecord(service.context, account.id, { record: 'customers', path: '/api/customers' })
})
afterEach(() => vi.useRealTimers())

type Method = 'GET' | 'POST' | 'PUT'
const ask = (method: Method, path: string, body?: object, headers: Record<string, string> = {}) =>
  service.send(method, `/api/x/${path}`, { ...staff, ...headers }, body)
const match = (version: number) => ({ 'if-match': `"${version}"` })
async function done<Data = Meeting>(answer: Awaited<ReturnType<typeof ask>>): Promise<Data> {
  expect([answer.statusCode < 300, answer.json().error]).toEqual([true, undefined])
  return answer.json().data as Data
}
const schedule = async (more: Partial<MeetingInput> = {}) =>
  done(await ask('POST', 'meetings', meetingInput({ customer_id: customer, ...more })))
const change = (meeting: Meeting, more: Partial<MeetingInput> = {}) =>
  ask(
    'PUT',
    `meetings/${meeting.id}`,
    meetingInput({ customer_id: customer, ...more }),
    match(meeting.version),
  )
const cancel = (meeting: Meeting, notify = false) =>
  ask('POST', `meetings/${meeting.id}/cancel`, { notify }, match(meeting.version))
const problemOf = (answer: Awaited<ReturnType<typeof ask>>) => [
  answer.statusCode,
  answer.json().error.details,
]

const emailsOf = async ({ id }: Meeting) => done<MeetingEmail[]>(await ask('GET', `meetings/${id}/emails`))

/** What came with an email, as the calendar program of its reader gets it. */
function calendarIn(source: string): string {
  const [, base64 = ''] = /application\/ics[^]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(source) ?? []
  return Buffer.from(base64, 'base64').toString().replaceAll('\r\n ', '')
}
/** Sends what waits, and returns what was emailed about meetings, apart from what people are notified of. */
async function sent() {
  mail.received.length = 0
  await service.context.outbox.sendDue()
  return mail.received
    .filter(({ source }) => source.includes('text/calendar'))
    .map(({ to, source }) => ({
      to: to.toSorted(),
      subject: /^Subject: (.*)$/m.exec(source)?.[1]?.trim(),
      type: /text\/calendar[^\r\n]*(?:\r\n\s[^\r\n]*)*/.exec(source)?.[0].replaceAll(/\r\n\s+/g, ' '),
      calendar: calendarIn(source),
    }))
    .toSorted((one, other) => place(one.to).localeCompare(place(other.to)))
}
/** Emails go out some at a time and arrive in any order: here the customer's is first, the others are by address. */
const place = ([address = '']: readonly string[]) => (address === 'zoe@example.com' ? '' : address)
const lineOf = (calendar: string, name: string) =>
  calendar
    .split('\r\n')
    .find((line) => line.startsWith(`${name}:`))
    ?.slice(name.length + 1)

const activity = async (event?: string) =>
  (
    await account.tenant
      .select('activity_log')
      .select(['event', 'description', 'customer_id', 'subject_title', 'caused_by'])
      .where('subject_type', '=', 'meeting')
      .$if(event !== undefined, (query) => query.where('event', '=', event ?? ''))
      .orderBy('id')
      .execute()
  ).map((row) => row)

describe('a meeting', () => {
  test('is scheduled with the customer, a contact, a colleague and an address, each once', async () => {
    const contact = await addRecord(service.context, account.id, { record: 'contacts', path: '' })
    await account.tenant
      .update('contacts')
      .set({ email: 'maya@studio.example' })
      .where('id', '=', contact)
      .execute()
    const people = await done<{ id: number; name: string; email: string }[]>(await ask('GET', 'people'))
    const [robin] = people
    const meeting = await schedule({
      starts_at: '2099-01-31T10:00:00+01:00',
      contact_ids: [contact],
      staff_ids: [robin?.id ?? 0],
      emails: ['Zoe@example.com', 'architect@plans.example'],
    })
    expect(meeting).toMatchObject({
      status: 'scheduled',
      starts_at: '2099-01-31T09:00:00.000000Z',
      customer_name: 'Zoë Ødegård',
      made_by_customer: false,
      attendee_count: 4,
      attendees: [
        { kind: 'customer', id: customer, name: 'Zoë Ødegård', email: 'zoe@example.com' },
        { kind: 'contact', id: contact, email: 'maya@studio.example' },
        { kind: 'staff', ...robin },
        { kind: 'email', id: null, email: 'architect@plans.example' },
      ],
      invited: [],
    })
    expect(await activity()).toEqual([
      {
        event: 'created',
        description: 'Meeting scheduled',
        customer_id: customer,
        subject_title: 'Walk-through',
        caused_by: 'Robin',
      },
    ])
  })

  test('is listed between two times if any part of it takes place between them', async () => {
    await schedule({ starts_at: '2099-03-01T22:00:00Z', ends_at: '2099-03-02T01:00:00Z' })
    const titles = async (from: string, to: string) =>
      (
        await done<MeetingSummary[]>(
          await ask('GET', `meetings?from=${from}&to=${to}&customer_id=${customer}`),
        )
      ).map(({ starts_at }) => starts_at)
    const found = ['2099-03-01T22:00:00.000000Z']
    expect(await titles('2099-03-01T00:00:00Z', '2099-03-01T22:00:01Z')).toEqual(found)
    expect(await titles('2099-03-01T00:00:00Z', '2099-03-01T22:00:00Z')).toEqual([])
    expect(await titles('2099-03-02T00:59:59Z', '2099-03-09T00:00:00Z')).toEqual(found)
    expect(await titles('2099-03-02T02:59:59%2B02:00', '2099-03-09T00:00:00Z')).toEqual(found)
    expect(await titles('2099-03-02T01:00:00Z', '2099-03-09T00:00:00Z')).toEqual([])
    expect(await titles('0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z')).toEqual(found)
    expect(problemOf(await ask('GET', 'meetings?from=tomorrow'))).toEqual([
      400,
      { from: 'from must be a time like 2026-01-31T09:30:00Z' },
    ])
  })

  test.each([
    [{ ends_at: meetingTexts.starts_at }, { ends_at: 'The end must be after the start' }],
    [{ ends_at: '2099-02-20T09:00:00Z' }, { ends_at: 'A meeting can be up to 14 days long' }],
    [{ starts_at: '1999-01-01T00:00:00Z' }, { starts_at: 'Choose a time between 2000 and 2199' }],
    [{ time_zone: 'Europe/Bureau' }, { time_zone: 'Choose a time zone' }],
    [{ time_zone: '+00:01' }, { time_zone: 'Choose a time zone' }],
    [{ link: 'http://meet.example' }, { link: 'Enter a link that begins with https://' }],
    [{ link: 'https://user@meet.example/' }, { link: 'Enter a link that begins with https://' }],
    [{ link: 'https://[nowhere' }, { link: 'Enter a link that begins with https://' }],
    [{ customer_id: 999_999 }, { customer_id: 'This customer doesn’t exist' }],
    [{ contact_ids: [999_999] }, { contact_ids: 'One of these contacts doesn’t exist' }],
    [{ staff_ids: [999_999] }, { staff_ids: 'One of these people no longer works in this account' }],
    [{ emails: ['nobody'] }, { 'emails.0': 'Enter an email address, like name@example.com' }],
  ] as const)('with %j is rejected', async (more, details) => {
    const answer = await ask('POST', 'meetings', meetingInput({ customer_id: customer, ...(more as object) }))
    expect(problemOf(answer)).toEqual([422, details])
  })

  test('invites nobody of another account', async () => {
    const other = await service.account('Theirs')
    const foreign = {
      customer_id: await addRecord(service.context, other.id, { record: 'customers', path: '' }),
      contact_ids: [await addRecord(service.context, other.id, { record: 'contacts', path: '' })],
    }
    await service.session(other.id, 'staff')
    const { id } = await service.context.store.db
      .selectFrom('memberships')
      .select('user_id as id')
      .where('account_id', '=', other.id)
      .executeTakeFirstOrThrow()
    for (const more of [
      { customer_id: foreign.customer_id },
      { contact_ids: foreign.contact_ids },
      { staff_ids: [id] },
    ])
      expect((await ask('POST', 'meetings', meetingInput(more))).statusCode).toBe(422)
  })

  test('keeps somebody whose record was deleted, with the name and address they had', async () => {
    const contact = await addRecord(service.context, account.id, { record: 'contacts', path: '' })
    await account.tenant.update('contacts').set({ email: 'maya@studio.example' }).execute()
    const meeting = await schedule({ contact_ids: [contact] })
    expect(meeting.attendee_count).toBe(2)
    await account.tenant.delete('contacts').where('id', '=', contact).execute()
    const changed = await done(await change(meeting, { contact_ids: [contact], place: 'Upstairs' }))
    expect(changed.attendees).toEqual(meeting.attendees)
  })

  test('that somebody else has changed is changed by nobody who read it before', async () => {
    const meeting = await schedule()
    const moved = { starts_at: '2099-01-31T08:00:00Z' }
    const changed = await done(await change(meeting, moved))
    expect(changed.version).toBe(2)
    expect((await change(meeting, { title: 'Other' })).statusCode).toBe(412)
    expect((await cancel(meeting)).statusCode).toBe(412)
    // Without a change there is nothing to write.
    expect((await done(await change(changed, moved))).version).toBe(2)
    expect((await activity()).map(({ event }) => event)).toEqual(['created', 'moved'])
  })

  test('that is canceled or over can’t be changed, canceled or emailed', async () => {
    const canceled = await done(await cancel(await schedule()))
    expect(canceled).toMatchObject({ status: 'canceled', canceled_at: expect.any(String) })
    const past = await schedule({ starts_at: '2020-01-31T09:00:00Z', ends_at: '2020-01-31T10:00:00Z' })
    const answers = await Promise.all([
      change(canceled, { title: 'Other' }),
      cancel(canceled),
      cancel(past),
      ask('POST', `meetings/${canceled.id}/invite`),
      ask('POST', `meetings/${past.id}/invite`),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([409, 409, 409, 409, 409])
    const emailed = await ask('POST', 'meetings', meetingInput({ ...past, notify: true }))
    expect(emailed.statusCode).toBe(422)
  })

  test('is listed with what is to come from the next one on, and the others from the last one back', async () => {
    const at = (day: string) => ({ starts_at: `${day}T09:00:00Z`, ends_at: `${day}T10:00:00Z` })
    await schedule({ title: 'later', ...at('2099-03-01') })
    await schedule({ title: 'next', customer_id: null, ...at('2099-02-01') })
    await schedule({ title: 'before', ...at('2020-02-01') })
    await schedule({ title: 'last', ...at('2021-02-01') })
    await cancel(await schedule({ title: 'off', ...at('2099-02-01') }))
    const titles = async (query: string) =>
      (await done<MeetingSummary[]>(await ask('GET', `meetings?${query}`))).map(({ title }) => title)
    expect(await titles('when=upcoming')).toEqual(['next', 'later'])
    expect(await titles('when=past')).toEqual(['last', 'before'])
    expect(await titles('when=canceled')).toEqual(['off'])
    expect(await titles(`when=upcoming&customer_id=${customer}`)).toEqual(['later'])
    expect(await titles('search=odegard%20LA')).toEqual(['later', 'last'])
    expect(await titles('limit=1&page=2')).toEqual([expect.any(String)])
    for (const page of [1, 4]) {
      const { data, meta } = (await ask('GET', `meetings?limit=2&page=${page}`)).json()
      expect([data.length, meta.total]).toEqual([page === 1 ? 2 : 0, 5])
    }
  })

  test('is found by a colleague who is invited, whatever others are called', async () => {
    const people = await done<{ id: number; name: string }[]>(await ask('GET', 'people'))
    const [robin = { id: 0, name: '' }] = people
    const posing = `{"kind":"staff","id":${robin.id},`
    const { context } = service
    const contact = await addRecord(context, account.id, { record: 'contacts', path: '' })
    await account.tenant.update('contacts').set({ name: posing }).where('id', '=', contact).execute()
    await schedule({ title: 'with them', staff_ids: [robin.id], contact_ids: [contact] })
    await schedule({ title: 'without', contact_ids: [contact] })
    const found = async (id: number | string) =>
      (await done<MeetingSummary[]>(await ask('GET', `meetings?staff_id=${id}`))).map(({ title }) => title)
    expect(await found(robin.id)).toEqual(['with them'])
    expect(await found(`${robin.id}0`)).toEqual([])
    expect((await ask('GET', 'meetings?staff_id=me')).statusCode).toBe(400)
  })

  test('is on the overview while it is to come, the next five of all', async () => {
    for (const day of [6, 2, 3, 4, 5, 1])
      await schedule({
        title: `${day}`,
        starts_at: `2099-01-0${day}T09:00:00Z`,
        ends_at: `2099-01-0${day}T10:00:00Z`,
      })
    await done(await cancel(await schedule({ title: 'off' })))
    const { upcoming_meetings: upcoming } = await done<Overview>(await ask('GET', 'overview'))
    expect([upcoming?.total, upcoming?.meetings.map(({ title }) => title)]).toEqual([
      6,
      ['1', '2', '3', '4', '5'],
    ])
  })

  test('is a file that calendars read', async () => {
    const { id } = await schedule({ title: 'Walk, through' })
    const answer = await ask('GET', `meetings/${id}/ics`)
    expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8; method=PUBLISH')
    expect(answer.headers['content-disposition']).toBe('attachment; filename=meeting.ics')
    expect(lineOf(answer.body, 'SUMMARY')).toBe('Walk\\, through')
    expect(answer.body).toContain('ORGANIZER;CN="Robin"')
    expect(answer.body).not.toContain('ATTENDEE')
  })

  test('follows its customer into the one they are merged into', async () => {
    const meeting = await schedule()
    const survivor = await addRecord(service.context, account.id, { record: 'customers', path: '' })
    await done(
      await ask(
        'POST',
        `customers/${survivor}/merge`,
        { other: customer, other_version: '"1"', take: [], take_custom_fields: [] },
        match(1),
      ),
    )
    const read = await done(await ask('GET', `meetings/${meeting.id}`))
    expect([read.customer_id, read.attendees[0]?.id]).toEqual([survivor, survivor])
  })

  test('is read by viewers, who change nothing', async () => {
    const meeting = await schedule()
    const viewer = await service.session(account.id, 'viewer')
    expect((await service.send('GET', `/api/x/meetings/${meeting.id}`, viewer)).statusCode).toBe(200)
    expect((await service.send('POST', `/api/x/meetings/${meeting.id}/invite`, viewer)).statusCode).toBe(403)
  })
})

describe('invitations', () => {
  test('go to everybody with an address, as a request that mail programs can answer', async () => {
    const meeting = await schedule({ emails: ['architect@plans.example'], notify: true })
    expect(meeting.invited).toEqual(['zoe@example.com', 'architect@plans.example'])
    const emails = await sent()
    expect(emails.map(({ to, subject }) => [...to, subject])).toEqual([
      ['zoe@example.com', 'Invitation: Walk-through'],
      ['architect@plans.example', 'Invitation: Walk-through'],
    ])
    const [email] = emails
    expect(email?.type).toContain('method=REQUEST')
    expect(lineOf(email?.calendar ?? '', 'METHOD')).toBe('REQUEST')
    expect(lineOf(email?.calendar ?? '', 'SEQUENCE')).toBe('0')
    expect(email?.calendar).toMatch(/ORGANIZER;CN="Robin";SENT-BY="mailto:office@example.com":mailto:/)
    expect(await emailsOf(meeting)).toMatchObject([
      { method: 'REQUEST', status: 'sent', attempts: 1, to: ['architect@plans.example'] },
      { method: 'REQUEST', status: 'sent', attempts: 1, to: ['zoe@example.com'] },
    ])
    expect((await activity('emailed')).map(({ description }) => description)).toEqual(['Invitation emailed'])
  })

  test('say the time where the meeting is planned and where the business is', async () => {
    await account.tenant.setBusiness({ name: 'Okafor & Co', timeZone: 'America/New_York' })
    const meeting = await schedule({ link: 'https://meet.example/a', notes: 'Bring it', notify: true })
    const { message } = await account.tenant
      .select('emails')
      .select('message')
      .where('about_id', '=', meeting.id)
      .executeTakeFirstOrThrow()
    expect(message).toBe(`Okafor & Co invites you to a meeting.

Walk-through
Saturday, January 31, 2099, 10:00 – 11:30 AM (Europe/Oslo)
Saturday, January 31, 2099, 4:00 – 5:30 AM (America/New York)
Link: https://meet.example/a

Bring it

The attached file brings your calendar up to date.
`)
  })

  test('are updated under the same UID with a higher sequence, and taken back from those who were removed', async () => {
    const meeting = await schedule({ emails: ['old@plans.example'], notify: true })
    const [first] = await sent()
    const more = { emails: ['new@plans.example'], starts_at: '2099-01-31T08:00:00Z', notify: true }
    const changed = await done(await change(meeting, more))
    expect(changed.invited).toEqual(['zoe@example.com', 'new@plans.example'])
    const emails = await sent()
    expect(emails.map(({ to, subject }) => [...to, subject])).toEqual([
      ['zoe@example.com', 'Updated invitation: Walk-through'],
      ['new@plans.example', 'Invitation: Walk-through'],
      ['old@plans.example', 'Canceled: Walk-through'],
    ])
    const lines = emails.map(({ calendar }) =>
      ['METHOD', 'SEQUENCE', 'UID', 'STATUS'].map((name) => lineOf(calendar, name)),
    )
    const uid = lineOf(first?.calendar ?? '', 'UID')
    expect(lines).toEqual([
      ['REQUEST', '1', uid, 'CONFIRMED'],
      ['REQUEST', '1', uid, 'CONFIRMED'],
      ['CANCEL', '1', uid, undefined],
    ])
    expect(emails[2]?.calendar).not.toContain('zoe@example.com')
  })

  test('are canceled for everybody who has one, also for somebody who was removed without being told', async () => {
    const meeting = await schedule({ emails: ['old@plans.example'], notify: true })
    const silent = await done(await change(meeting, { emails: [] }))
    await sent()
    const canceled = await done(await cancel(silent, true))
    const emails = await sent()
    expect(emails.map(({ to }) => to)).toEqual([['zoe@example.com'], ['old@plans.example']])
    const [email] = emails
    expect(lineOf(email?.calendar ?? '', 'STATUS')).toBe('CANCELLED')
    expect(lineOf(email?.calendar ?? '', 'SEQUENCE')).toBe('2')
    expect(canceled.invited).toEqual([])
  })

  test('that wait are not sent once the meeting is canceled, but the cancellation is', async () => {
    const meeting = await schedule({ notify: true })
    await done(await cancel(meeting, true))
    expect((await sent()).map(({ subject }) => subject)).toEqual(['Canceled: Walk-through'])
    expect(await emailsOf(meeting)).toMatchObject([
      { method: 'CANCEL', status: 'sent' },
      { method: 'REQUEST', status: 'canceled', problem: 'The meeting was canceled.' },
    ])
  })

  test('of the same version are sent once more after five minutes, and of another one at once', async () => {
    const meeting = await schedule()
    const invite = () => ask('POST', `meetings/${meeting.id}/invite`)
    await done(await invite())
    const again = await invite()
    expect([again.statusCode, again.json().error.message]).toEqual([
      429,
      'This invitation has just been sent. Try again in 5 minutes.',
    ])
    expect(await emailsOf(meeting)).toHaveLength(1)
    await done(await change(meeting, { title: 'Tour' }))
    await done(await invite())
  })

  test('can be sent later and again, and are the same for a repeated request', async () => {
    const meeting = await schedule()
    expect(await sent()).toEqual([])
    const headers = { 'idempotency-key': 'once' }
    for (let tries = 0; tries < 2; tries += 1)
      await done(await ask('POST', `meetings/${meeting.id}/invite`, undefined, headers))
    expect((await sent()).map(({ subject }) => subject)).toEqual(['Invitation: Walk-through'])
  })
})

test('events say what happened to meetings', async () => {
  const meeting = await schedule()
  await done(await cancel(await done(await change(meeting, { title: 'Tour' }))))
  const rows = await account.tenant.select('event_log').select(['type', 'body']).orderBy('id').execute()
  expect(rows.map(({ type, body }) => [type, JSON.parse(body).data.title])).toEqual([
    ['meeting.created', 'Walk-through'],
    ['meeting.updated', 'Tour'],
    ['meeting.canceled', 'Tour'],
  ])
})

describe('in the portal', () => {
  const all = ['view-meeting', 'create-meeting', 'edit-meeting', 'delete-meeting'] as const
  async function customerIn(id = customer) {
    await grant(service.context, id, all)
    const headers = await inPortal(service.context, { account: account.id, customer: id })
    return (method: Method, path: string, body?: object, more: Record<string, string> = {}) =>
      service.send(method, `/api/x/portal/${path}`, { ...headers, ...more }, body)
  }

  test('customers see what they are invited to, with names and without addresses', async () => {
    const meeting = await schedule({ emails: ['architect@plans.example'], notes: 'Bring it' })
    const portal = await customerIn()
    const seen = await done<PortalMeeting>(await portal('GET', `meetings/${meeting.id}`))
    expect(seen).toMatchObject({
      title: 'Walk-through',
      notes: 'Bring it',
      attendees: ['Zoë Ødegård'],
      is_own: false,
      is_to_come: true,
    })
    expect(JSON.stringify(seen)).not.toContain('@')
    expect((await portal('GET', `meetings/${meeting.id}/ics`)).body).toContain('METHOD:PUBLISH')
  })

  test('customers make a meeting, which staff see as theirs, and change and cancel it', async () => {
    const portal = await customerIn()
    const made = await done<PortalMeeting>(await portal('POST', 'meetings', meetingTexts))
    expect(made).toMatchObject({ is_own: true, is_to_come: true, version: 1 })
    expect(await done(await ask('GET', `meetings/${made.id}`))).toMatchObject({
      made_by_customer: true,
      customer_id: customer,
      created_by: 'Zoë Ødegård',
    })
    const moved = { ...meetingTexts, starts_at: '2099-01-31T08:00:00Z' }
    const changed = await done<PortalMeeting>(
      await portal('PUT', `meetings/${made.id}`, moved, match(made.version)),
    )
    expect((await portal('PUT', `meetings/${made.id}`, moved, match(made.version))).statusCode).toBe(412)
    const off = await done<PortalMeeting>(
      await portal('POST', `meetings/${made.id}/cancel`, undefined, match(changed.version)),
    )
    expect([off.status, off.is_to_come]).toEqual(['canceled', false])
    expect((await activity()).map(({ event, caused_by }) => [event, caused_by])).toEqual([
      ['created', 'Zoë Ødegård'],
      ['moved', 'Zoë Ødegård'],
      ['canceled', 'Zoë Ødegård'],
    ])
  })

  test('a meeting is made, moved and canceled once, however often a response is lost', async () => {
    const portal = await customerIn()
    const twice = async (method: Method, path: string, body?: object, version = 1) => {
      const headers = { 'idempotency-key': `${method}:${path}`, ...match(version) }
      const first = await done<PortalMeeting>(await portal(method, path, body, headers))
      const again = await portal(method, path, body, headers)
      expect(await done<PortalMeeting>(again)).toEqual(first)
      // The page writes with this version next.
      expect(again.headers['etag']).toBe(`"${first.version}"`)
      return first
    }
    const made = await twice('POST', 'meetings', meetingTexts)
    const moved = { ...meetingTexts, starts_at: '2099-01-31T08:00:00Z' }
    const changed = await twice('PUT', `meetings/${made.id}`, moved, made.version)
    const canceled = await twice('POST', `meetings/${made.id}/cancel`, undefined, changed.version)
    expect(canceled.status).toBe('canceled')
    expect((await activity()).map(({ event }) => event)).toEqual(['created', 'moved', 'canceled'])
  })

  test('other words under the key of a meeting that was made don’t make another one', async () => {
    const portal = await customerIn()
    const headers = { 'idempotency-key': 'one-form' }
    await done<PortalMeeting>(await portal('POST', 'meetings', meetingTexts, headers))
    const answer = await portal('POST', 'meetings', { ...meetingTexts, title: 'Other' }, headers)
    expect([answer.statusCode, Object.keys(answer.json().error.details)]).toEqual([422, ['Idempotency-Key']])
    expect((await portal('GET', 'meetings')).json().meta.total).toBe(1)
  })

  test('a key is one customer’s: another one can use the same', async () => {
    const other = await addRecord(service.context, account.id, {
      record: 'customers',
      path: '/api/customers',
    })
    const [one, two] = [await customerIn(), await customerIn(other)]
    const headers = { 'idempotency-key': 'the-same' }
    const made = await done<PortalMeeting>(await one('POST', 'meetings', meetingTexts, headers))
    const theirs = { ...meetingTexts, title: 'Another' }
    const second = await done<PortalMeeting>(await two('POST', 'meetings', theirs, headers))
    expect([second.title, second.id === made.id]).toEqual(['Another', false])
  })

  test('a meeting that staff give to another customer is neither’s to change', async () => {
    const other = await addRecord(service.context, account.id, {
      record: 'customers',
      path: '/api/customers',
    })
    const [one, two] = [await customerIn(), await customerIn(other)]
    const made = await done<PortalMeeting>(await one('POST', 'meetings', meetingTexts))
    const input = meetingInput({ ...meetingTexts, customer_id: other })
    const moved = await done(await ask('PUT', `meetings/${made.id}`, input, match(1)))
    expect(moved.made_by_customer).toBe(false)
    for (const portal of [one, two])
      expect(
        (await portal('PUT', `meetings/${made.id}`, meetingTexts, match(moved.version))).statusCode,
      ).toBe(404)
    expect((await done<PortalMeeting>(await two('GET', `meetings/${made.id}`))).is_own).toBe(false)
  })

  test('customers have at most 20 meetings of their own to come', async () => {
    const portal = await customerIn()
    for (let made = 0; made < 19; made += 1)
      await done<PortalMeeting>(await portal('POST', 'meetings', meetingTexts))
    const answers = await Promise.all([1, 2, 3].map(() => portal('POST', 'meetings', meetingTexts)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409])
    expect((await portal('GET', 'meetings')).json().meta.total).toBe(20)
  })

  test('what a customer changes within a quarter of an hour is emailed once, as it is in the end', async () => {
    const portal = await customerIn()
    const made = await done<PortalMeeting>(await portal('POST', 'meetings', meetingTexts))
    await done(await ask('POST', `meetings/${made.id}/invite`))
    expect(await sent()).toHaveLength(1)
    for (let version = 1; version <= 5; version += 1) {
      const texts = { ...meetingTexts, title: `Tour ${version}` }
      await done(await portal('PUT', `meetings/${made.id}`, texts, match(version)))
    }
    expect((await sent()).map(({ subject }) => subject)).toEqual(['Updated invitation: Tour 1'])
    mail.received.length = 0
    await service.context.outbox.sendDue(() => Date.now() + 16 * 60_000)
    expect(mail.received.map(({ source }) => /^Subject: (.*)$/m.exec(source)?.[1]?.trim())).toEqual([
      'Updated invitation: Tour 5',
    ])
  })

  test('two requests to cancel at the same moment cancel once', async () => {
    const portal = await customerIn()
    const made = await done<PortalMeeting>(await portal('POST', 'meetings', meetingTexts))
    const cancelIt = (key: string) =>
      portal('POST', `meetings/${made.id}/cancel`, undefined, { 'idempotency-key': key, ...match(1) })
    const statuses = (await Promise.all([cancelIt('one'), cancelIt('other')])).map((one) => one.statusCode)
    expect(statuses.toSorted()).toEqual([200, 409])
    expect((await activity()).map(({ event }) => event)).toEqual(['created', 'canceled'])
  })

  test('a meeting in the past can’t be made, and one that is over can’t be changed', async () => {
    const portal = await customerIn()
    const past = { ...meetingTexts, starts_at: '2020-01-31T09:00:00Z', ends_at: '2020-01-31T10:00:00Z' }
    expect((await portal('POST', 'meetings', past)).statusCode).toBe(422)
    const made = await done<PortalMeeting>(await portal('POST', 'meetings', meetingTexts))
    await account.tenant
      .update('meetings')
      .set({ starts_at: '2020-01-31T09:00:00.000000Z', ends_at: '2020-01-31T10:00:00.000000Z' })
      .where('id', '=', made.id)
      .execute()
    expect((await portal('PUT', `meetings/${made.id}`, meetingTexts, match(1))).statusCode).toBe(409)
    expect((await portal('POST', `meetings/${made.id}/cancel`, undefined, match(1))).statusCode).toBe(409)
  })

  test('whom staff have invited to a customer’s meeting are emailed when the customer moves it', async () => {
    const portal = await customerIn()
    const made = await done<PortalMeeting>(await portal('POST', 'meetings', meetingTexts))
    const read = await done(await ask('GET', `meetings/${made.id}`))
    await done(await change(read, { emails: ['architect@plans.example'], notify: true }))
    await sent()
    const moved = { ...meetingTexts, starts_at: '2099-01-31T08:00:00Z' }
    await done(await portal('PUT', `meetings/${made.id}`, moved, match(2)))
    const emails = await sent()
    expect(emails.map(({ to }) => to)).toEqual([['zoe@example.com'], ['architect@plans.example']])
    expect(emails[1]?.calendar).toContain('mailto:office@example.com')
  })

  test('what is to come is listed first, then what was', async () => {
    const at = (day: string) => ({ starts_at: `${day}T09:00:00Z`, ends_at: `${day}T10:00:00Z` })
    for (const day of ['2099-03-01', '2020-01-01', '2099-02-01', '2021-01-01'])
      await schedule({ title: day, ...at(day) })
    const portal = await customerIn()
    const { data, meta } = (await portal('GET', 'meetings?limit=3')).json()
    expect(data.map(({ title }: PortalMeeting) => title)).toEqual(['2099-02-01', '2099-03-01', '2021-01-01'])
    expect(meta.total).toBe(4)
  })
})
