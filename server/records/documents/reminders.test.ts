import { beforeEach, expect, test } from 'vitest'

import { listNotes } from '#contract/customers/notes.ts'
import type { Contract, Proposal } from '#contract/documents/documents.ts'
import { Outbox } from '#server/outgoing/mail/outbox.ts'
import { startWithMail } from '#server/tools/testing/office.ts'
import { addRecord } from '#server/tools/testing/record.ts'
import type { TestAccount } from '#server/tools/testing/service.ts'

const { mail, service } = await startWithMail()
let accounts = 0
let account: TestAccount
let staff: Record<string, string>
let customer: number

beforeEach(async () => {
  mail.received.length = 0
  accounts += 1
  account = await service.account(`Account ${accounts}`, { rateLimit: 1_000_000 })
  staff = await service.session(account.id, 'staff')
  customer = await addRecord(service.context, account.id, listNotes)
})

type Document = Proposal & Contract
type Kind = 'proposals' | 'contracts'
const content = {
  title: 'Rebranding',
  currency: 'EUR',
  sections: [{ heading: 'Scope', text: 'A sign' }],
  line_items: [],
}
const ask = (url: string, body: object, more: Record<string, string> = {}) =>
  service.send('POST', `/api/x/${url}`, { ...staff, ...more }, body)
const done = async (url: string, body: object, version?: number) => {
  const answer = await ask(url, body, version === undefined ? {} : { 'if-match': `"${version}"` })
  expect(answer.json().error).toBeUndefined()
  return answer.json().data as Document
}
const sent = async (kind: Kind) => {
  const days = kind === 'proposals' ? { valid_until: null } : { starts_on: null, ends_on: null }
  const { id } = await done(kind, { ...content, ...days, customer_id: customer })
  return done(`${kind}/${id}/send`, {}, 1)
}
const email = { to: ['zoe@example.com'], subject: 'Reminder: {number}', message: 'We wait for you.' }
const remind = (kind: Kind, id: number, more: Record<string, string> = {}) =>
  ask(`${kind}/${id}/emails`, { ...email, kind: 'reminder' }, more)
const emails = async (kind: Kind, id: number) =>
  (await service.send('GET', `/api/x/${kind}/${id}/emails`, staff)).json().data as object[]
const outbox = () => service.context.outbox
const otherProcess = () => new Outbox({ ...service.context, server: service.context.config.mail })

test.each(['proposals', 'contracts'] as const)(
  'a reminder of open %s is emailed with the PDF, and shows in the activity and to webhooks',
  async (kind) => {
    const { id, number } = await sent(kind)
    const answer = await remind(kind, id)
    expect(answer.statusCode).toBe(201)
    expect(answer.json().data).toMatchObject({ kind: 'reminder', subject: `Reminder: ${number}` })
    await outbox().sendDue()
    expect(mail.received).toHaveLength(1)
    expect(mail.received[0]?.source).toContain(`${number}.pdf`)
    const { data } = (await service.send('GET', `/api/customers/${customer}`, staff)).json()
    expect(data.activity_log.slice(0, 2)).toMatchObject([
      { event: 'emailed', description: 'Reminder emailed' },
      { event: 'reminded', description: 'Reminder sent' },
    ])
    const rows = await account.tenant.select('event_log').select('body').orderBy('id', 'desc').execute()
    const one = kind.slice(0, -1)
    expect(JSON.parse(rows[0]?.body ?? '{}')).toMatchObject({
      type: 'document.sent',
      data: { id, type: `${one}_reminder`, title: `Reminder for ${one} ${number}`, customer_id: customer },
    })
  },
)

test.each(['proposals', 'contracts'] as const)(
  'a reminder of %s says what its placeholders stand for when it is sent, and refuses others at their field',
  async (kind) => {
    const { id, number } = await sent(kind)
    const one = kind.slice(0, -1)
    const other = one === 'proposal' ? 'contract' : 'proposal'
    const write = (message: string) =>
      ask(`${kind}/${id}/emails`, { ...email, kind: 'reminder', subject: `{{${one}.number}}`, message })
    const refused = await write(`{{${other}.number}}`)
    expect(refused.statusCode).toBe(422)
    expect(Object.keys(refused.json().error.details)).toEqual(['message'])
    expect((await write('Please answer.')).json().data).toMatchObject({ subject: number })
    await outbox().sendDue()
    expect(mail.received[0]?.source).toContain(`Subject: ${number}`)
  },
)

test('two requests with the same key, and two processes, send one reminder', async () => {
  const { id } = await sent('proposals')
  const key = { 'idempotency-key': 'remind-1' }
  const answers = await Promise.all([remind('proposals', id, key), remind('proposals', id, key)])
  expect(answers.map(({ statusCode }) => statusCode)).toContain(201)
  expect((await remind('proposals', id, key)).headers['idempotency-replayed']).toBe('true')
  expect(await emails('proposals', id)).toHaveLength(1)
  await Promise.all([outbox().sendDue(), otherProcess().sendDue()])
  expect(mail.received).toHaveLength(1)
})

test('a reminder isn’t sent once the customer has answered', async () => {
  const proposal = await sent('proposals')
  await remind('proposals', proposal.id)
  const who = { name: 'Zoë', note: '' }
  await done(`proposals/${proposal.id}/accept`, who, proposal.version)
  const contract = await sent('contracts')
  await remind('contracts', contract.id)
  await done(`contracts/${contract.id}/sign`, who, contract.version)
  await outbox().sendDue()
  expect(mail.received).toEqual([])
  expect(await emails('proposals', proposal.id)).toMatchObject([
    { status: 'canceled', problem: 'The proposal is accepted.' },
  ])
  expect(await emails('contracts', contract.id)).toMatchObject([
    { status: 'canceled', problem: 'The contract is signed.' },
  ])
  expect((await remind('proposals', proposal.id)).statusCode).toBe(409)
  // What was signed can still be emailed as it is.
  expect((await ask(`contracts/${contract.id}/emails`, email)).json().data).toMatchObject({
    kind: 'document',
  })
})

test('nobody is reminded of a draft, or of a proposal whose last day has passed', async () => {
  const { id, version } = await sent('proposals')
  await account.tenant.update('documents').set({ ends_on: '2026-01-31' }).where('id', '=', id).execute()
  const expired = await remind('proposals', id)
  expect([expired.statusCode, expired.json().error.message]).toEqual([409, 'This proposal has expired'])
  await done(`proposals/${id}/revise`, {}, version)
  expect((await remind('proposals', id)).statusCode).toBe(409)
})
