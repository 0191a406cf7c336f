import { beforeEach, describe, expect, test } from 'vitest'

import { listNotes } from '#contract/customers/notes.ts'
import type { InvoiceDetails } from '#contract/invoices/invoices.ts'
import { standardLook } from '#contract/invoices/looks.ts'
import {
  type InvoiceTemplate,
  type InvoiceTemplateInput,
  invoiceTemplates,
} from '#contract/invoices/templates.ts'
import { startWithAccount } from '#server/tools/testing/office.ts'
import { readPdfText } from '#server/tools/testing/pdf-text.ts'
import { addRecord } from '#server/tools/testing/record.ts'
import { invoiceInput } from '#server/tools/testing/samples.ts'
import type { TestAccount } from '#server/tools/testing/service.ts'

import { currentLook } from './rows.ts'

const { service } = await startWithAccount()
let accounts = 0
let account: TestAccount
let admin: Record<string, string>
let staff: Record<string, string>
let customer: number

beforeEach(async () => {
  accounts += 1
  account = await service.account(`Looks ${accounts}`, { rateLimit: 1_000_000 })
  admin = await service.session(account.id, 'admin')
  staff = await service.session(account.id, 'staff')
  customer = await addRecord(service.context, account.id, listNotes)
})

const german = {
  ...standardLook,
  layout: 'modern',
  color: '#1e3a8a',
  language: 'de',
  closing: 'Danke!',
} as const
const input = (more: Partial<InvoiceTemplateInput> = {}): InvoiceTemplateInput => ({
  name: 'German',
  is_default: false,
  ...german,
  ...more,
})
const post = (body: object, headers = admin) =>
  service.send('POST', '/api/x/invoice-templates', headers, body)
const create = async (more: Partial<InvoiceTemplateInput> = {}) => {
  const answer = await post(input(more))
  expect(answer.json().error).toBeUndefined()
  return answer.json().data as InvoiceTemplate
}
const put = ({ id, version }: InvoiceTemplate, body: object, headers = admin) =>
  service.send('PUT', `/api/x/invoice-templates/${id}`, { ...headers, 'if-match': `"${version}"` }, body)
const remove = ({ id, version }: InvoiceTemplate, headers = admin) =>
  service.send('DELETE', `/api/x/invoice-templates/${id}`, { ...headers, 'if-match': `"${version}"` })
const choose = (invoice_template_id: number | null, headers = staff, id = customer) =>
  service.send('PUT', `/api/x/customers/${id}/invoice-template`, headers, { invoice_template_id })
const draft = async () =>
  (await service.send('POST', '/api/x/invoices', staff, invoiceInput(customer))).json().data as InvoiceDetails
const send = async ({ id, version }: InvoiceDetails) => {
  const answer = await service.send('POST', `/api/x/invoices/${id}/send`, {
    ...staff,
    'if-match': `"${version}"`,
  })
  expect(answer.json().error).toBeUndefined()
  return answer.json().data as InvoiceDetails
}
const look = async ({ id }: InvoiceDetails) =>
  ((await service.send('GET', `/api/x/invoices/${id}`, staff)).json().data as InvoiceDetails).look
const pdf = async ({ id }: InvoiceDetails) =>
  (await service.send('GET', `/api/x/invoices/${id}/pdf`, staff)).rawPayload

describe('an invoice template', () => {
  test('is created, read, listed, changed and deleted, with an entry in the audit log each time', async () => {
    const template = await create()
    const shown = await service.send('GET', `/api/x/invoice-templates/${template.id}`, staff)
    expect(invoiceTemplates.show.response.safeParse(shown.json()).error).toBeUndefined()
    expect(shown.json().data).toEqual(template)
    expect(template).toMatchObject({ ...input(), version: 1 })
    const changed = (await put(template, input({ color: '#991b1b' }))).json().data as InvoiceTemplate
    expect(changed).toMatchObject({ color: '#991b1b', version: 2 })
    expect((await put(template, input())).statusCode).toBe(412)
    expect((await put(changed, input({ color: '#991b1b' }))).json().data).toMatchObject({ version: 2 })
    expect((await remove(changed)).statusCode).toBe(204)
    expect((await service.send('GET', '/api/x/invoice-templates', staff)).json().data).toEqual([])
    const entries = await account.tenant
      .select('audit_log')
      .select(['action', 'changes'])
      .where('action', 'like', 'invoice_template.%')
      .orderBy('id')
      .execute()
    expect(entries.map(({ action }) => action)).toEqual([
      'invoice_template.created',
      'invoice_template.changed',
      'invoice_template.deleted',
    ])
    expect(JSON.parse(entries[2]?.changes ?? '{}')).toMatchObject({
      name: { from: 'German', to: null },
      color: { from: '#991b1b', to: null },
      closing: { from: 'Danke!', to: null },
    })
  })

  test('is changed only by people who manage settings, and chosen by those who write invoices', async () => {
    const template = await create()
    expect((await post(input(), staff)).statusCode).toBe(403)
    expect((await put(template, input({ name: 'Other' }), staff)).statusCode).toBe(403)
    expect((await remove(template, staff)).statusCode).toBe(403)
    const viewer = await service.session(account.id, 'viewer')
    expect((await choose(template.id, viewer)).statusCode).toBe(403)
    expect((await choose(template.id)).statusCode).toBe(200)
  })

  test('whose color can’t be read on white is refused at its field', async () => {
    const answer = await post(input({ color: '#facc15' }))
    expect(answer.statusCode).toBe(422)
    expect(answer.json().error.details).toEqual({
      color: 'This color is too light to read on white. Choose a darker one',
    })
  })

  test('is the only default, even if several become it at once', async () => {
    const made = await Promise.all(['A', 'B', 'C'].map((name) => create({ name, is_default: true })))
    expect(made).toHaveLength(3)
    const all = (await service.send('GET', '/api/x/invoice-templates', staff)).json()
      .data as InvoiceTemplate[]
    expect(all.filter(({ is_default }) => is_default)).toHaveLength(1)
  })

  test('is refused once an account has the maximum', async () => {
    const times = { created_at: '2026-01-01T00:00:00.000000Z', updated_at: '2026-01-01T00:00:00.000000Z' }
    const row = { name: 'One', is_default: 0, look: JSON.stringify(standardLook), ...times } as const
    await account.tenant.insert('invoice_templates', Array(invoiceTemplates.most).fill(row))
    const answer = await post(input())
    expect(answer.statusCode).toBe(409)
    expect(answer.json().error.message).toBe(
      'An account can have up to 50 invoice templates. Delete one first.',
    )
  })

  test('keeps the line breaks of its texts, and nothing around them', async () => {
    expect(await create({ intro: 'Hello\r\nyou', closing: ' Bye ' })).toMatchObject({
      intro: 'Hello\nyou',
      closing: 'Bye',
    })
  })

  test('of another account can’t be chosen, nor for a customer of another account', async () => {
    const template = await create()
    const other = await service.account(`Other ${accounts}`)
    const stranger = await service.session(other.id, 'owner')
    const theirs = await addRecord(service.context, other.id, listNotes)
    expect((await choose(template.id, stranger, theirs)).statusCode).toBe(422)
    expect((await choose(null, stranger)).statusCode).toBe(404)
  })
})

describe('a customer', () => {
  const chosen = async (id = customer) =>
    (await service.send('GET', `/api/x/customers/${id}/invoice-template`, staff)).json().data
      .invoice_template_id as number | null
  const version = async (id: number) =>
    String((await service.send('GET', `/api/customers/${id}`, staff)).headers.etag)
  const merge = async (survivor: number, other: number) => {
    const answer = await service.send(
      'POST',
      `/api/x/customers/${survivor}/merge`,
      { ...staff, 'if-match': await version(survivor) },
      { other, other_version: await version(other), take: [], take_custom_fields: [] },
    )
    expect(answer.json().error).toBeUndefined()
  }

  test('has the template that was chosen, and their activity says so', async () => {
    const template = await create()
    await choose(template.id)
    await choose(template.id)
    await choose(null)
    expect(await chosen()).toBeNull()
    const entries = await account.tenant
      .select('activity_log')
      .select(['description', 'changes'])
      .where('customer_id', '=', customer)
      .orderBy('id')
      .execute()
    expect(entries.map(({ changes }) => JSON.parse(changes ?? '{}') as object)).toEqual([
      { invoice_template: { from: null, to: 'German' } },
      { invoice_template: { from: 'German', to: null } },
    ])
  })

  test('keeps their template when another one is merged into them, or gets the other’s if they have none', async () => {
    const [own, theirs] = [await create({ name: 'Own' }), await create({ name: 'Theirs' })]
    const [second, third] = [
      await addRecord(service.context, account.id, listNotes),
      await addRecord(service.context, account.id, listNotes),
    ]
    await choose(theirs.id, staff, second)
    await merge(customer, second)
    expect(await chosen()).toBe(theirs.id)
    await choose(own.id, staff, third)
    await merge(customer, third)
    expect(await chosen()).toBe(theirs.id)
  })

  test('has none once it was deleted, and the next one isn’t theirs', async () => {
    const template = await create()
    await choose(template.id)
    await remove(template)
    expect(await chosen()).toBeNull()
    // The newest id is not given away again.
    const next = await create({ name: 'Next' })
    expect(next.id).not.toBe(template.id)
    expect(await chosen()).toBeNull()
    expect(await look(await draft())).toEqual(standardLook)
    const other = await addRecord(service.context, account.id, listNotes)
    await choose(next.id, staff, other)
    await merge(customer, other)
    expect(await chosen()).toBe(next.id)
  })

  test('isn’t written when their template is deleted', async () => {
    const template = await create()
    await choose(template.id)
    await remove(template)
    const row = await account.tenant
      .select('customers')
      .select('invoice_template_id')
      .where('id', '=', customer)
      .executeTakeFirstOrThrow()
    expect(row.invoice_template_id).toBe(template.id)
  })

  test('comes back from the trash with their template, or with the default if it’s gone', async () => {
    const template = await create()
    await choose(template.id)
    const remember = async () => {
      const body = { customers: [customer] }
      expect((await service.send('DELETE', '/api/customers', staff, body)).statusCode).toBe(204)
      expect((await choose(null)).statusCode).toBe(404)
      return async () =>
        expect(
          (await service.send('POST', '/api/x/deleted-customers/restore', staff, body)).json().data,
        ).toEqual({ restored: 1 })
    }
    await (
      await remember()
    )()
    expect(await chosen()).toBe(template.id)
    const restore = await remember()
    await remove(template)
    await restore()
    expect(await chosen()).toBeNull()
    expect(await look(await draft())).toEqual(standardLook)
  })
})

describe('an invoice', () => {
  test('has the region of its sender, as far as the country is known', async () => {
    const regionOf = async (country: string) =>
      (await currentLook(account.tenant, customer, { country })).region
    expect(await Promise.all(['Switzerland', '', 'Atlantis'].map(regionOf))).toEqual([
      'CH',
      undefined,
      undefined,
    ])
  })

  test('of a customer who was deleted has the default template', async () => {
    await create({ name: 'Usual', is_default: true, ...standardLook, color: '#065f46' })
    expect(await currentLook(account.tenant, 999_999, { country: '' })).toMatchObject({ color: '#065f46' })
  })

  test('looks like the customer’s template, else like the default, else standard, until it is sent', async () => {
    const invoice = await draft()
    expect(await look(invoice)).toEqual(standardLook)
    await create({ name: 'Usual', is_default: true, ...standardLook, color: '#065f46' })
    expect(await look(invoice)).toMatchObject({ color: '#065f46' })
    const own = await create()
    await choose(own.id)
    expect(await look(invoice)).toEqual(german)
    expect((await choose(own.id)).json().data).toEqual({ invoice_template_id: own.id, look: german })
    await remove(own)
    expect(await look(invoice)).toMatchObject({ color: '#065f46' })
    const chosen = await service.send('GET', `/api/x/customers/${customer}/invoice-template`, staff)
    expect(chosen.json().data).toMatchObject({ invoice_template_id: null, look: { color: '#065f46' } })
  })

  test('that was sent keeps its look and its PDF to the byte, even if its file was lost', async () => {
    const before = await send(await draft())
    const template = await create()
    await choose(template.id)
    const sent = await send(await draft())
    expect(sent.look).toEqual(german)
    const file = await pdf(sent)
    const changed = (await put(template, input({ color: '#991b1b', language: 'fr' }))).json()
      .data as InvoiceTemplate
    expect(await look(sent)).toEqual(german)
    expect(await look(before)).toEqual(standardLook)
    await account.tenant.delete('invoice_pdfs').where('invoice_id', '=', sent.id).execute()
    expect((await pdf(sent)).equals(file)).toBe(true)
    await remove(changed)
    expect(await look(sent)).toEqual(german)
  })

  test.each(['classic', 'modern', 'compact'] as const)('has a PDF in the layout %s', async (layout) => {
    for (const logo_position of ['left', 'center', 'right'] as const) {
      await create({ name: logo_position, layout, logo_position, is_default: true })
      const bytes = await pdf(await draft())
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    }
  })
})

test('a credit note has the language and the look that its invoice was sent with, and never asks for a payment', async () => {
  const template = await create()
  await choose(template.id)
  const { id, version, line_items } = await send(await draft())
  await choose(null)
  const body = { reason: 'Beschädigt', line_items: [{ id: line_items[0]?.id, quantity: 1 }] }
  const headers = { ...staff, 'if-match': `"${version}"` }
  const note = (await service.send('POST', `/api/x/invoices/${id}/credit-notes`, headers, body)).json().data
  const url = `/api/x/credit-notes/${note.id}`
  expect((await service.send('GET', url, staff)).json().data.look).toEqual(german)
  const text = async () => readPdfText((await service.send('GET', `${url}/pdf`, staff)).rawPayload).text
  expect(await text()).toContain('Rechnungskorrektur')
  expect(await text()).not.toContain('Danke!')
  // Those from before keep the standard look, even if their file is lost.
  await account.tenant.update('credit_notes').set({ look: null }).where('id', '=', note.id).execute()
  await account.tenant.delete('credit_note_pdfs').where('credit_note_id', '=', note.id).execute()
  expect(await text()).toContain('Creditnote')
})
