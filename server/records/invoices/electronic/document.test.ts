import { extractXml } from '@stackforge-eu/factur-x'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { noBilling } from '#contract/customers/billing.ts'
import { listNotes } from '#contract/customers/notes.ts'
import type { CreditNote } from '#contract/invoices/credit-notes.ts'
import type { Electronic } from '#contract/invoices/electronic-invoices.ts'
import type { InvoiceDetails } from '#contract/invoices/invoices.ts'
import { type DocumentLook, localeOf, standardLook } from '#contract/invoices/looks.ts'
import { Tenant } from '#server/platform/access/tenant.ts'
import { moneyText } from '#server/platform/lib/formats.ts'
import { toMinor } from '#server/platform/lib/money.ts'
import { createCiiValidator, createUblValidator } from '#server/tools/testing/electronic-schemas.ts'
import { readPdfText } from '#server/tools/testing/pdf-text.ts'
import { addRecord } from '#server/tools/testing/record.ts'
import { type TestService, startService } from '#server/tools/testing/service.ts'

let service: TestService
let account: number
let staff: Record<string, string>
let customer: number
beforeAll(async () => {
  service = await startService()
  account = (await service.account('Harbor & Finch', { rateLimit: 1_000_000 })).id
  staff = await service.session(account, 'owner')
  customer = await addRecord(service.context, account, listNotes)
})
afterAll(() => service.close())

const tenant = () => {
  const { db, dialect } = service.context.store
  return new Tenant(db, dialect, account, 'Test')
}

async function post<Data extends { id: number; version?: number }>(
  url: string,
  payload: object = {},
  version = 0,
): Promise<Data> {
  const headers = { ...staff, 'if-match': `"${version}"` }
  const response = await service.app.inject({ method: 'POST', url, headers, payload })
  expect(response.statusCode, response.body).toBeLessThan(300)
  return (response.json() as { data: Data }).data
}

const company = {
  name: 'Zoë & Co',
  address: '',
  street: 'Hauptstraße 1',
  postal_code: '10115',
  city: 'Berlin',
  state: '',
  country: 'Germany',
  contact_name: 'Zoë',
  phone: '+49 30 123456',
  email: 'zoe@example.com',
  tax_number: 'DE 123 456 789',
  bank_details: 'IBAN DE89 3704 0044 0532 0130 00',
  invoice_footer: '',
  payment_days: 14,
  currency: 'EUR',
  tax_rate: 19,
  number_pattern: 'INV-{year}-{number:4}',
  time_zone: 'Europe/Berlin',
  fiscal_year_start: 1,
}
const billing = { ...noBilling, tax_number: 'FR12345678901', reference: '04011000-12345-34' }

/** What the business and the customer need to be on an electronic invoice. */
async function introduce(): Promise<void> {
  const put = async (url: string, payload: object) => {
    const version = String((await service.app.inject({ url, headers: staff })).headers.etag)
    const headers = { ...staff, 'if-match': version }
    const answer = await service.app.inject({ method: 'PUT', url, headers, payload })
    expect(answer.statusCode, answer.body).toBe(200)
  }
  await put('/api/x/company', company)
  await put(`/api/x/customers/${customer}/billing`, billing)
  const address = { company_name: 'Ødegård', address_1: '1 Rue du Port', zip_code: '75001', city: 'Paris' }
  await tenant()
    .update('customers')
    .set({ ...address, country: 'France' })
    .where('id', '=', customer)
    .execute()
}

const get = (url: string) => service.app.inject({ url, headers: staff })
const missing = async (url: string) =>
  ((await get(`${url}/electronic`)).json().data as Electronic).formats.map(({ format, missing: all }) => [
    format,
    all.map(({ where, field }) => `${where}.${field}`),
  ])

const [validateCii, validateUbl] = [createCiiValidator(), createUblValidator()]
/** Reads the files of a document, each as valid as a schema can tell, the one in its PDF, and what that prints. */
async function filesOf(url: string) {
  const read = async (format: string) => {
    const answer = await get(`${url}/xml?format=${format}`)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.headers['content-type']).toBe('application/xml')
    return answer.body
  }
  const [xrechnung, peppol] = [await read('xrechnung'), await read('peppol')]
  expect(() => validateCii(xrechnung)).not.toThrow()
  expect(() => validateUbl(peppol)).not.toThrow()
  const pdf = (await get(`${url}/pdf`)).rawPayload
  const { xml: facturX } = await extractXml(pdf)
  expect(() => validateCii(facturX)).not.toThrow()
  return { xrechnung, peppol, facturX, printed: readPdfText(pdf).text }
}

const drafts = fc.record({
  currency: fc.constantFrom('EUR', 'USD', 'CHF', 'JPY', 'KWD'),
  line_items: fc.array(
    fc.record({
      description: fc.constantFrom('Consulting', 'Signs <&>\nfor the harbor'),
      quantity: fc.constantFrom(1, 2, 3, 10),
      // Their taxes have at most two decimals, also in dinars.
      unit_price: fc.integer({ min: 1, max: 900 }).map((tens) => tens * 10),
      discount: fc.constantFrom(0, 10),
      tax_rate: fc.constantFrom(0, 7, 19),
    }),
    { minLength: 1, maxLength: 4 },
  ),
})

const draftWith = (more: object) =>
  post<InvoiceDetails>('/api/x/invoices', {
    customer_id: customer,
    currency: 'EUR',
    payment_days: 14,
    due_date: null,
    notes: '',
    line_items: [{ description: 'Consulting', quantity: 1, unit_price: 100, discount: 0, tax_rate: 19 }],
    ...more,
  })

test('a draft says what it lacks to be electronic, and where to add it', async () => {
  const { id } = await draftWith({
    line_items: [{ description: 'Consulting', quantity: 1, unit_price: 100, discount: 0, tax_rate: 0 }],
  })
  const usual = [
    'company.country',
    'company.city',
    'company.tax_number',
    'customer.country',
    'customer.city',
    'invoice.line_items',
  ]
  const addressed = ['company.electronic_address', 'customer.reference']
  const person = ['company.postal_code', 'company.contact_name', 'company.phone', 'company.email']
  const found = await missing(`/api/x/invoices/${id}`)
  expect(found.map(([format, fields]) => [format, new Set(fields)])).toEqual([
    ['factur-x', new Set(usual)],
    ['xrechnung', new Set([...usual, ...addressed, ...person, 'customer.postal_code'])],
    ['peppol', new Set([...usual, ...addressed])],
  ])
  const answer = await get(`/api/x/invoices/${id}/xml`)
  expect([answer.statusCode, answer.json().error.message]).toEqual([
    409,
    'Only an invoice that was sent has electronic files',
  ])
})

test('what was sent and credited has the figures of the API in each of its files, and prints them', async () => {
  await introduce()
  for (const draft of fc.sample(drafts, { numRuns: 12, seed: 26 })) {
    const exemption = draft.line_items.some(({ tax_rate }) => tax_rate === 0) ? 'AE' : null
    const { id, version } = await draftWith({ ...draft, exemption, notes: 'Thank you' })
    const url = `/api/x/invoices/${id}`
    expect((await missing(url)).flatMap(([, fields]) => fields)).toEqual([])
    const invoice = await post<InvoiceDetails>(`${url}/send`, {}, version)
    expectFigures(await filesOf(url), invoice)

    const [first] = invoice.line_items
    const note = await post<CreditNote>(
      `${url}/credit-notes`,
      { reason: 'Returned', line_items: [{ id: first?.id, quantity: 1 }] },
      invoice.version,
    )
    const credit = await filesOf(`/api/x/credit-notes/${note.id}`)
    expectFigures(credit, note)
    for (const file of Object.values(credit)) expect(file).toContain(invoice.invoice_number)
  }
}, 120_000)

test('an electronic invoice says who sends it to whom, the order, the delivery, and why no tax is charged', async () => {
  await introduce()
  const { id, version } = await draftWith({
    reference: 'PO & 7',
    delivered_from: '2026-11-01',
    delivered_to: '2026-11-30',
    exemption: 'AE',
    line_items: [{ description: 'Consulting', quantity: 1, unit_price: 100, discount: 0, tax_rate: 0 }],
  })
  await post(`/api/x/invoices/${id}/send`, {}, version)
  const { xrechnung, peppol } = await filesOf(`/api/x/invoices/${id}`)
  for (const said of ['PO &amp; 7', 'DE123456789', 'FR12345678901', 'VATEX-EU-AE', 'Paris', '10115'])
    for (const xml of [xrechnung, peppol]) expect(xml).toContain(said)
  expect(xrechnung).toContain('Reverse charge: the customer owes the tax.')
  expect(peppol).toContain('<cbc:StartDate>2026-11-01</cbc:StartDate>')
  // By their VAT numbers, as neither has another address for electronic documents.
  expect(peppol).toContain('<cbc:EndpointID schemeID="9930">DE123456789</cbc:EndpointID>')
  expect(peppol).toContain('<cbc:EndpointID schemeID="9957">FR12345678901</cbc:EndpointID>')
})

test('what was sent before a business said where it is stays without electronic files', async () => {
  await introduce()
  const { id, version } = await draftWith({})
  await post(`/api/x/invoices/${id}/send`, {}, version)
  const before = '{"company":"Ødegård","address":"1 Rue du Port"}'
  await tenant().update('invoices').set({ billed_to: before }).where('id', '=', id).execute()
  await tenant().delete('invoice_pdfs').where('invoice_id', '=', id).execute()
  const url = `/api/x/invoices/${id}`
  expect((await missing(url))[0]).toEqual(['factur-x', ['customer.country', 'customer.city']])
  expect((await get(`${url}/xml`)).statusCode).toBe(409)
  const pdf = await get(`${url}/pdf`)
  expect([pdf.statusCode, pdf.rawPayload.includes('factur-x.xml')]).toEqual([200, false])
})

test('an invoice from elsewhere whose lines don’t add up to its total can’t be electronic', async () => {
  await introduce()
  const { id, version } = await draftWith({})
  await post(`/api/x/invoices/${id}/send`, {}, version)
  await tenant().update('invoices').set({ total_amount: 12_000 }).where('id', '=', id).execute()
  expect((await missing(`/api/x/invoices/${id}`))[0]).toEqual(['factur-x', ['invoice.total_amount']])
})

test('an invoice that doesn’t say its tax rates can’t be electronic', async () => {
  await introduce()
  const { id, version } = await draftWith({})
  await post(`/api/x/invoices/${id}/send`, {}, version)
  await tenant().update('invoice_line_items').set({ tax_rate: null }).where('invoice_id', '=', id).execute()
  const answer = await get(`/api/x/invoices/${id}/xml`)
  expect([answer.statusCode, answer.json().error.message]).toEqual([
    409,
    'Its lines don’t say their tax rates',
  ])
})

interface Shown {
  readonly currency: string
  readonly look?: DocumentLook | undefined
  readonly total_amount: number
  readonly line_items: readonly { readonly kind?: string | undefined; readonly total: number }[]
}

/** Expects the total, the tax and the lines of the API in each file, and in this order in print. */
function expectFigures(
  { printed = '', ...files }: Readonly<Record<string, string>>,
  { currency, look = standardLook, total_amount, line_items }: Shown,
): void {
  const tax = sum(line_items.filter(({ kind }) => kind === 'tax').map(({ total }) => total))
  const totals = line_items.filter(({ kind }) => kind !== 'tax').map(({ total }) => total)
  for (const [name, xml] of Object.entries(files)) {
    const read = name === 'peppol' ? ubl : cii
    const amounts = (tag: string) =>
      [...xml.matchAll(new RegExp(`<${tag}[ >][^<]*?>?([0-9.]+)</${tag}>`, 'g'))].map(([, text]) =>
        Number(text),
      )
    expect(amounts(read.total).at(-1), name).toBe(total_amount)
    expect(amounts(read.tax)[0] ?? 0, name).toBeCloseTo(tax, 3)
    expect(amounts(read.line).slice(...read.lines), name).toEqual(totals)
  }
  const written = [...line_items.map(({ total }) => total), total_amount].map((amount) =>
    moneyText(toMinor(amount, currency), currency, localeOf(look)).replaceAll(/\s/g, ''),
  )
  let rest = printed
  for (const amount of written) {
    expect(rest).toContain(amount)
    rest = rest.slice(rest.indexOf(amount) + amount.length)
  }
}

/** Where a syntax has them; the sum of its lines stands before or after the lines. */
const cii = {
  total: 'ram:GrandTotalAmount',
  tax: 'ram:TaxTotalAmount',
  line: 'ram:LineTotalAmount',
  lines: [0, -1],
} as const
const ubl = {
  total: 'cbc:TaxInclusiveAmount',
  tax: 'cbc:TaxAmount',
  line: 'cbc:LineExtensionAmount',
  lines: [1],
} as const

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
