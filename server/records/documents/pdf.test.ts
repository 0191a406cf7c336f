import { expect, test } from 'vitest'

import { listNotes } from '#contract/customers/notes.ts'
import type { Contract, Proposal } from '#contract/documents/documents.ts'
import { PdfRenderer } from '#server/platform/pdf/renderer.ts'
import { startWithMail } from '#server/tools/testing/office.ts'
import { readPdfText } from '#server/tools/testing/pdf-text.ts'
import { addRecord } from '#server/tools/testing/record.ts'
import { sampleLine } from '#server/tools/testing/samples.ts'

const { mail, service } = await startWithMail()
const account = await service.account('Ødegård & Søn', { rateLimit: 1_000_000 })
const staff = await service.session(account.id, 'staff')
const customer = await addRecord(service.context, account.id, listNotes)

const year = new Date().toISOString().slice(0, 4)
const text =
  '# Scope of *work*\n\nWe **paint** the hall, _twice_.\n\n- Walls\n- [Plan](https://example.com/plan)\n\n3. Third\n4. Fourth\n\n#set text(red) $x$ <b>no</b>'
const content = {
  customer_id: customer,
  title: 'Rebranding of the shop',
  currency: 'EUR',
  sections: [
    { heading: 'Offer', text },
    { heading: 'שלום', text: 'שלום עולם' },
  ],
}
type Document = Proposal & Contract
const post = async (url: string, body: object, version?: number) => {
  const headers = { ...staff, ...(version && { 'if-match': `"${version}"` }) }
  const answer = await service.send('POST', `/api/x/${url}`, headers, body)
  expect(answer.json().error).toBeUndefined()
  return answer.json().data as Document
}
const pdf = async (url: string) => {
  const answer = await service.send('GET', `/api/x/${url}`, staff)
  expect(answer.headers['content-type']).toBe('application/pdf')
  return { name: String(answer.headers['content-disposition']), ...readPdfText(answer.rawPayload) }
}
const propose = () =>
  post('proposals', { ...content, valid_until: '2099-12-31', line_items: [{ ...sampleLine, tax_rate: 21 }] })
const contract = () =>
  post('contracts', { ...content, line_items: [], starts_on: '2099-01-01', ends_on: '2099-12-31' })

test('the PDF of a proposal has its text without the marks of its formatting, its lines and its last day', async () => {
  const draft = await propose()
  const before = await pdf(`proposals/${draft.id}/pdf`)
  expect(before.text).toContain('Draft')
  const sent = await post(`proposals/${draft.id}/send`, {}, 1)
  const { name, text: words, boxes } = await pdf(`proposals/${sent.id}/pdf`)
  expect(name).toContain(`PRO-${year}-0001.pdf`)
  for (const part of [
    'Rebrandingoftheshop',
    'Scopeofwork',
    'Wepaintthehall,twice.',
    'Walls',
    'Plan',
    'Third',
  ])
    expect(words).toContain(part)
  expect(words).toContain('#settext(red)$x$<b>no</b>')
  expect(words).toContain('Lettering')
  expect(words).toContain('€205.70')
  expect(words).toContain('Validuntil')
  expect(words).not.toContain('**')
  expect(words).not.toContain('Draft')
  expect(boxes).toBe(0)
})

test('the PDF of a signed contract says who signed it, when, and the hash of what was signed', async () => {
  const sent = await post(`contracts/${(await contract()).id}/send`, {}, 1)
  const unsigned = await pdf(`contracts/${sent.id}/pdf`)
  expect(unsigned.text).not.toContain('Signedby')
  // Without lines there are no figures.
  expect(unsigned.text).not.toContain('Total')
  await post(`contracts/${sent.id}/sign`, { name: 'Zoë Ødegård', note: 'On paper' }, 2)
  const { text: words } = await pdf(`contracts/${sent.id}/pdf`)
  const { data } = (await service.send('GET', `/api/x/contracts/${sent.id}/versions`, staff)).json()
  expect(words).toContain('SignedbyZoëØdegård')
  expect(words).toContain('Robin')
  expect(words).toContain('Onpaper')
  expect(words).toContain(data[0].sha256)
  const kept = await account.tenant.select('document_pdfs').select('stage').orderBy('id').execute()
  expect(kept.map(({ stage }) => stage).slice(-2)).toEqual(['sent', 'answered'])
})

test('each version keeps its own PDF', async () => {
  const sent = await post(`contracts/${(await contract()).id}/send`, {}, 1)
  const revised = await post(`contracts/${sent.id}/revise`, {}, 2)
  const put = await service.send(
    'PUT',
    `/api/x/contracts/${sent.id}`,
    { ...staff, 'if-match': `"${revised.version}"` },
    { ...content, title: 'Second thoughts', line_items: [], starts_on: null, ends_on: null },
  )
  await post(`contracts/${sent.id}/send`, {}, put.json().data.version)
  const latest = await pdf(`contracts/${sent.id}/pdf`)
  expect(latest.text).toContain('Secondthoughts')
  expect(latest.name).toContain('-v2.pdf')
  expect((await pdf(`contracts/${sent.id}/pdf?edition=1`)).text).toContain('Rebrandingoftheshop')
  const absent = await service.send('GET', `/api/x/contracts/${sent.id}/pdf?edition=3`, staff)
  expect(absent.statusCode).toBe(404)
})

test('sending with an email queues it with the number and the PDF, and the outbox records it', async () => {
  const draft = await contract()
  const email = { to: ['zoe@example.com'], subject: 'Contract {number}', message: 'Here is {number}.' }
  const sent = await post(`contracts/${draft.id}/send`, { email }, 1)
  mail.received.length = 0
  await service.context.outbox.sendDue()
  expect(mail.received).toHaveLength(1)
  expect(mail.received[0]?.source).toContain(`Subject: Contract ${sent.number}`)
  expect(mail.received[0]?.source).toContain(`${sent.number}.pdf`)
  const emails = await service.send('GET', `/api/x/contracts/${sent.id}/emails`, staff)
  expect(emails.json().data).toMatchObject([{ status: 'sent', subject: `Contract ${sent.number}` }])
  const { data } = (await service.send('GET', `/api/customers/${customer}`, staff)).json()
  expect(data.activity_log[0]).toMatchObject({ event: 'emailed', description: 'Contract emailed' })
})

test('an email of what was withdrawn meanwhile is canceled', async () => {
  const sent = await post(`contracts/${(await contract()).id}/send`, {}, 1)
  const email = { to: ['zoe@example.com'], subject: 'Contract', message: 'Here it is.' }
  await post(`contracts/${sent.id}/emails`, email)
  await post(`contracts/${sent.id}/revise`, {}, 2)
  mail.received.length = 0
  await service.context.outbox.sendDue()
  expect(mail.received).toEqual([])
  const emails = await service.send('GET', `/api/x/contracts/${sent.id}/emails`, staff)
  expect(emails.json().data).toMatchObject([{ status: 'canceled', problem: 'The contract is draft.' }])
})

test('a failed email is sent when it is attempted again, once, and not after its text was withdrawn', async () => {
  const sent = await post(`contracts/${(await contract()).id}/send`, {}, 1)
  const email = { to: ['zoe@example.com'], subject: 'Contract', message: 'Here it is.' }
  const fail = async () => {
    const { id } = await post(`contracts/${sent.id}/emails`, email)
    await service.context.store.db
      .updateTable('emails')
      .set({ status: 'failed', problem: 'No such mailbox', next_attempt_at: null })
      .where('id', '=', id)
      .execute()
    return id
  }
  const retry = (kind: 'proposal' | 'contract', id: number) =>
    service.send('POST', `/api/x/${kind}-emails/${id}/retry`, staff)
  const first = await fail()
  expect((await retry('proposal', first)).statusCode).toBe(404)
  const answer = await retry('contract', first)
  expect(answer.json().data).toMatchObject({ id: first, status: 'queued', problem: null })
  mail.received.length = 0
  await service.context.outbox.sendDue()
  expect(mail.received).toHaveLength(1)
  expect((await retry('contract', first)).statusCode).toBe(409)

  const second = await fail()
  await post(`contracts/${sent.id}/revise`, {}, 2)
  expect((await retry('contract', second)).json().error.message).toBe('The contract is draft.')
})

test('what no PDF can be made of isn’t sent with an email, and is refused as a whole', async () => {
  const { context } = service
  const { pdfs } = context
  const impatient = new PdfRenderer(undefined, { timeMs: 50, memoryBytes: 10 ** 9, idleMs: 1_000 })
  Object.assign(context, { pdfs: impatient })
  try {
    const sections = [{ heading: 'Long', text: '- a\n'.repeat(5_000) }, ...content.sections]
    const draft = await post('contracts', {
      ...content,
      sections,
      line_items: [],
      starts_on: null,
      ends_on: null,
    })
    const read = () => service.send('GET', `/api/x/contracts/${draft.id}/pdf`, staff)
    expect(await read()).toMatchObject({ statusCode: 422 })
    expect((await read()).json().error.message).toContain('No PDF can be created')
    const email = { to: ['zoe@example.com'], subject: 'Contract', message: 'Here it is.' }
    const headers = { ...staff, 'if-match': '"1"' }
    const sent = await service.send('POST', `/api/x/contracts/${draft.id}/send`, headers, { email })
    expect(sent.statusCode).toBe(422)
    const { data } = (await service.send('GET', `/api/x/contracts/${draft.id}`, staff)).json()
    expect(data).toMatchObject({ status: 'draft', editions: 0, version: 1 })
  } finally {
    await impatient.stop()
    Object.assign(context, { pdfs })
  }
})
