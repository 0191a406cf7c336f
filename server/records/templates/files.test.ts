import { beforeEach, describe, expect, test } from 'vitest'

import type { Template, TemplateInput } from '#contract/account/templates.ts'
import { listNotes } from '#contract/customers/notes.ts'
import { type Attachment, mostAttachments } from '#contract/documents/attachments.ts'
import type { Proposal } from '#contract/documents/documents.ts'
import { everyToken } from '#server/platform/files/housekeeping.ts'
import { addRecord } from '#server/tools/testing/record.ts'
import { type TestAccount, encodeForm, startService } from '#server/tools/testing/service.ts'

const service = await startService()
let accounts = 0
let account: TestAccount
let admin: Record<string, string>
let staff: Record<string, string>
let customer: number

beforeEach(async () => {
  accounts += 1
  account = await service.account(`Account ${accounts}`, { rateLimit: 1_000_000 })
  admin = await service.session(account.id, 'admin')
  staff = await service.session(account.id, 'staff')
  customer = await addRecord(service.context, account.id, listNotes)
})

const input = (more: Partial<TemplateInput> = {}): TemplateInput => ({
  kind: 'proposal',
  name: 'Rebranding',
  is_default: false,
  subject: 'Rebranding',
  message: '',
  sections: [{ heading: 'Scope', text: 'A sign' }],
  ...more,
})
const make = async (more: Partial<TemplateInput> = {}) => {
  const answer = await service.send('POST', '/api/x/templates', admin, input(more))
  expect(answer.statusCode).toBe(201)
  return answer.json().data as Template
}
const read = async ({ id }: Template) =>
  (await service.send('GET', `/api/x/templates/${id}`, staff)).json().data as Template
const match = (version: number) => ({ 'if-match': `"${version}"` })

const terms = new File(['Pay within 14 days'], 'terms.txt')
const upload = async ({ id }: Template, file = terms, headers = admin) => {
  const { contentType, payload } = await encodeForm([['file', file]])
  return service.app.inject({
    method: 'POST',
    url: `/api/x/templates/${id}/attachments`,
    headers: { ...headers, 'content-type': contentType },
    payload,
  })
}
const attach = async (template: Template, file = terms) => {
  const answer = await upload(template, file)
  expect(answer.statusCode).toBe(201)
  return answer.json().data as Attachment
}
const remove = ({ id }: Attachment, headers = admin) =>
  service.send('DELETE', `/api/x/template-attachments/${id}`, headers)
const open = async ({ path }: Attachment) => {
  const { statusCode, body } = await service.app.inject({ url: path })
  return statusCode === 200 ? body : statusCode
}

const written = (more: object) => ({
  customer_id: customer,
  title: 'Rebranding',
  currency: 'EUR',
  sections: [],
  line_items: [],
  valid_until: null,
  ...more,
})
const propose = (more: object = {}) => service.send('POST', '/api/x/proposals', staff, written(more))
const proposal = async (more: object = {}) => {
  const answer = await propose(more)
  expect(answer.json().error).toBeUndefined()
  return answer.json().data as Proposal
}
const names = ({ attachments }: Pick<Proposal, 'attachments'>) => attachments.map(({ name }) => name)

describe('a template', () => {
  test('keeps its files in their order, with a trace of who attached and removed them', async () => {
    const template = await make()
    expect(template).toMatchObject({ attachments: [], version: 1 })
    const first = await attach(template)
    const second = await attach(template, new File(['€ 10'], 'prices.txt'))
    expect(await read(template)).toMatchObject({ attachments: [first, second], version: 1 })
    expect(await open(first)).toBe('Pay within 14 days')
    expect((await remove(first)).statusCode).toBe(204)
    expect(await read(template)).toMatchObject({ attachments: [second], version: 1 })
    expect(await open(first)).toBe(404)
    expect((await remove(first)).statusCode).toBe(404)
    const entries = await account.tenant
      .select('audit_log')
      .select(['action', 'changes'])
      .where('action', '=', 'template.changed')
      .orderBy('id')
      .execute()
    expect(entries.map(({ changes }) => JSON.parse(changes ?? '{}').attachments)).toEqual([
      { from: '', to: 'terms.txt' },
      { from: 'terms.txt', to: 'terms.txt, prices.txt' },
      { from: 'terms.txt, prices.txt', to: 'prices.txt' },
    ])
  })

  test('keeps its files when its texts change, and its version when its files do', async () => {
    const template = await make()
    const file = await attach(template)
    const save = (version: number) =>
      service.send(
        'PUT',
        `/api/x/templates/${template.id}`,
        { ...admin, ...match(version) },
        input({ name: 'New' }),
      )
    expect((await save(1)).json().data).toMatchObject({ name: 'New', attachments: [file] })
  })

  test('is deleted with its files', async () => {
    const template = await make()
    const file = await attach(template)
    const path = `/api/x/templates/${template.id}`
    expect((await service.send('DELETE', path, { ...admin, ...match(2) })).statusCode).toBe(412)
    expect(await open(file)).toBe('Pay within 14 days')
    expect((await service.send('DELETE', path, { ...admin, ...match(1) })).statusCode).toBe(204)
    expect(await open(file)).toBe(404)
  })

  test('of an email has no files', async () => {
    const template = await make({ kind: 'invoice_email', message: 'Hello', sections: [] })
    const answer = await upload(template)
    expect(answer.statusCode).toBe(409)
    expect(answer.json().error.message).toBe('Only templates of proposals and contracts have attachments')
  })

  test('takes files only from those who manage settings, and no more than a document', async () => {
    const template = await make()
    expect((await upload(template, terms, staff)).statusCode).toBe(403)
    const file = await attach(template)
    expect((await remove(file, staff)).statusCode).toBe(403)
    for (let count = 1; count < mostAttachments; count += 1) await attach(template)
    const answer = await upload(template)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().error.details).toEqual({ file: 'Attach at most 20 files' })
  })

  test('has files of its account alone', async () => {
    const file = await attach(await make())
    const other = await service.account(`Other ${accounts}`)
    expect((await remove(file, await service.session(other.id, 'admin'))).statusCode).toBe(404)
    expect(await open(file)).toBe('Pay within 14 days')
  })
})

describe('a document that is written from a template', () => {
  test('begins with its files, and keeps them when the template loses them', async () => {
    const template = await make()
    const file = await attach(template)
    const made = await proposal({ template_id: template.id })
    expect(made.attachments).toMatchObject([{ name: 'terms.txt', sha256: file.sha256, path: file.path }])
    expect((await remove(file)).statusCode).toBe(204)
    expect(await open(file)).toBe('Pay within 14 days')
    await service.send('DELETE', `/api/x/templates/${template.id}`, { ...admin, ...match(1) })
    expect(await open(file)).toBe('Pay within 14 days')
    const [attached] = made.attachments
    expect(
      (await service.send('DELETE', `/api/x/proposal-attachments/${attached?.id ?? 0}`, staff)).statusCode,
    ).toBe(204)
    expect(await open(file)).toBe(404)
    expect(await everyToken(service.context.store.db)).not.toContain(file.path.split('/')[2])
  })

  test('leaves the template its files when it loses them itself', async () => {
    const template = await make()
    const file = await attach(template)
    const { attachments } = await proposal({ template_id: template.id })
    await service.send('DELETE', `/api/x/proposal-attachments/${attachments[0]?.id ?? 0}`, staff)
    expect(await read(template)).toMatchObject({ attachments: [file] })
    expect(await open(file)).toBe('Pay within 14 days')
  })

  test('gets what it lacks when it is changed, and nothing twice', async () => {
    const template = await make()
    await attach(template)
    const { id, version } = await proposal({ template_id: template.id })
    await attach(template, new File(['€ 10'], 'prices.txt'))
    const save = async (current: number) =>
      (
        await service.send(
          'PUT',
          `/api/x/proposals/${id}`,
          { ...staff, ...match(current) },
          written({ template_id: template.id }),
        )
      ).json().data as Proposal
    const changed = await save(version)
    expect(names(changed)).toEqual(['terms.txt', 'prices.txt'])
    expect(changed.version).toBe(version + 1)
    expect((await save(changed.version)).version).toBe(changed.version)
  })

  test.each([
    ['that doesn’t exist', async () => 999_999],
    ['of another kind', async () => (await make({ kind: 'contract' })).id],
    [
      'of another account',
      async () => {
        const other = await service.account(`Other ${accounts}`)
        const headers = await service.session(other.id, 'admin')
        return (await service.send('POST', '/api/x/templates', headers, input())).json().data.id as number
      },
    ],
  ])('is refused with a template %s, and nothing is made', async (_what, id) => {
    const answer = await propose({ template_id: await id() })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().error.details).toEqual({
      template_id: 'There’s no template of a proposal with this id',
    })
    expect((await service.send('GET', '/api/x/proposals', staff)).json().data).toEqual([])
  })

  test('keeps the files in its copies and in the contract that it becomes', async () => {
    const template = await make()
    await attach(template)
    const { id } = await proposal({ template_id: template.id })
    const copy = await service.send('POST', `/api/x/proposals/${id}/duplicate`, staff)
    expect(names(copy.json().data as Proposal)).toEqual(['terms.txt'])
  })
})
