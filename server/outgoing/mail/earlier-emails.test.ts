import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { contractParts } from '#contract/documents/contracts.ts'
import { listInvoiceEmails } from '#contract/invoices/emails.ts'
import { listMeetingEmails } from '#contract/meetings/meetings.ts'
import { Tenant } from '#server/platform/access/tenant.ts'
import { now, timestamp } from '#server/platform/lib/clock.ts'
import { MailServer } from '#server/tools/testing/mail-server.ts'
import { addRecord } from '#server/tools/testing/record.ts'
import { type TestService, startService } from '#server/tools/testing/service.ts'

import { takeOverEarlierEmails } from './earlier-emails.ts'

let mail: MailServer
let service: TestService
beforeAll(async () => {
  mail = new MailServer({})
  service = await startService({ SMTP_URL: await mail.listen(), MAIL_FROM: 'billing@example.com' })
})
afterAll(async () => {
  await service.close()
  await mail.close()
})

test('emails of an earlier version are listed and sent by this one, except what that version is sending now', async () => {
  const { store, outbox } = service.context
  const account = (await service.account('Ødegård & Søn')).id
  const tenant = new Tenant(store.db, store.dialect, account, 'Test')
  const email = (subject: string) => ({
    status: 'sent' as const,
    recipients: '["zoe@example.com"]',
    reply_to: null,
    subject,
    message: 'Hello',
    message_id: randomUUID(),
    caused_by: 'Test',
    actor_id: null,
    created_at: now(),
    next_attempt_at: null,
  })
  const [invoice_id, document_id, meeting_id] = await Promise.all(
    [listInvoiceEmails, contractParts.listEmails, listMeetingEmails].map((list) =>
      addRecord(service.context, account, list),
    ),
  )
  const due = { status: 'queued', next_attempt_at: now() } as const
  const sent = Array.from({ length: 600 }, (_, index) => ({
    ...email(`${index}`),
    invoice_id: invoice_id!,
    kind: 'invoice' as const,
  }))
  await tenant.insert('invoice_emails', sent)
  await tenant.insertOne('document_emails', {
    ...email('A contract'),
    document_id: document_id!,
    edition: 1,
    kind: 'reminder',
  })
  await tenant.insertOne('meeting_emails', {
    ...email('Waiting'),
    ...due,
    meeting_id: meeting_id!,
    method: 'CANCEL',
    calendar: 'BEGIN:VCALENDAR',
  })
  const inAMinute = timestamp(Date.now() + 60_000)
  await tenant.insertOne('meeting_emails', {
    ...email('Under way'),
    status: 'sending',
    next_attempt_at: inAMinute,
    meeting_id: meeting_id!,
    method: 'REQUEST',
    calendar: 'BEGIN:VCALENDAR',
  })

  await takeOverEarlierEmails(store)
  await outbox.sendDue()

  const staff = await service.session(account, 'staff')
  const list = async (path: string) =>
    (await service.send('GET', `/api/x/${path}/emails`, staff)).json().data as {
      kind: string
      subject: string
      status: string
    }[]
  const ofInvoice = await list(`invoices/${invoice_id}`)
  expect(ofInvoice.slice(0, 2).map(({ subject }) => subject)).toEqual(['599', '598'])
  expect(await list(`contracts/${document_id}`)).toMatchObject([{ kind: 'reminder', subject: 'A contract' }])
  expect(await list(`meetings/${meeting_id}`)).toMatchObject([
    { method: 'CANCEL', subject: 'Waiting', status: 'sent' },
  ])
  expect(mail.received.length).toBe(1)
  expect(await tenant.select('invoice_emails').select('id').execute()).toEqual([])
  expect(await tenant.select('meeting_emails').select('subject').execute()).toEqual([
    { subject: 'Under way' },
  ])

  await store.db.updateTable('meeting_emails').set({ next_attempt_at: now() }).execute()
  await takeOverEarlierEmails(store)
  await outbox.sendDue()
  expect((await list(`meetings/${meeting_id}`))[0]).toMatchObject({ method: 'REQUEST', status: 'sent' })
})
