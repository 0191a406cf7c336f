import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { CreditNote } from '#contract/credit-notes.ts'
import type { InvoiceDetails } from '#contract/invoices.ts'
import { listNotes } from '#contract/notes.ts'
import { Tenant } from '#server/platform/access/tenant.ts'
import { createCiiValidator } from '#server/tools/testing/electronic.ts'
import { addRecord } from '#server/tools/testing/record.ts'
import { type TestService, startService } from '#server/tools/testing/service.ts'

import { readStoredNote } from '../credit-notes.ts'
import { readStored } from '../details.ts'
import { writeCii } from './cii.ts'
import { type Billing, creditNoteDocument, invoiceDocument } from './document.ts'
import { missingFor } from './missing.ts'
import type { ElectronicDocument } from './model.ts'
import { amountText, sumsOf } from './parts.ts'
import { writeUbl } from './ubl.ts'

let service: TestService
let account: number
let staff: Record<string, string>
let customer: number
beforeAll(async () => {
  service = await startService()
  account = (await service.account('Harbor & Finch', { rateLimit: 1_000_000 })).id
  staff = await service.session(account, 'staff')
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

const party = {
  name: 'Zoë & Co',
  street: 'Hauptstraße 1',
  postal_code: '10115',
  city: 'Berlin',
  state: '',
  country: 'DE',
  tax_number: 'DE123456789',
  electronic_address: { scheme: 'EM', address: 'zoe@example.com' },
  contact: { name: 'Zoë', phone: '+49 30 123456', email: 'zoe@example.com' },
}
const billing: Billing = {
  seller: party,
  buyer: { ...party, name: 'Ødegård' },
  buyer_reference: '04011000-12345-34',
  delivered_on: null,
  period: null,
  terms: 'Payable within 14 days',
  bank_details: 'IBAN DE89 3704 0044 0532 0130 00',
  taxed: (rate) => (rate > 0 ? { category: 'S', reason: '' } : { category: 'AE', reason: 'Reverse charge' }),
}

const validate = createCiiValidator()
function expectValid(document: ElectronicDocument | undefined): ElectronicDocument {
  if (!document) throw new Error('not electronic')
  expect(missingFor(document, 'xrechnung')).toEqual([])
  expect(() => validate(writeCii(document, 'factur-x'))).not.toThrow()
  expect(writeUbl(document)).toContain(`>${document.number}</cbc:ID>`)
  return document
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

test('what was sent and credited has the figures of the API as an electronic document', async () => {
  for (const draft of fc.sample(drafts, { numRuns: 12, seed: 26 })) {
    const { id, version } = await post<InvoiceDetails>('/api/x/invoices', {
      ...draft,
      customer_id: customer,
      payment_days: 14,
      due_date: null,
      notes: 'Thank you',
    })
    const invoice = await post<InvoiceDetails>(`/api/x/invoices/${id}/send`, {}, version)
    const document = invoiceDocument(await readStored(tenant(), id), billing)
    expect(figuresOf(expectValid(document))).toEqual(figuresIn(invoice))

    const [first] = invoice.line_items
    const note = await post<CreditNote>(
      `/api/x/invoices/${id}/credit-notes`,
      { reason: 'Returned', line_items: [{ id: first?.id, quantity: 1 }] },
      invoice.version,
    )
    const credit = expectValid(creditNoteDocument(await readStoredNote(tenant(), note.id), billing))
    expect(figuresOf(credit)).toEqual(figuresIn(note))
    expect(credit.credited).toEqual({ number: invoice.invoice_number, issued_on: invoice.issued_on })
  }
})

test('an invoice that doesn’t say its tax rates can’t be electronic', async () => {
  const { id } = await post<InvoiceDetails>('/api/x/invoices', {
    customer_id: customer,
    currency: 'EUR',
    payment_days: 14,
    due_date: null,
    notes: '',
    line_items: [{ description: 'Consulting', quantity: 1, unit_price: 100, discount: 0, tax_rate: 19 }],
  })
  const stored = await readStored(tenant(), id)
  const lines = stored.lines.map((line) => ({ ...line, tax_rate: null }))
  expect(invoiceDocument({ ...stored, lines }, billing)).toBeUndefined()
})

interface Shown {
  readonly currency: string
  readonly total_amount: number
  readonly line_items: readonly { readonly kind?: string | undefined; readonly total: number }[]
}

/** Total, tax and lines as the API shows them, and as the electronic document has them. */
const figuresIn = ({ total_amount, line_items }: Shown) => ({
  total: total_amount,
  tax: rounded(sum(line_items.filter(({ kind }) => kind === 'tax').map(({ total }) => total))),
  lines: line_items.filter(({ kind }) => kind !== 'tax').map(({ total }) => total),
})

function figuresOf(document: ElectronicDocument) {
  const amount = (minor: number) => Number(amountText(minor, document.currency))
  const { total, tax } = sumsOf(document)
  return { total: amount(total), tax: amount(tax), lines: document.lines.map((line) => amount(line.total)) }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
const rounded = (amount: number) => Number(amount.toFixed(3))
