import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, expect, test } from 'vitest'

import { listNotes } from '#contract/customers/notes.ts'
import type { InvoiceDetails } from '#contract/invoices/invoices.ts'
import { startOffice } from '#server/tools/testing/office.ts'
import { addRecord } from '#server/tools/testing/record.ts'

const { service, account, staff, viewer } = await startOffice({ rateLimit: 1_000_000 })
const stranger = await service.session((await service.account('Another')).id, 'staff')

const get = (url: string, headers = viewer) => service.app.inject({ url, headers })
const post = async (url: string, payload: object, version?: number) => {
  const headers = version === undefined ? staff : { ...staff, 'if-match': `"${version}"` }
  const answer = await service.app.inject({ method: 'POST', url, headers, payload })
  expect(answer.statusCode, answer.payload).toBeLessThan(300)
  return answer.json().data as InvoiceDetails
}
const line_items = [{ description: 'Work', quantity: 1, unit_price: 100, discount: 0, tax_rate: 21 }]
const draft = async () => {
  const customer_id = await addRecord(service.context, account.id, listNotes)
  const terms = { currency: 'EUR', payment_days: 14, due_date: null, notes: '' }
  return post('/api/x/invoices', { customer_id, ...terms, line_items })
}
const send = async () => {
  const { id, version } = await draft()
  return post(`/api/x/invoices/${id}/send`, {}, version)
}

/** The files of an archive by their names, the first one first. */
async function filesOf(url: string): Promise<Record<string, Uint8Array>> {
  const answer = await get(url)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip'])
  return unzipSync(answer.rawPayload)
}
const nameOf = ({ invoice_number }: InvoiceDetails) => `${invoice_number}.pdf`

let first: InvoiceDetails
let second: InvoiceDetails
let withdrawn: InvoiceDetails
let unsent: InvoiceDetails
let note: { credit_number: string }
let today = ''

beforeAll(async () => {
  today = await account.tenant.today()
  first = await send()
  second = await send()
  withdrawn = await send()
  await post(`/api/x/invoices/${withdrawn.id}/void`, {}, withdrawn.version)
  unsent = await draft()
  const quantity = [{ id: second.line_items[0]?.id, quantity: 1 }]
  const correction = { reason: 'Damaged', line_items: quantity }
  note = (await post(`/api/x/invoices/${second.id}/credit-notes`, correction, second.version)) as never
})

test('the PDFs of the invoices that match are in one file, without drafts and void ones', async () => {
  const files = await filesOf('/api/x/invoices.zip?sort=id')
  expect(Object.keys(files)).toEqual([nameOf(first), nameOf(second)])
  expect(Object.keys(await filesOf('/api/x/invoices.zip?status=sent'))).toEqual([nameOf(first)])
  const days = `created_from=${today}&created_to=${today}`
  expect(Object.keys(await filesOf(`/api/x/invoices.zip?${days}`))).toHaveLength(2)
})

test('each is the PDF that its customer has, byte for byte', async () => {
  const files = await filesOf(`/api/x/invoices.zip?ids=${first.id}`)
  const alone = await get(`/api/x/invoices/${first.id}/pdf`)
  expect(Buffer.from(files[nameOf(first)]!).equals(alone.rawPayload)).toBe(true)
})

test('a selection has its issued invoices; without any, the answer is an error and no empty file', async () => {
  const ids = [first, withdrawn, unsent].map(({ id }) => id)
  expect(Object.keys(await filesOf(`/api/x/invoices.zip?ids=${ids.join(',')}`))).toEqual([nameOf(first)])
  for (const url of [
    `/api/x/invoices.zip?ids=${withdrawn.id},${unsent.id}`,
    '/api/x/invoices.zip?created_to=2001-01-01',
    '/api/x/credit-notes.zip?to=2001-01-01',
  ]) {
    const answer = await get(url)
    expect([url, answer.statusCode, answer.headers['content-type']]).toEqual([
      url,
      404,
      'application/json; charset=utf-8',
    ])
  }
})

test('two documents with one number are two files', async () => {
  const twin = await send()
  await service.context.store.db
    .updateTable('invoices')
    .set({ invoice_number: first.invoice_number })
    .where('id', '=', twin.id)
    .execute()
  const names = Object.keys(await filesOf(`/api/x/invoices.zip?ids=${first.id},${twin.id}`))
  expect(names).toEqual([nameOf(first), nameOf(first).replace('.pdf', ' (2).pdf')])
})

test('the credit notes of a period are in one file', async () => {
  const files = await filesOf(`/api/x/credit-notes.zip?from=${today}&to=${today}`)
  expect(Object.keys(files)).toEqual([`${note.credit_number}.pdf`])
  expect(strFromU8(Object.values(files)[0]!.subarray(0, 5))).toBe('%PDF-')
})

test('no other account gets them', async () => {
  expect((await get(`/api/x/invoices.zip?ids=${first.id}`, stranger)).statusCode).toBe(404)
  expect((await get('/api/x/credit-notes.zip', stranger)).statusCode).toBe(404)
})

test('what was exported is in the audit log', async () => {
  await filesOf(`/api/x/invoices.zip?status=sent&created_from=${today}`)
  const owner = await service.session(account.id, 'owner')
  const { data } = (await get('/api/x/audit-log?limit=1', owner)).json()
  expect(data[0]).toMatchObject({ action: 'export.invoice_pdfs' })
})
