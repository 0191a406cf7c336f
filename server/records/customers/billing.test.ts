import { beforeEach, expect, test } from 'vitest'

import { type CustomerBilling, noBilling } from '#contract/customers/billing.ts'
import { listNotes } from '#contract/customers/notes.ts'
import type { InvoiceDetails } from '#contract/invoices/invoices.ts'
import { startOffice } from '#server/tools/testing/office.ts'
import { addRecord } from '#server/tools/testing/record.ts'
import { invoiceInput } from '#server/tools/testing/samples.ts'

const { service, account, staff, viewer } = await startOffice({ rateLimit: 100_000 })
let customer: number
beforeEach(async () => {
  customer = await addRecord(service.context, account.id, listNotes)
})

const full: CustomerBilling = {
  tax_number: 'DE 123 456 789',
  email: 'invoices@harbor.example',
  reference: 'PO-7',
  electronic_address: '0204:04011000-12345-34',
  currency: 'CHF',
  payment_days: 10,
  language: 'de',
  automatic_reminders: true,
}
const url = (id = customer) => `/api/x/customers/${id}/billing`
const show = (headers = staff) => service.send('GET', url(), headers)
const put = (body: object, version = 1, headers: Record<string, string> = staff) =>
  service.send('PUT', url(), { ...headers, 'if-match': `"${version}"` }, body)
const draft = async () =>
  (await service.send('POST', '/api/x/invoices', staff, invoiceInput(customer))).json().data as InvoiceDetails

test('the billing details of a customer begin empty, and are changed with an entry in the history', async () => {
  expect((await show(viewer)).json().data).toEqual({ ...noBilling, id: customer, version: 1 })
  const answer = await put(full)
  expect(answer.headers.etag).toBe('"2"')
  expect(answer.json().data).toEqual({ ...full, id: customer, version: 2 })
  expect((await show()).json().data).toEqual(answer.json().data)
  const [entry] = await account.tenant
    .select('activity_log')
    .select(['description', 'changes'])
    .where('customer_id', '=', customer)
    .execute()
  expect(entry?.description).toBe('Billing details changed')
  expect(JSON.parse(entry?.changes ?? '')).toMatchObject({ 'billing.payment_days': { from: null, to: 10 } })
})

test('the same billing details again change nothing', async () => {
  await put(full)
  expect((await put(full, 2)).json().data.version).toBe(2)
})

test('billing details are changed by nobody who hasn’t seen the customer before, and by nobody who may not', async () => {
  await put(full)
  expect((await put(noBilling, 1)).statusCode).toBe(412)
  expect((await service.send('PUT', url(), staff, full)).statusCode).toBe(428)
  expect((await put(noBilling, 2, viewer)).statusCode).toBe(403)
  const both = await Promise.all(['A', 'B'].map((reference) => put({ ...full, reference }, 2)))
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 412])
})

test('a repeated request whose response was lost changes them once', async () => {
  const headers = { ...staff, 'idempotency-key': `once-${customer}` }
  const first = await put(full, 1, headers)
  expect((await put(full, 1, headers)).json()).toEqual(first.json())
})

test.each([
  [{ email: 'nobody' }, 'Enter an email address, like name@example.com'],
  [{ tax_number: 'a\u202eb' }, 'Remove hidden characters'],
  [{ electronic_address: 'DE123' }, 'Enter a scheme of four digits and an address, like 9930:DE123456789'],
  [{ currency: 'XQZ' }, 'Choose a currency that is in use'],
  [{ payment_days: 366 }, 'Choose payment terms from 0 to 365 days'],
])('%j is refused at its field', async (wrong, message) => {
  const answer = await put({ ...full, ...wrong })
  expect([answer.statusCode, answer.json().error.details]).toEqual([
    422,
    { [String(Object.keys(wrong)[0])]: message },
  ])
})

test('a draft says them as they are now, and a sent invoice as they were', async () => {
  await put(full)
  const { tax_number, email, reference, electronic_address } = full
  const said = { tax_number, email, reference, electronic_address }
  const { id, billed_to } = await draft()
  expect(billed_to).toMatchObject(said)
  const send = { ...staff, 'if-match': '"1"' }
  expect((await service.send('POST', `/api/x/invoices/${id}/send`, send)).statusCode).toBe(200)
  await put(noBilling, 2)
  const read = await service.send('GET', `/api/x/invoices/${id}`, staff)
  expect(read.json().data.billed_to).toMatchObject(said)
})

test('a deleted customer that is restored still has them', async () => {
  await put(full)
  await service.send('DELETE', '/api/customers', staff, { customers: [customer] })
  await service.send('POST', '/api/x/deleted-customers/restore', staff, { customers: [customer] })
  expect((await show()).json().data).toMatchObject(full)
})

test('a customer without any gets those of the one that is merged into it', async () => {
  await put(full)
  const survivor = await addRecord(service.context, account.id, listNotes)
  const merge = (id: number, other: number) =>
    service.send(
      'POST',
      `/api/x/customers/${id}/merge`,
      { ...staff, 'if-match': '"1"' },
      {
        other,
        other_version: '"2"',
        take: [],
        take_custom_fields: [],
      },
    )
  const answer = await merge(survivor, customer)
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  expect((await service.send('GET', url(survivor), staff)).json().data).toMatchObject(full)
})

test('they are exported with the customer', async () => {
  await put(full)
  const { body } = await service.send('GET', `/api/x/customers.csv?ids=${customer}`, staff)
  expect(body).toContain('DE 123 456 789,invoices@harbor.example,PO-7,0204:04011000-12345-34,CHF,10')
})

test('an invoice is in the language of its customer, and stays in the one it was sent in', async () => {
  const read = async (id: number) =>
    (await service.send('GET', `/api/x/invoices/${id}`, staff)).json().data as InvoiceDetails
  await put(full)
  const { id } = await draft()
  expect((await read(id)).look.language).toBe('de')
  const values = (await service.send('GET', `/api/x/placeholder-values?invoice_id=${id}`, staff)).json().data
  expect(values['invoice.total']).toMatch(/^[\d.]+,\d\d\u00a0/)
  const send = { ...staff, 'if-match': '"1"' }
  expect((await service.send('POST', `/api/x/invoices/${id}/send`, send)).statusCode).toBe(200)
  await put({ ...full, language: 'fr' }, 2)
  const later = await draft()
  expect([(await read(id)).look.language, (await read(later.id)).look.language]).toEqual(['de', 'fr'])
  // Integrations that don’t know of languages change none; null is that of the template.
  await put({ ...full, language: undefined, reference: 'PO-8' }, 3)
  expect((await show()).json().data.language).toBe('fr')
  await put({ ...full, language: null }, 4)
  expect((await read(later.id)).look.language).toBe('en')
  expect((await put({ ...full, language: 'xx' }, 5)).json().error.details.language).toMatch(/must be one of/)
})
