import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { type Company, type CompanyInput, showCompany } from '#contract/account/company.ts'
import { listNotes } from '#contract/customers/notes.ts'
import type { CreditNote } from '#contract/invoices/credit-notes.ts'
import type { InvoiceDetails } from '#contract/invoices/invoices.ts'
import { markOverdue } from '#server/records/invoices/overdue.ts'
import { startWithAccount } from '#server/tools/testing/office.ts'
import { addRecord } from '#server/tools/testing/record.ts'
import { invoiceInput } from '#server/tools/testing/samples.ts'
import type { TestAccount } from '#server/tools/testing/service.ts'

const { service } = await startWithAccount()
let accounts = 0
let account: TestAccount
let owner: Record<string, string>
let viewer: Record<string, string>
/** An integrator, whose key outlives every session that a test’s clock leaves behind. */
let key: Record<string, string>
let customer: number

beforeEach(async () => {
  accounts += 1
  account = await service.account(`Company ${accounts}`, { rateLimit: 1_000_000 })
  key = { authorization: `Bearer ${account.key}` }
  owner = await service.session(account.id, 'owner')
  viewer = await service.session(account.id, 'viewer')
  customer = await addRecord(service.context, account.id, listNotes)
})
afterEach(() => vi.useRealTimers())

const input = (more: Partial<CompanyInput> = {}): CompanyInput => ({
  name: 'Nordlys Studio',
  address: 'Skippergata 4\n9008 Tromsø\nNorway',
  tax_number: 'NO 987 654 321 MVA',
  bank_details: 'IBAN NO93 8601 1117 947',
  invoice_footer: 'Registered in Tromsø',
  payment_days: 14,
  currency: 'NOK',
  tax_rate: 25,
  number_pattern: 'INV-{year}-{number:4}',
  time_zone: 'Europe/Oslo',
  fiscal_year_start: 1,
  ...more,
})
const show = async (headers = key) => {
  const answer = await service.send('GET', '/api/x/company', headers)
  expect(showCompany.response.safeParse(answer.json()).error).toBeUndefined()
  return { company: answer.json().data as Company, etag: String(answer.headers.etag) }
}
const put = (body: object, version: number, headers: Record<string, string> = owner) =>
  service.send('PUT', '/api/x/company', { ...headers, 'if-match': `"${version}"` }, body)
/** Saves over whatever version there is. */
const save = async (more: Partial<CompanyInput> = {}) => {
  const answer = await put(input(more), (await show()).company.version, key)
  expect(answer.json().error).toBeUndefined()
  return answer.json().data as Company
}
const draft = async () =>
  (await service.send('POST', '/api/x/invoices', key, invoiceInput(customer))).json().data as InvoiceDetails
const send = async () => {
  const { id } = await draft()
  const answer = await service.send('POST', `/api/x/invoices/${id}/send`, { ...key, 'if-match': '"1"' })
  expect(answer.json().error).toBeUndefined()
  return answer.json().data as InvoiceDetails
}
const invoice = async (id: number) =>
  (await service.send('GET', `/api/x/invoices/${id}`, key)).json().data as InvoiceDetails
const activity = () =>
  account.tenant
    .select('activity_log')
    .select(['event', 'caused_by', 'changes'])
    .where('subject_type', '=', 'company')
    .orderBy('id')
    .execute()
const at = (time: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) })

describe('the company', () => {
  test('begins with the account’s name and what invoices usually say, for everybody to read', async () => {
    const { company, etag } = await show(viewer)
    expect(etag).toBe('"1"')
    expect(company).toMatchObject({
      name: `Company ${accounts}`,
      address: '',
      payment_days: 30,
      currency: 'EUR',
      tax_rate: 0,
      number_pattern: 'INV-{year}-{number:4}',
      time_zone: 'UTC',
      fiscal_year_start: 1,
      logo: null,
      next_number: 1,
      version: 1,
    })
  })

  test('begins with the currency of the newest invoice where there is one', async () => {
    await service.send('POST', '/api/x/invoices', owner, { ...invoiceInput(customer), currency: 'SEK' })
    expect((await show()).company.currency).toBe('SEK')
  })

  test('is changed with an activity entry that states who, from and to, and renames the account', async () => {
    const answer = await put(input(), 1)
    expect(answer.headers.etag).toBe('"2"')
    expect(answer.json().data).toMatchObject({ ...input(), logo: null, next_number: 1, version: 2 })
    expect((await show()).company).toEqual(answer.json().data)
    const session = (await service.send('GET', '/api/x/session', viewer)).json().data
    expect(session).toMatchObject({ account: { name: 'Nordlys Studio' }, time_zone: 'Europe/Oslo' })
    const [entry] = await activity()
    expect(entry).toMatchObject({ event: 'updated', caused_by: 'Robin' })
    expect(JSON.parse(entry?.changes ?? '')).toMatchObject({
      name: { from: `Company ${accounts}`, to: 'Nordlys Studio' },
      tax_rate: { from: 0, to: 25 },
      time_zone: { from: 'UTC', to: 'Europe/Oslo' },
    })
  })

  test('says its address in parts, which make up what is printed and stay until it’s replaced', async () => {
    const parts = { street: 'Skippergata 4', postal_code: '9008', city: 'Tromsø', country: 'Norway' }
    const person = { contact_name: 'Åse', phone: '+47 777', email: 'aase@nordlys.example' }
    const first = await save({ address: 'Ignored', ...parts, ...person })
    expect(first).toMatchObject({ ...parts, ...person, address: 'Skippergata 4\n9008 Tromsø\nNorway' })
    expect((await draft()).sender).toMatchObject({ contact: 'Åse · +47 777 · aase@nordlys.example' })
    // Software from before sends back the address that it has read.
    expect(await save({ address: first.address, tax_number: 'NO 1' })).toMatchObject({ ...parts, ...person })
    const moved = await save({ address: 'Storgata 1\nOslo' })
    expect(moved).toMatchObject({ address: 'Storgata 1\nOslo', street: '', city: '', country: '', ...person })
    expect(await save({ ...parts, city: '', country: '' })).toMatchObject({ address: 'Skippergata 4\n9008' })
  })

  test('stays as it is, without an entry, when nothing is changed', async () => {
    await save()
    expect((await save()).version).toBe(2)
    expect(await activity()).toHaveLength(1)
  })

  test('is changed by nobody who hasn’t seen the version before', async () => {
    await save()
    expect((await put(input({ name: 'Late' }), 1)).statusCode).toBe(412)
    expect((await service.send('PUT', '/api/x/company', owner, input())).statusCode).toBe(428)
    const both = await Promise.all([put(input({ name: 'A' }), 2), put(input({ name: 'B' }), 2)])
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 412])
  })

  test('is changed once by a request that is repeated because its response was lost', async () => {
    const headers = { ...owner, 'idempotency-key': 'once' }
    const first = await put(input(), 1, headers)
    const again = await put(input(), 1, headers)
    expect(again.statusCode).toBe(200)
    expect(again.json()).toEqual(first.json())
    expect(await activity()).toHaveLength(1)
  })

  test('is changed only by people who manage settings', async () => {
    expect((await put(input(), 1, viewer)).statusCode).toBe(403)
    expect((await service.send('DELETE', '/api/x/company/logo', viewer)).statusCode).toBe(403)
    expect((await show()).company.version).toBe(1)
  })

  test.each<[Partial<Record<keyof CompanyInput, unknown>>, string]>([
    [{ name: ' ' }, 'Enter your company’s name'],
    [{ name: 'Nord\u202elys' }, 'Remove hidden characters'],
    [{ address: '1\n2\n3\n4\n5\n6\n7\n8\n9' }, 'Use at most 8 lines'],
    [{ country: 'Atlantis' }, 'Choose a country from the list'],
    [{ payment_link: 'javascript:alert(1)' }, 'Enter a web address that begins with https://'],
    [{ payment_link: 'https://pay.example/{x}' }, 'Use only {number}, {amount} and {currency} in braces'],
    [{ number_pattern: 'INV-{year}' }, 'Add {number}, so that every invoice gets its own number'],
    [{ time_zone: 'Europe/Atlantis' }, 'Choose a time zone, like Europe/Berlin'],
    [{ time_zone: '+02:00' }, 'Choose a time zone, like Europe/Berlin'],
    [{ currency: 'XQZ' }, 'Choose a currency that is in use'],
    [{ tax_rate: 8.8751 }, 'Use at most 3 decimals'],
    [{ tax_rate: 101 }, 'Enter 100 or less'],
    [{ fiscal_year_start: 13 }, 'fiscal_year_start must be a month from 1 to 12'],
  ])('refuses %j at its field', async (wrong, message) => {
    const answer = await put({ ...input(), ...wrong }, 1)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().error.details).toEqual({ [String(Object.keys(wrong)[0])]: message })
  })
})

describe('a document', () => {
  test('that was sent keeps saying the company as it was then, and a draft says it as it is now', async () => {
    const early = await send()
    await save()
    const late = await send()
    const later = await draft()
    await save({ name: 'Polaris AS', address: 'Storgata 1', bank_details: '', time_zone: 'Pacific/Niue' })
    expect((await invoice(early.id)).sender).toMatchObject({
      name: `Company ${accounts}`,
      address: '',
      time_zone: 'UTC',
    })
    expect((await invoice(late.id)).sender).toMatchObject({
      name: 'Nordlys Studio',
      address: 'Skippergata 4\n9008 Tromsø\nNorway',
      tax_number: 'NO 987 654 321 MVA',
      bank_details: 'IBAN NO93 8601 1117 947',
      invoice_footer: 'Registered in Tromsø',
      time_zone: 'Europe/Oslo',
    })
    expect((await invoice(later.id)).sender).toMatchObject({ name: 'Polaris AS', bank_details: '' })
  })

  test('has the same PDF to the byte after a change, even if its file was lost', async () => {
    await save()
    const { id } = await send()
    const pdf = async () => (await service.send('GET', `/api/x/invoices/${id}/pdf`, viewer)).rawPayload
    const before = await pdf()
    await save({ name: 'Polaris AS', address: '', time_zone: 'Pacific/Niue' })
    expect((await pdf()).equals(before)).toBe(true)
    await account.tenant.delete('invoice_pdfs').where('invoice_id', '=', id).execute()
    expect((await pdf()).equals(before)).toBe(true)
  })

  test('that is a credit note says the company as it was when it was issued, not when the invoice was sent', async () => {
    await save()
    const { id, line_items, version } = await send()
    await save({ name: 'Polaris AS' })
    const answer = await service.send(
      'POST',
      `/api/x/invoices/${id}/credit-notes`,
      { ...owner, 'if-match': `"${version}"` },
      { reason: 'Damaged', line_items: [{ id: line_items[0]?.id, quantity: 1 }] },
    )
    const note = answer.json().data as CreditNote
    await save({ name: 'Third' })
    const shown = await service.send('GET', `/api/x/credit-notes/${note.id}`, viewer)
    expect(shown.json().data.sender).toMatchObject({ name: 'Polaris AS' })
    expect((await invoice(id)).sender).toMatchObject({ name: 'Nordlys Studio' })
  })
})

describe('numbers', () => {
  const year = new Date().getUTCFullYear()
  const numbers = async (count: number) => {
    const sent: string[] = []
    for (let index = 0; index < count; index += 1) sent.push((await send()).invoice_number)
    return sent
  }

  test('follow each other across changes of how they’re written', async () => {
    expect(await numbers(2)).toEqual([`INV-${year}-0001`, `INV-${year}-0002`])
    expect((await save({ number_pattern: 'R{year}/{number:3}' })).next_number).toBe(3)
    expect(await numbers(2)).toEqual([`R${year}/003`, `R${year}/004`])
    expect((await save({ number_pattern: '{number:6}' })).next_number).toBe(5)
    expect(await numbers(1)).toEqual(['000005'])
    await save({ number_pattern: 'INV-{year}-{number:4}' })
    expect(await numbers(1)).toEqual([`INV-${year}-0006`])
  })

  test('without a year continue in the new year, and with one begin again', async () => {
    await save({ number_pattern: 'A-{number}' })
    at('2031-12-31T12:00:00Z')
    expect(await numbers(2)).toEqual(['A-1', 'A-2'])
    at('2032-01-01T12:00:00Z')
    expect(await numbers(1)).toEqual(['A-3'])
    await save({ number_pattern: 'B-{year}-{number}' })
    expect(await numbers(1)).toEqual(['B-2032-4'])
    at('2033-01-01T12:00:00Z')
    expect(await numbers(1)).toEqual(['B-2033-1'])
  })

  test('contain the fiscal year, named by the year it ends in, as the account’s calendar says it', async () => {
    await save({ fiscal_year_start: 7, time_zone: 'Pacific/Auckland', number_pattern: '{year}-{number}' })
    at('2031-06-30T11:59:59Z')
    expect(await numbers(1)).toEqual(['2031-1'])
    at('2031-06-30T12:00:00Z')
    expect(await numbers(2)).toEqual(['2032-1', '2032-2'])
  })

  test('are never given twice, however many invoices are sent while the pattern changes', async () => {
    const drafts = await Promise.all(Array.from({ length: 12 }, draft))
    const sends = drafts.map(({ id }) =>
      service.send('POST', `/api/x/invoices/${id}/send`, { ...key, 'if-match': '"1"' }),
    )
    const [, ...answers] = await Promise.all([put(input({ number_pattern: '{number:4}' }), 1), ...sends])
    const given = answers.map((answer) => (answer.json().data as InvoiceDetails).invoice_number)
    const counts = given.map((number) => Number(/\d+$/.exec(number)?.[0])).toSorted((a, b) => a - b)
    expect(counts).toEqual(drafts.map((_one, index) => index + 1))
  })
})

describe('the time zone', () => {
  test.each([
    ['Europe/Berlin', '2031-03-30', '2031-03-30T22:00:00.000Z'],
    ['Europe/Berlin', '2031-10-26', '2031-10-26T23:00:00.000Z'],
    ['Pacific/Auckland', '2031-06-10', '2031-06-10T12:00:00.000Z'],
  ])('of %s makes an invoice due on %s overdue at midnight there', async (time_zone, due_date, midnight) => {
    at(`${due_date}T00:30:00Z`)
    await save({ time_zone })
    const { id } = (
      await service.send('POST', '/api/x/invoices', key, {
        ...invoiceInput(customer),
        payment_days: null,
        due_date,
      })
    ).json().data as InvoiceDetails
    await service.send('POST', `/api/x/invoices/${id}/send`, { ...key, 'if-match': '"1"' })
    await markOverdue(service.context, Date.parse(midnight) - 1)
    expect((await invoice(id)).status).toBe('sent')
    await markOverdue(service.context, Date.parse(midnight))
    expect((await invoice(id)).status).toBe('overdue')
  })

  test('decides the day of the overview, of terms and of payments', async () => {
    await save({ time_zone: 'Pacific/Kiritimati', payment_days: 0 })
    at('2031-05-31T10:00:00Z')
    const overview = (await service.send('GET', '/api/x/overview', key)).json().data
    expect(overview).toMatchObject({ today: '2031-06-01', time_zone: 'Pacific/Kiritimati' })
    const sent = await send()
    expect(sent.due_date).toBe('2031-06-15')
    const paid = await service.send(
      'POST',
      `/api/x/invoices/${sent.id}/payments`,
      { ...key, 'if-match': `"${sent.version}"` },
      { amount: 1, paid_on: '2031-06-01', method: 'cash' },
    )
    expect(paid.json().error).toBeUndefined()
  })

  test('of a sent invoice stays that of its dates after the company moves', async () => {
    await save({ time_zone: 'Pacific/Kiritimati' })
    const { id, due_date } = await send()
    await save({ time_zone: 'Pacific/Niue' })
    expect(await invoice(id)).toMatchObject({ due_date, sender: { time_zone: 'Pacific/Kiritimati' } })
  })
})
