import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import type { ListedMeeting, Meeting } from '#contract/meetings/meetings.ts'
import type { PortalMeeting } from '#contract/portal/portal.ts'
import { startWithMail } from '#server/tools/testing/office.ts'
import { grant, inPortal } from '#server/tools/testing/portal.ts'
import { addRecord } from '#server/tools/testing/record.ts'
import { meetingInput } from '#server/tools/testing/samples.ts'
import type { TestAccount } from '#server/tools/testing/service.ts'

const { mail, service } = await startWithMail()
const architect = 'architect@plans.example'
let accounts = 0
let account: TestAccount
let staff: Record<string, string>
let customer: number

beforeEach(async () => {
  await service.context.outbox.sendDue()
  mail.received.length = 0
  accounts += 1
  account = await service.account(`Account ${accounts}`, { rateLimit: 1_000_000 })
  staff = await service.session(account.id, 'staff')
  customer = await addRecord(service.context, account.id, { record: 'customers', path: '/api/customers' })
})
afterEach(() => vi.useRealTimers())

const ours = { 'sec-fetch-site': 'same-origin' }
const ask = (path: string, body: object) => service.send('POST', `/api/x/portal${path}`, ours, body)
const open = (token: string) => ask('/invitation', { token })
const answer = (token: string, is: string, note = '') =>
  ask('/invitation/answer', { token, answer: is, note })

async function schedule(more: object = {}): Promise<Meeting> {
  const input = meetingInput({ customer_id: customer, emails: [architect], notify: true, ...more })
  const response = await service.send('POST', '/api/x/meetings', staff, input)
  expect(response.json().error).toBeUndefined()
  return response.json().data as Meeting
}
const read = async ({ id }: Pick<Meeting, 'id'>) =>
  (await service.send('GET', `/api/x/meetings/${id}`, staff)).json().data as Meeting
async function change(meeting: Meeting, more: object) {
  const { version } = await read(meeting)
  const input = meetingInput({ customer_id: customer, emails: [architect], notify: true, ...more })
  const headers = { ...staff, 'if-match': `"${version}"` }
  expect((await service.send('PUT', `/api/x/meetings/${meeting.id}`, headers, input)).statusCode).toBe(200)
}
/** Sends what waits, and returns the secret of the newest link that the address was emailed. */
async function linkTo(address: string): Promise<string> {
  await service.context.outbox.sendDue()
  return (
    mail
      .texts(address)
      .flatMap((text) => /#invitation=([\w-]{43})/.exec(text)?.[1] ?? [])
      .at(-1) ?? ''
  )
}
const answersOf = async (meeting: Meeting) =>
  (await read(meeting)).attendees.map(({ email, answer: is, note }) => [email, is, note])
const reasonOf = (response: Awaited<ReturnType<typeof open>>) => response.json().error.details.token as string

describe('the link in an invitation', () => {
  test('says when and where the meeting is, and takes an answer that staff read on the meeting and in their notifications', async () => {
    const meeting = await schedule({ notes: 'Bring it' })
    const token = await linkTo(architect)
    const opened = await open(token)
    expect(opened.json().data).toMatchObject({
      business: { name: `Account ${accounts}` },
      meeting: { title: 'Walk-through', is_to_come: true, notes: 'Bring it' },
      language: 'en',
      answer: null,
    })
    expect(opened.headers['set-cookie']).toBeUndefined()
    const answered = await answer(token, 'declined', 'Next week is better')
    expect(answered.json().data).toMatchObject({ answer: 'declined', note: 'Next week is better' })
    expect(await answersOf(meeting)).toEqual([
      ['zoe@example.com', null, ''],
      [architect, 'declined', 'Next week is better'],
    ])
    const { data } = (await service.send('GET', '/api/x/notifications', staff)).json()
    expect(data[0].customer_act).toMatchObject({
      record: 'meeting',
      what: 'declined',
      customer_name: architect,
      note: 'Next week is better',
    })
    const entries = await account.tenant
      .select('activity_log')
      .select(['description', 'caused_by'])
      .where('event', '=', 'answered')
      .execute()
    expect(entries).toEqual([{ description: 'Invitation declined', caused_by: architect }])
  })

  test('is each person’s own, and takes another answer later, which alone counts', async () => {
    const meeting = await schedule()
    const [theirs, zoes] = [await linkTo(architect), await linkTo('zoe@example.com')]
    expect(theirs).not.toBe(zoes)
    await answer(theirs, 'accepted')
    await answer(zoes, 'tentative')
    await answer(theirs, 'declined')
    expect(await answersOf(meeting)).toEqual([
      ['zoe@example.com', 'tentative', ''],
      [architect, 'declined', ''],
    ])
  })

  test('leads to answers that the list of meetings counts, of those who are invited', async () => {
    const meeting = await schedule()
    const [theirs, zoes] = [await linkTo(architect), await linkTo('zoe@example.com')]
    const other = await schedule()
    await answer(theirs, 'declined')
    await answer(zoes, 'tentative')
    await answer(await linkTo('zoe@example.com'), 'accepted')
    const listed = async () => {
      const { data } = (await service.send('GET', '/api/x/meetings', staff)).json()
      return (data as ListedMeeting[])
        .toSorted((a, b) => a.id - b.id)
        .map(({ id, accepted_count, tentative_count, declined_count }) => [
          id,
          accepted_count,
          tentative_count,
          declined_count,
        ])
    }
    expect(await listed()).toEqual([
      [meeting.id, 0, 1, 1],
      [other.id, 1, 0, 0],
    ])
    await change(meeting, { emails: [] })
    expect((await listed())[0]).toEqual([meeting.id, 0, 1, 0])
  })

  test('stays the same when the meeting changes; what was answered is forgotten once it is moved', async () => {
    const meeting = await schedule()
    const token = await linkTo(architect)
    await answer(token, 'accepted')
    await change(meeting, { title: 'Tour' })
    expect(await linkTo(architect)).toBe(token)
    // Calendars keep the answer, too.
    expect((await answersOf(meeting)).at(-1)).toEqual([architect, 'accepted', ''])
    await change(meeting, { title: 'Tour', starts_at: '2099-01-31T08:00:00Z' })
    expect((await answersOf(meeting)).at(-1)).toEqual([architect, null, ''])
    expect((await open(token)).json().data).toMatchObject({ answer: null, meeting: { title: 'Tour' } })
  })

  test('leads nowhere for somebody who is no longer invited, until they are again', async () => {
    const meeting = await schedule()
    const token = await linkTo(architect)
    await change(meeting, { emails: [] })
    for (const response of [await open(token), await answer(token, 'accepted')]) {
      expect(response.statusCode).toBe(422)
      expect(reasonOf(response)).toBe('You’re no longer invited to this meeting.')
    }
    await change(meeting, {})
    expect((await answer(token, 'accepted')).statusCode).toBe(200)
  })

  test('shows a meeting that was canceled or is over, and takes no answer then', async () => {
    const meeting = await schedule()
    const token = await linkTo(architect)
    const headers = { ...staff, 'if-match': `"${meeting.version}"` }
    const other = await schedule()
    const past = await linkTo(architect)
    await service.send('POST', `/api/x/meetings/${meeting.id}/cancel`, headers, { notify: false })
    expect((await open(token)).json().data.meeting).toMatchObject({ status: 'canceled', is_to_come: false })
    expect((await answer(token, 'accepted')).json().error.message).toBe('This meeting was canceled')
    vi.useFakeTimers({ now: Date.parse(other.ends_at) + 1000, toFake: ['Date'] })
    expect((await open(past)).json().data.meeting).toMatchObject({ is_to_come: false })
    expect((await answer(past, 'accepted')).json().error.message).toBe('This meeting is over')
  })

  test.each(['', 'x', 'A'.repeat(43), 'A'.repeat(300)])('that is made up (%s) is refused', async (token) => {
    for (const response of [await open(token), await answer(token, 'accepted')])
      expect(response.statusCode).toBe(422)
  })

  test('isn’t a way into the portal, and links to documents are none to an invitation', async () => {
    await schedule()
    const token = await linkTo(architect)
    for (const path of ['/link', '/link/renew', '/sign-in'])
      expect((await ask(path, { token })).statusCode).toBe(422)
  })

  test('takes only the answers there are, and a note of 500 characters', async () => {
    await schedule()
    const token = await linkTo(architect)
    expect((await answer(token, 'never')).json().error.details.answer).toBe(
      'answer must be one of accepted, tentative, declined',
    )
    expect((await answer(token, 'accepted', 'x'.repeat(501))).statusCode).toBe(422)
    expect((await answer(token, 'accepted', 'x'.repeat(500))).statusCode).toBe(200)
  })

  test('can be answered 20 times a minute', async () => {
    await schedule()
    const token = await linkTo(architect)
    const codes: number[] = []
    for (let time = 0; time < 21; time += 1)
      codes.push((await answer(token, time % 2 === 0 ? 'accepted' : 'declined')).statusCode)
    expect(codes.filter((code) => code === 200)).toHaveLength(20)
    expect(codes.at(-1)).toBe(429)
  })
})

describe('an invitation', () => {
  test('is written in the language of the customer, and for colleagues in English', async () => {
    await account.tenant
      .update('customers')
      .set({ billing: JSON.stringify({ language: 'de' }) })
      .where('id', '=', customer)
      .execute()
    const people = (await service.send('GET', '/api/x/people', staff)).json().data as {
      id: number
      email: string
    }[]
    await schedule({ staff_ids: people.map(({ id }) => id) })
    const token = await linkTo(architect)
    const [text = ''] = mail.texts(architect)
    expect(text).toContain('Subject: Einladung: Walk-through')
    expect(text).toContain('Einladung beantworten')
    expect(mail.texts('zoe@example.com')[0]).toContain('Subject: Einladung: Walk-through')
    expect((await open(token)).json().data.language).toBe('de')
  })

  test('is answered by the customer in the portal, once and for their link', async () => {
    const meeting = await schedule()
    await grant(service.context, customer, ['view-meeting'])
    const headers = await inPortal(service.context, { account: account.id, customer })
    const path = `/api/x/portal/meetings/${meeting.id}`
    const before = (await service.send('GET', path, headers)).json().data as PortalMeeting
    expect(before).toMatchObject({ can_answer: true, answer: null })
    const given = { answer: 'accepted', note: 'I bring the keys' }
    const response = await service.send('POST', `${path}/answer`, headers, given)
    expect(response.json().data).toMatchObject(given)
    expect((await open(await linkTo('zoe@example.com'))).json().data).toMatchObject(given)
    expect((await answersOf(meeting))[0]).toEqual(['zoe@example.com', 'accepted', 'I bring the keys'])
  })
})
