import { createHash } from 'node:crypto'

import { beforeEach, expect, test } from 'vitest'

import { listNotes } from '#contract/customers/notes.ts'
import { type Attachment, emailedAttachmentsBytes, mostAttachments } from '#contract/documents/attachments.ts'
import type { Contract, Proposal } from '#contract/documents/documents.ts'
import { FileHousekeeping, everyToken } from '#server/platform/files/housekeeping.ts'
import { startWithMail } from '#server/tools/testing/office.ts'
import { readPdfText } from '#server/tools/testing/pdf-text.ts'
import { portalSession } from '#server/tools/testing/portal.ts'
import { addRecord } from '#server/tools/testing/record.ts'
import { type TestAccount, encodeForm } from '#server/tools/testing/service.ts'

import { readVersion } from './rows.ts'

const { mail, service } = await startWithMail()
const origin = service.context.publicUrl()
let accounts = 0
let account: TestAccount
let staff: Record<string, string>
let viewer: Record<string, string>
let customer: number

beforeEach(async () => {
  mail.received.length = 0
  accounts += 1
  account = await service.account(`Account ${accounts}`, { rateLimit: 1_000_000 })
  staff = await service.session(account.id, 'staff')
  viewer = await service.session(account.id, 'viewer')
  customer = await addRecord(service.context, account.id, listNotes)
})

type Kind = 'proposals' | 'contracts'
type Document = Proposal & Contract
const text = {
  title: 'Rebranding',
  currency: 'EUR',
  sections: [{ heading: 'Scope', text: 'A sign' }],
  line_items: [],
}
const ask = (url: string, body: object = {}, version?: number) =>
  service.send(
    'POST',
    `/api/x/${url}`,
    { ...staff, ...(version !== undefined && { 'if-match': `"${version}"` }) },
    body,
  )
const done = async (url: string, body?: object, version?: number) => {
  const answer = await ask(url, body, version)
  expect(answer.json().error).toBeUndefined()
  return answer.json().data as Document
}
const draft = (kind: Kind = 'proposals') =>
  done(kind, {
    ...text,
    customer_id: customer,
    ...(kind === 'proposals' ? { valid_until: null } : { starts_on: null, ends_on: null }),
  })
const read = async (kind: Kind, id: number) =>
  (await service.send('GET', `/api/x/${kind}/${id}`, staff)).json().data as Document
const act = async (kind: Kind, id: number, what: string, body: object = {}) =>
  done(`${kind}/${id}/${what}`, body, (await read(kind, id)).version)
const versions = async (kind: Kind, id: number) => {
  const path = `/api/x/${kind}/${id}/versions`
  const listed = (await service.send('GET', path, staff)).json().data as { edition: number }[]
  return Promise.all(
    listed.map(
      async ({ edition }) =>
        (await service.send('GET', `${path}/${edition}`, staff)).json().data as {
          edition: number
          sha256: string
          attachments: Attachment[]
        },
    ),
  )
}

const plan = new File(['The plan of the hall'], 'plan.txt')
const upload = async (
  url: string,
  file: File,
  { headers = staff, field = 'file' }: { headers?: Record<string, string>; field?: string } = {},
) => {
  const { contentType, payload } = await encodeForm([[field, file]])
  return service.app.inject({
    method: 'POST',
    url: `/api/x/${url}/attachments`,
    headers: { ...headers, 'content-type': contentType },
    payload,
  })
}
const attach = async (kind: Kind, id: number, file = plan) => {
  const answer = await upload(`${kind}/${id}`, file)
  expect([answer.statusCode, answer.json().error]).toEqual([201, undefined])
  return answer.json().data as Attachment
}
const remove = (kind: Kind, id: number, headers = staff) =>
  service.send('DELETE', `/api/x/${kind.slice(0, -1)}-attachments/${id}`, headers)
const open = (path: string) => service.app.inject({ url: path })
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')

test('a file is attached to a draft, listed with its hash, and served under its own address', async () => {
  const { id, version } = await draft()
  const file = await attach('proposals', id)
  expect(file).toMatchObject({ name: 'plan.txt', bytes: 20, sha256: sha256('The plan of the hall') })
  const now = await read('proposals', id)
  expect(now.attachments).toEqual([file])
  expect(now.version).toBe(version + 1)
  const served = await open(file.path)
  expect(served.body).toBe('The plan of the hall')
  expect(served.headers['content-disposition']).toBe('attachment; filename=plan.txt')
  expect(served.headers['content-security-policy']).toContain('sandbox')
})

test('nobody sends a draft with a file that they haven’t seen', async () => {
  const { id, version } = await draft()
  await attach('proposals', id)
  expect((await ask(`proposals/${id}/send`, {}, version)).statusCode).toBe(412)
})

test('a version keeps the files that it was sent with, whatever the next one has', async () => {
  const { id } = await draft('contracts')
  const [first, second] = [
    await attach('contracts', id),
    await attach('contracts', id, new File(['Terms'], 'terms.txt')),
  ]
  await act('contracts', id, 'send')
  await act('contracts', id, 'revise')
  expect((await remove('contracts', first.id)).statusCode).toBe(204)
  const third = await attach('contracts', id, new File(['Terms of 2027'], 'terms.txt'))
  await act('contracts', id, 'send')
  const [two, one] = await versions('contracts', id)
  expect(one?.attachments).toEqual([first, second])
  expect(two?.attachments).toEqual([second, third])
  expect((await read('contracts', id)).attachments).toEqual([second, third])
  expect((await open(first.path)).body).toBe('The plan of the hall')
})

test('the hash of a version covers the content of its files', async () => {
  const hashOf = async (content: string) => {
    const { id } = await draft()
    await attach('proposals', id, new File([content], 'plan.txt'))
    await act('proposals', id, 'send')
    const version = await readVersion(account.tenant, id)
    expect(version?.sha256).toBe(sha256(version?.content ?? ''))
    expect(version?.content).toContain(sha256(content))
  }
  await hashOf('The plan of the hall')
  await hashOf('The plan of the hill')
})

test('what was sent takes no file and loses none', async () => {
  const { id } = await draft()
  const file = await attach('proposals', id)
  await act('proposals', id, 'send')
  expect((await upload(`proposals/${id}`, plan)).statusCode).toBe(409)
  expect((await remove('proposals', file.id)).statusCode).toBe(409)
  expect((await read('proposals', id)).attachments).toEqual([file])
})

test('a file of one kind isn’t found among those of the other, nor twice', async () => {
  const { id } = await draft()
  const file = await attach('proposals', id)
  expect((await upload(`contracts/${id}`, plan)).statusCode).toBe(404)
  expect((await remove('contracts', file.id)).statusCode).toBe(404)
  expect((await remove('proposals', file.id, viewer)).statusCode).toBe(403)
  expect((await upload(`proposals/${id}`, plan, { headers: viewer })).statusCode).toBe(403)
  const answers = await Promise.all([remove('proposals', file.id), remove('proposals', file.id)])
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 404])
  expect((await open(file.path)).statusCode).toBe(404)
})

test.each([
  ['without a file', new File([''], 'empty.txt'), 'file', 'empty.txt is empty'],
  [
    'whose content is something else',
    new File(['%PDF-1.7 not an image'], 'photo.png'),
    'file',
    'photo.png: the content doesn’t match the file extension',
  ],
  ['with another field', plan, 'photo', 'Unknown field'],
])('a form %s is rejected with its reason', async (_what, file, field, reason) => {
  const { id } = await draft()
  const answer = await upload(`proposals/${id}`, file, { field })
  expect([answer.statusCode, answer.json().error.message]).toEqual([422, reason])
  expect((await read('proposals', id)).attachments).toEqual([])
})

test('a draft takes so many files and no more', async () => {
  const { id } = await draft()
  for (let count = 0; count < mostAttachments; count += 1) await attach('proposals', id)
  const answer = await upload(`proposals/${id}`, plan)
  expect([answer.statusCode, answer.json().error.message]).toEqual([
    422,
    `Attach at most ${mostAttachments} files`,
  ])
})

test('an upload whose response was lost is done once', async () => {
  const { id } = await draft()
  const headers = { ...staff, 'idempotency-key': 'plan-1' }
  const first = await upload(`proposals/${id}`, plan, { headers })
  const second = await upload(`proposals/${id}`, plan, { headers })
  expect(second.json().data).toEqual(first.json().data)
  expect(second.headers['idempotency-replayed']).toBe('true')
  expect((await read('proposals', id)).attachments).toHaveLength(1)
})

test('a copy has the files of its original, and each can lose them alone', async () => {
  const { id } = await draft()
  const file = await attach('proposals', id)
  const copy = await done(`proposals/${id}/duplicate`)
  expect(copy.attachments).toMatchObject([{ name: 'plan.txt', sha256: file.sha256 }])
  await remove('proposals', file.id)
  expect((await open(file.path)).statusCode).toBe(200)
  await service.send('DELETE', `/api/x/proposals/${copy.id}`, { ...staff, 'if-match': '*' })
  expect((await open(file.path)).statusCode).toBe(404)
})

test('the contract that a proposal becomes has its files', async () => {
  const { id } = await draft()
  await attach('proposals', id)
  await act('proposals', id, 'send')
  await act('proposals', id, 'accept', { name: 'Zoë', note: '' })
  const { id: made } = await done(`proposals/${id}/contract`)
  expect((await read('contracts', made)).attachments).toMatchObject([{ name: 'plan.txt' }])
})

test('a draft that is deleted takes its files along', async () => {
  const { id } = await draft()
  const { path } = await attach('proposals', id)
  expect(
    (await service.send('DELETE', `/api/x/proposals/${id}`, { ...staff, 'if-match': '*' })).statusCode,
  ).toBe(204)
  expect((await open(path)).statusCode).toBe(404)
  expect(await account.tenant.select('document_files').select('id').execute()).toEqual([])
})

test('the sweep knows the files, and backups take them along', async () => {
  const { id } = await draft()
  const { path } = await attach('proposals', id)
  const token = path.split('/')[2] ?? ''
  expect(await everyToken(service.context.store.db)).toContain(token)
  const { store, files, log } = service.context
  const hours = 60 * 60_000
  const keeper = new FileHousekeeping({ store, files, log }, Date.now())
  await keeper.run(Date.now() + 5 * hours)
  expect((await open(path)).statusCode).toBe(200)
})

test('the PDF names the files with their hashes', async () => {
  const { id } = await draft()
  const { sha256: hash } = await attach('proposals', id)
  const pdf = async () =>
    readPdfText((await service.send('GET', `/api/x/proposals/${id}/pdf`, staff)).rawPayload).text
  expect(await pdf()).toContain('plan.txt(20bytes')
  await act('proposals', id, 'send')
  const sent = await pdf()
  expect(sent).toContain('Attachments')
  expect(sent).toContain(hash)
})

const email = { to: ['zoe@example.com'], subject: 'Proposal {number}', message: 'Here it is.' }

test('an email has the files of the version that it is about', async () => {
  const { id } = await draft()
  await attach('proposals', id)
  await act('proposals', id, 'send', { email })
  await service.context.outbox.sendDue()
  const [message] = mail.received
  expect(message?.source).toContain('filename=plan.txt')
  expect(message?.source).toContain(Buffer.from('The plan of the hall').toString('base64'))
  expect(message?.source).not.toContain(`${origin}/files/`)
})

test('an email links to files that are too large for it', async () => {
  const { id } = await draft()
  const { path } = await attach('proposals', id)
  // What is stored is small, so that the test is quick.
  await account.tenant
    .update('document_files')
    .set({ bytes: emailedAttachmentsBytes + 1 })
    .execute()
  await act('proposals', id, 'send', { email })
  await service.context.outbox.sendDue()
  const [message] = mail.received
  expect(message?.source).not.toContain('filename=plan.txt')
  const plain = (message?.source ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=')
  expect(plain).toContain(`plan.txt (10 MB): ${origin}${path}`)
})

test('an email isn’t sent without a file that can’t be read', async () => {
  const { id } = await draft()
  const { path } = await attach('proposals', id)
  await act('proposals', id, 'send', { email })
  await service.context.files.remove([path.split('/')[2] ?? ''])
  await service.context.outbox.sendDue()
  expect(mail.received).toEqual([])
  const { data } = (await service.send('GET', `/api/x/proposals/${id}/emails`, staff)).json()
  expect(data).toMatchObject([
    { status: 'queued', problem: 'The PDF couldn’t be created, or an attachment couldn’t be read.' },
  ])
})

test('the customer sees in the portal what the version that was sent last has', async () => {
  const { id } = await draft()
  const file = await attach('proposals', id)
  await act('proposals', id, 'send')
  const customerOf = await portalSession(service.context, account.id, { name: 'documents', id })
  const seen = await service.send('GET', `/api/x/portal/proposals/${id}`, customerOf)
  expect(seen.json().data.attachments).toEqual([file])
  await act('proposals', id, 'revise')
  const withdrawn = await service.send('GET', `/api/x/portal/proposals/${id}`, customerOf)
  expect(withdrawn.statusCode).toBe(404)
})

test('webhooks are told nothing that would let them read a file', async () => {
  const { id } = await draft()
  const { path } = await attach('proposals', id)
  await act('proposals', id, 'send')
  await act('proposals', id, 'accept', { name: 'Zoë', note: '' })
  const rows = await account.tenant.select('event_log').select('body').execute()
  expect(rows.map(({ body }) => body).join()).not.toContain(path.split('/')[2])
})
