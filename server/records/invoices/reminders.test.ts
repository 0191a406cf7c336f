import { beforeEach, describe, expect, test } from 'vitest'

import type { Template } from '#contract/account/templates.ts'
import { listNotes } from '#contract/customers/notes.ts'
import type { InvoiceEmail } from '#contract/invoices/emails.ts'
import { standardLook } from '#contract/invoices/looks.ts'
import { timestamp } from '#server/platform/lib/clock.ts'
import { addDays, dateAt } from '#server/platform/lib/time-zone.ts'
import { startWithMail } from '#server/tools/testing/office.ts'
import { addRecord } from '#server/tools/testing/record.ts'
import type { TestAccount } from '#server/tools/testing/service.ts'

import { type NewInvoice, addInvoices } from './insert.ts'
import { nextReminder, sendReminders } from './reminders.ts'

describe('the next reminder', () => {
  const reminders = [{ days: 30 }, { days: 7 }, { days: 14 }]
  const next = (due_date: string, today: string, reminded_on: string | null = null) => {
    const found = nextReminder(reminders, { due_date, reminded_on }, today)
    return found && [found.reminder.days, found.on]
  }

  test('is the first whose day hasn’t passed', () => {
    expect(next('2026-03-01', '2026-03-02')).toEqual([7, '2026-03-08'])
    expect(next('2026-03-01', '2026-03-08')).toEqual([7, '2026-03-08'])
  })

  test('is sent up to two days late, and skipped after that', () => {
    expect(next('2026-03-01', '2026-03-10')).toEqual([7, '2026-03-10'])
    expect(next('2026-03-01', '2026-03-11')).toEqual([14, '2026-03-15'])
    expect(next('2026-03-01', '2026-04-03')).toBeUndefined()
  })

  test('isn’t the one that was just sent, and waits three days after any', () => {
    expect(next('2026-03-01', '2026-03-08', '2026-03-08')).toEqual([14, '2026-03-15'])
    expect(next('2026-03-01', '2026-03-08', '2026-03-06')).toEqual([7, '2026-03-09'])
    expect(next('2026-03-01', '2026-03-14', '2026-03-14')).toEqual([14, '2026-03-17'])
  })

  test('none is sent twice, whenever the service runs', () => {
    for (let seed = 0; seed < 500; seed += 1) {
      const sent: number[] = []
      let last: string | null = null
      for (let day = 0; day < 40; day += 1) {
        // The service is stopped on some days.
        if ((seed * 31 + day * 17) % 7 < seed % 5) continue
        const today = addDays('2026-03-01', day)
        const found: ReturnType<typeof nextReminder<{ days: number }>> = nextReminder(
          reminders,
          { due_date: '2026-03-01', reminded_on: last },
          today,
        )
        if (found?.on !== today) continue
        sent.push(found.reminder.days)
        last = today
      }
      expect(sent).toEqual([...new Set(sent)].toSorted((a, b) => a - b))
    }
  })
})

const { mail, service } = await startWithMail()
let accounts = 0
let account: TestAccount
let admin: Record<string, string>
let staff: Record<string, string>
let customer: number

beforeEach(async () => {
  mail.received.length = 0
  // Those of the test before.
  await service.context.store.db.updateTable('templates').set({ send_after_days: null }).execute()
  accounts += 1
  account = await service.account(`Account ${accounts}`, { rateLimit: 1_000_000 })
  admin = await service.session(account.id, 'admin')
  staff = await service.session(account.id, 'staff')
  customer = await addRecord(service.context, account.id, listNotes)
})

const today = dateAt(Date.now(), 'UTC')
const at = (day: string, time = '12:00') => Date.parse(`${day}T${time}:00Z`)
const run = (nowMs = at(today)) => sendReminders(service.context, nowMs)
const write = (send_after_days: number | null, more: object = {}) =>
  service.send('POST', '/api/x/templates', admin, {
    kind: 'reminder_email',
    name: `After ${send_after_days}`,
    is_default: false,
    subject: `Reminder ${send_after_days}: {{invoice.number}}`,
    message: 'Hello {{customer.name}},\n\n{{invoice.amount_due}} was due on {{invoice.due_date}}.',
    sections: [],
    send_after_days,
    ...more,
  })
const reminder = async (days: number) => {
  const answer = await write(days)
  expect(answer.json().error).toBeUndefined()
  return answer.json().data as Template
}
const overdue = async (daysAgo: number, more: Partial<NewInvoice> = {}) => {
  const invoice: NewInvoice = {
    invoice_number: `INV-${daysAgo}`,
    customer_id: customer,
    customer_name: 'Zoë Ødegård',
    customer_email: 'zoe@example.com',
    status: 'overdue',
    currency: 'EUR',
    due_date: addDays(today, -daysAgo),
    lines: [{ description: 'Lettering', quantity: 2, unit_price: 85 }],
    ...more,
  }
  const [id = 0] = await account.tenant.transaction((trx) => addInvoices(trx, [invoice]))
  return id
}
const list = async (id: number) =>
  (await service.send('GET', `/api/x/invoices/${id}/emails`, staff)).json() as {
    data: InvoiceEmail[]
    next_reminder_on: string | null
  }
const subjects = async (id: number) => (await list(id)).data.map(({ subject }) => subject)
const bill = async (more: object) => {
  const { data } = (await service.send('GET', `/api/x/customers/${customer}/billing`, staff)).json()
  const { id: _id, version, ...billing } = data
  const headers = { ...staff, 'if-match': `"${version}"` }
  return service.send('PUT', `/api/x/customers/${customer}/billing`, headers, { ...billing, ...more })
}

test('an overdue invoice is reminded of on its day, with its own text, and once', async () => {
  await reminder(7)
  await reminder(14)
  const [early, due] = [await overdue(6), await overdue(7)]
  expect(await run()).toBe(1)
  expect(await run()).toBe(0)
  expect(await subjects(early)).toEqual([])
  expect((await list(early)).next_reminder_on).toBe(addDays(today, 1))
  const { data, next_reminder_on } = await list(due)
  expect(data).toMatchObject([
    { kind: 'reminder', to: ['zoe@example.com'], subject: 'Reminder 7: INV-7', caused_by: 'Bureau' },
  ])
  expect(next_reminder_on).toBe(addDays(today, 7))
  await service.context.outbox.sendDue()
  const [message] = mail.received
  expect(message?.source).toContain('zoe@example.com')
  const activity = (await service.send('GET', `/api/x/customers/${customer}/activity`, staff)).json().data
  expect(JSON.stringify(activity)).toContain('Reminder sent')
})

test('a customer is reminded in the language of their invoice, and else with the text for all languages', async () => {
  const german = (days: number) =>
    write(days, { language: 'de', subject: `Mahnung ${days}: {{invoice.number}}` })
  await reminder(7)
  expect((await german(7)).statusCode).toBe(201)
  expect((await german(7)).json().error.details).toEqual({
    send_after_days: '“After 7” is sent on that day. Choose another one',
  })
  await reminder(14)
  await german(20)
  const look = JSON.stringify({ ...standardLook, language: 'de' })
  const ids: number[] = []
  for (const days of [7, 14, 20]) {
    const own = await overdue(days, { invoice_number: `RE-${days}` })
    await account.tenant.update('invoices').set({ look }).where('id', '=', own).execute()
    ids.push(await overdue(days), own)
  }
  expect(await run()).toBe(5)
  expect((await Promise.all(ids.map(subjects))).flat()).toEqual([
    'Reminder 7: INV-7',
    'Mahnung 7: RE-7',
    'Reminder 14: INV-14',
    'Reminder 14: RE-14',
    'Mahnung 20: RE-20',
  ])
})

test('the day begins at eight, where the account is', async () => {
  await account.tenant.setBusiness({ name: 'Ours', timeZone: 'Asia/Tokyo' })
  await reminder(7)
  const id = await overdue(7)
  // Eight in Tokyo is 23:00 of the day before in UTC.
  expect(await run(at(addDays(today, -1), '22:59'))).toBe(0)
  expect(await run(at(addDays(today, -1), '23:00'))).toBe(1)
  expect(await subjects(id)).toEqual(['Reminder 7: INV-7'])
})

test('old invoices aren’t reminded of all at once when the first reminder is written', async () => {
  const ids = [await overdue(9), await overdue(10), await overdue(200)]
  await reminder(7)
  expect(await run()).toBe(1)
  expect(await Promise.all(ids.map(async (id) => (await subjects(id)).length))).toEqual([1, 0, 0])
})

test('a reminder that somebody has sent counts', async () => {
  await reminder(7)
  const id = await overdue(7)
  const email = { kind: 'reminder', to: ['zoe@example.com'], subject: 'By hand', message: 'Hello' }
  expect((await service.send('POST', `/api/x/invoices/${id}/emails`, staff, email)).statusCode).toBe(201)
  expect(await run()).toBe(0)
  const twoDaysAgo = timestamp(at(addDays(today, -2)))
  await account.tenant.update('emails').set({ created_at: twoDaysAgo }).where('about_id', '=', id).execute()
  expect(await run()).toBe(0)
  expect((await list(id)).next_reminder_on).toBe(addDays(today, 1))
  expect(await run(at(addDays(today, 1)))).toBe(1)
})

test('nothing is sent for what isn’t overdue, without an address or of a customer who was deleted', async () => {
  await reminder(7)
  await overdue(7, { status: 'paid', invoice_number: 'A' })
  await overdue(7, { status: 'void', invoice_number: 'B' })
  await overdue(7, { status: 'sent', invoice_number: 'C' })
  await overdue(7, { customer_email: '', invoice_number: 'D' })
  await overdue(7, { customer_id: 999_999, invoice_number: 'E' })
  expect(await run()).toBe(0)
})

test('a customer can be left out, and emails go to their address for invoices', async () => {
  await reminder(7)
  const id = await overdue(7)
  expect((await bill({ automatic_reminders: false })).json().data.automatic_reminders).toBe(false)
  // An integration that doesn’t know of reminders changes nothing about them.
  expect((await bill({ automatic_reminders: undefined, reference: 'PO-7' })).json().data).toMatchObject({
    automatic_reminders: false,
    reference: 'PO-7',
  })
  expect(await run()).toBe(0)
  expect((await list(id)).next_reminder_on).toBeNull()
  await bill({ automatic_reminders: true, email: 'books@example.com' })
  const [sent] = [
    await overdue(7, { invoice_number: 'NEW', billed_to: JSON.stringify({ email: 'old@example.com' }) }),
  ]
  expect(await run()).toBe(2)
  expect((await list(sent)).data[0]?.to).toEqual(['old@example.com'])
})

test('an invoice whose reminder becomes too long keeps no other from being sent', async () => {
  await account.tenant.transaction((trx) => trx.update('templates').set({ send_after_days: null }).execute())
  const message = '{{customer.name}}'.repeat(250)
  expect((await write(7, { message })).statusCode).toBe(201)
  const long = await overdue(7, { customer_name: 'x'.repeat(100), invoice_number: 'LONG' })
  const other = await overdue(7, { customer_name: 'Y', invoice_number: 'SHORT' })
  expect(await run()).toBe(1)
  expect(await subjects(long)).toEqual([])
  expect(await subjects(other)).toEqual(['Reminder 7: SHORT'])
})

test('five runs at once send one reminder of each invoice', async () => {
  await reminder(7)
  const ids = []
  for (let index = 0; index < 12; index += 1) ids.push(await overdue(7, { invoice_number: `N-${index}` }))
  const sent = await Promise.all(Array.from({ length: 5 }, () => run()))
  expect(sent.reduce((sum, count) => sum + count)).toBe(ids.length)
  for (const id of ids) expect(await subjects(id)).toHaveLength(1)
})

test('reminders of one account are none of another one', async () => {
  await reminder(7)
  const other = await service.account(`Other ${accounts}`, { rateLimit: 1_000_000 })
  const ours = account
  account = other
  const id = await overdue(7)
  account = ours
  expect(await run()).toBe(0)
  const theirs = await service.session(other.id, 'staff')
  const answer = await service.send('GET', `/api/x/invoices/${id}/emails`, theirs)
  expect(answer.json()).toEqual({ data: [], next_reminder_on: null })
})

test('where the service can’t email, nothing is queued for later', async () => {
  await reminder(7)
  const id = await overdue(7)
  const { store, live } = service.context
  expect(
    await sendReminders({ store, live, outbox: { canSend: false, wake: () => undefined } }, at(today)),
  ).toBe(0)
  expect(await subjects(id)).toEqual([])
})

describe('the day of a reminder', () => {
  test.each([0, 366, 1.5, '7'])('is one of 1 to 365, so %j is refused', async (days) => {
    const answer = await write(days as number)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().error.details.send_after_days).toBe('Enter 1 to 365 days')
  })

  test('belongs to reminders of invoices', async () => {
    const answer = await write(7, { kind: 'proposal_reminder', subject: 'Still open?', message: 'Hello' })
    expect(answer.json().error.details.send_after_days).toBe(
      'Only reminders of invoices are sent automatically',
    )
  })

  test('is that of one reminder, and stays its own when it is changed', async () => {
    const first = await reminder(7)
    expect((await write(7)).json().error.details.send_after_days).toBe(
      '“After 7” is sent on that day. Choose another one',
    )
    const { id, version, created_at: _created, updated_at: _updated, ...input } = first
    const put = (more: object, current: number) =>
      service.send(
        'PUT',
        `/api/x/templates/${id}`,
        { ...admin, 'if-match': `"${current}"` },
        { ...input, ...more },
      )
    expect((await put({ name: 'First' }, version)).json().data).toMatchObject({
      name: 'First',
      send_after_days: 7,
    })
    expect((await put({ send_after_days: null }, version + 1)).json().data.send_after_days).toBeNull()
    expect((await write(7)).statusCode).toBe(201)
  })
})
