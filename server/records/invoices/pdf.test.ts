import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { inflateSync } from 'node:zlib'

import { extractXml } from '@stackforge-eu/factur-x'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { CompanyInput } from '#contract/account/company.ts'
import { listNotes } from '#contract/customers/notes.ts'
import type { InvoiceInput } from '#contract/invoices/drafts.ts'
import type { InvoiceDetails } from '#contract/invoices/invoices.ts'
import { Tenant } from '#server/platform/access/tenant.ts'
import { FileHousekeeping } from '#server/platform/files/housekeeping.ts'
import { storedPath } from '#server/tools/testing/data-dir.ts'
import { readPdfText } from '#server/tools/testing/pdf-text.ts'
import { addRecord } from '#server/tools/testing/record.ts'
import { type TestService, startService } from '#server/tools/testing/service.ts'

import { addInvoices } from './insert.ts'

let service: TestService
let account: number
let staff: Record<string, string>
let viewer: Record<string, string>
let customer: number

beforeAll(async () => {
  service = await startService()
  account = (await service.account('Ødegård & Søn', { rateLimit: 1_000_000 })).id
  staff = await service.session(account, 'staff')
  viewer = await service.session(account, 'viewer')
  customer = await addRecord(service.context, account, listNotes)
})
afterAll(() => service.close())

const line = { description: 'Lettering', quantity: 2, unit_price: 85, discount: 0, tax_rate: 21 }
const input = (more: Partial<InvoiceInput> = {}): InvoiceInput => ({
  customer_id: customer,
  currency: 'EUR',
  payment_days: 14,
  due_date: null,
  notes: '',
  line_items: [line],
  ...more,
})
type Method = 'GET' | 'POST' | 'PUT'
const ask = (method: Method, url: string, headers: Record<string, string>, payload?: object) =>
  service.app.inject({ method, url, headers, ...(payload ? { payload } : {}) })
const draft = async (more: Partial<InvoiceInput> = {}) =>
  (await ask('POST', '/api/x/invoices', staff, input(more))).json().data as InvoiceDetails
const sent = async (more: Partial<InvoiceInput> = {}) => {
  const { id } = await draft(more)
  const answer = await ask('POST', `/api/x/invoices/${id}/send`, { ...staff, 'if-match': '"1"' })
  expect(answer.statusCode).toBe(200)
  return answer.json().data as InvoiceDetails
}
const pdf = (id: number, headers = staff) => ask('GET', `/api/x/invoices/${id}/pdf`, headers)
const tenant = () => {
  const { db, dialect } = service.context.store
  return new Tenant(db, dialect, account, 'Test')
}
const rowOf = (id: number) =>
  tenant().select('invoice_pdfs').selectAll().where('invoice_id', '=', id).executeTakeFirst()
const pathOf = async (id: number) => storedPath(service.dataDir, (await rowOf(id))?.token ?? '')
const pages = (file: Buffer) => Number(/\/Type \/Pages[^>]*?\/Count (\d+)/s.exec(textOf(file))?.[1])

/** The file's structure with its compressed parts unpacked. */
function textOf(file: Buffer): string {
  const parts = [file.toString('latin1')]
  for (let at = 0; (at = file.indexOf('stream\n', at)) !== -1; at += 1) {
    try {
      parts.push(inflateSync(file.subarray(at + 7)).toString('latin1'))
    } catch {
      // Not a compressed part.
    }
  }
  return parts.join('\n')
}

describe('sending', () => {
  test('stores the PDF, which viewers may download under the invoice’s number', async () => {
    const { id, invoice_number } = await sent()
    const stored = await readFile(await pathOf(id))
    const answer = await pdf(id, viewer)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('application/pdf')
    expect(answer.headers['content-disposition']).toBe(`attachment; filename=${invoice_number}.pdf`)
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    expect(answer.rawPayload.equals(stored)).toBe(true)
  })

  test('keeps the file of the invoice as it was sent when it is paid', async () => {
    const { id, version, amount_due } = await sent()
    const before = (await pdf(id)).rawPayload
    const paid_on = new Date().toISOString().slice(0, 10)
    const headers = { ...staff, 'if-match': `"${version}"` }
    const payment = { amount: amount_due, paid_on, method: 'card' }
    const answer = await ask('POST', `/api/x/invoices/${id}/payments`, headers, payment)
    expect(answer.json().data.status).toBe('paid')
    expect((await pdf(id)).rawPayload.equals(before)).toBe(true)
  })
})

describe('a stored PDF', () => {
  test.each([
    ['missing', (path: string) => rm(path)],
    ['damaged', (path: string) => writeFile(path, 'broken')],
  ])('that is %s is made again, the same to the byte, and stored', async (_title, harm) => {
    const { id } = await sent()
    const before = (await pdf(id)).rawPayload
    await harm(await pathOf(id))
    expect((await pdf(id)).rawPayload.equals(before)).toBe(true)
    expect((await readFile(await pathOf(id))).equals(before)).toBe(true)
  })

  test('that was never made, as after a kill, is made the same for all who ask at once', async () => {
    const { id } = await sent()
    await tenant().delete('invoice_pdfs').where('invoice_id', '=', id).execute()
    const answers = await Promise.all(Array.from({ length: 4 }, () => pdf(id)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    expect(new Set(answers.map(({ rawPayload }) => rawPayload.toString('base64'))).size).toBe(1)
    expect((await readFile(await pathOf(id))).equals(answers[0]!.rawPayload)).toBe(true) // four answers
  })

  test('isn’t swept, and no address outside of the invoice leads to it', async () => {
    const { id } = await sent()
    const path = await pathOf(id)
    const hours = 60 * 60_000
    const { store, files, log } = service.context
    const housekeeping = new FileHousekeeping({ store, files, log }, Date.now())
    await housekeeping.run(Date.now() + 2 * hours)
    expect((await readFile(path)).subarray(0, 5).toString()).toBe('%PDF-')
    const { token } = (await rowOf(id))!
    expect((await ask('GET', `/files/${token}/invoice.pdf`, staff)).statusCode).toBe(404)
  })
})

describe('the PDF', () => {
  test('of a draft and of a void invoice is made anew and stored nowhere', async () => {
    const { id } = await draft()
    const answer = await pdf(id)
    expect(answer.headers['content-disposition']).toBe(`attachment; filename=DRAFT-${id}.pdf`)
    expect(await rowOf(id)).toBeUndefined()

    const withdrawn = await sent()
    const valid = (await pdf(withdrawn.id)).rawPayload
    await ask('POST', `/api/x/invoices/${withdrawn.id}/void`, staff)
    expect((await pdf(withdrawn.id)).rawPayload.equals(valid)).toBe(false)
  })

  test('of a long invoice has more pages, with its fonts inside', async () => {
    const line_items = Array.from({ length: 60 }, (_, index) => ({
      ...line,
      description: `Schriftzug Łódź ${index} · تصميم الشعار · 看板のロゴ`,
    }))
    const { rawPayload } = await pdf((await sent({ line_items })).id)
    expect(pages(rawPayload)).toBeGreaterThan(1)
    const text = textOf(rawPayload)
    for (const font of [
      'Inter-Regular',
      'InterExtended-Regular',
      'IBMPlexSansArabic-Regular',
      'SawarabiGothic',
    ])
      expect(text).toMatch(new RegExp(`/FontName /[A-Z]{6}\\+${font}`))
    expect(text).toMatch(/\/FontFile[23]?/)
  })

  test('of an invoice with a number from elsewhere has a name that files can have', async () => {
    const [id = 0] = await tenant().transaction((trx) =>
      addInvoices(trx, [
        {
          invoice_number: '2026/07 “Łódź”',
          customer_id: customer,
          customer_name: 'ليلى حداد',
          customer_email: 'leila@example.com',
          status: 'paid',
          currency: 'KWD',
          due_date: '2026-12-31',
          lines: [{ description: '', quantity: 2, unit_price: 1.125 }],
        },
      ]),
    )
    const answer = await pdf(id)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-disposition']).toContain("filename*=UTF-8''2026-07%20")
  })
})

/** Makes the PDF of an invoice whose sender, customer and line are these. */
async function pdfOf(business: string, customer_name: string, description: string, time_zone = 'UTC') {
  const own = await service.account(business, { rateLimit: 1_000_000 })
  const headers = { authorization: `Bearer ${own.key}` }
  const company = {
    name: business,
    address: business,
    tax_number: '',
    bank_details: '',
    invoice_footer: '',
    payment_days: 14,
    currency: 'EUR',
    tax_rate: 0,
    number_pattern: 'INV-{number:4}',
    time_zone,
    fiscal_year_start: 1,
  } satisfies CompanyInput
  const { etag } = (await ask('GET', '/api/x/company', headers)).headers
  const url = '/api/x/company'
  const saved = await service.send('PUT', url, { ...headers, 'if-match': String(etag) }, company)
  expect(saved.json().error).toBeUndefined()
  const customer_id = await addRecord(service.context, own.id, listNotes)
  const { db, dialect } = service.context.store
  const [id = 0] = await new Tenant(db, dialect, own.id, 'Test').transaction((trx) =>
    addInvoices(trx, [
      {
        invoice_number: 'INV-1',
        customer_id,
        customer_name,
        customer_email: 'billing@example.com',
        status: 'draft',
        currency: 'EUR',
        due_date: '2026-12-31',
        lines: [{ description, quantity: 1, unit_price: 85 }],
      },
    ]),
  )
  const answer = await pdf(id, headers)
  expect(answer.statusCode).toBe(200)
  return readPdfText(answer.rawPayload)
}

describe('a PDF in', () => {
  test.each([
    [
      'simplified Chinese',
      '上海明月广告设计有限公司',
      '王小明',
      '网站设计与软件开发（首付款）',
      'SimplifiedChinese',
    ],
    [
      'traditional Chinese',
      '臺灣設計股份有限公司',
      '陳怡君',
      '軟體開發與網站設計，含安裝',
      'SimplifiedChinese',
    ],
    ['Japanese', '東京商事株式会社', '山田 太郎', 'ロゴのデザインと看板', 'SawarabiGothic'],
    ['Korean', '㈜한빛디자인', '김민준', '로고 디자인 및 간판 제작', 'Korean'],
    ['Thai', 'บริษัท สยามออกแบบ จำกัด', 'สมชาย ใจดี', 'ออกแบบป้ายหน้าร้านและสติกเกอร์ติดกระจก', 'Thai'],
  ])('%s has no boxes, and its text can be copied', async (_title, business, name, line, font) => {
    const { text, boxes, fonts } = await pdfOf(business, name, line)
    expect(boxes).toBe(0)
    for (const part of [business, name, line]) expect(text).toContain(part.replaceAll(/\s/g, ''))
    expect(fonts.join(' ')).toContain(font)
  })

  test('Chinese is drawn as people write it where the sender is', async () => {
    const { boxes, fonts } = await pdfOf('臺灣設計', '陳怡君', '軟體開發', 'Asia/Taipei')
    expect(boxes).toBe(0)
    expect(fonts.filter((font) => /Chinese|Sawarabi/.test(font))).toEqual([
      'NotoSansTraditionalChinese-Regular',
      'NotoSansTraditionalChinese-SemiBold',
    ])
  })

  test('several scripts has a name from one font, whatever the others are', async () => {
    const { boxes, fonts } = await pdfOf('東京商事', '上海明月广告设计', 'ロゴ 로고 โลโก้', 'Asia/Tokyo')
    expect(boxes).toBe(0)
    // The customer’s name alone is drawn in bold letters that aren’t Japanese.
    expect(fonts).toContain('NotoSansSimplifiedChinese-SemiBold')
    expect(fonts).not.toContain('NotoSansSimplifiedChinese-Regular')
  })

  test('emoji has boxes, and the rest of the text', async () => {
    const { text, boxes } = await pdfOf('Ødegård & Søn', 'Zoë', 'Lettering 🎨')
    expect(boxes).toBeGreaterThan(0)
    expect(text).toContain('Lettering')
  })
})

test('a PDF is the same to the byte after fonts of other scripts were read', async () => {
  const { id } = await draft({ notes: 'Łódź' })
  const { pdfs } = service.context
  for (const pid of pdfs.pids) process.kill(pid, 'SIGKILL')
  await expect.poll(() => pdfs.pids).toEqual([])
  const before = (await pdf(id)).rawPayload
  expect((await pdf((await draft({ notes: '上海 한빛 สยาม' })).id)).statusCode).toBe(200)
  expect((await pdf(id)).rawPayload.equals(before)).toBe(true)
})

test('a PDF whose file can’t be read because of the file system is 503, not a fault of ours', async () => {
  const { id } = await sent()
  const { token } = await tenant()
    .select('invoice_pdfs')
    .select('token')
    .where('invoice_id', '=', id)
    .executeTakeFirstOrThrow()
  const path = storedPath(service.dataDir, token)
  await rm(path)
  await mkdir(path)
  const answer = await pdf(id)
  expect(answer.statusCode).toBe(503)
  expect(answer.headers['retry-after']).toBe('2')
})

describe('an invoice of a business in Switzerland', () => {
  const startSwiss = async () => {
    const own = await service.account('Seehandel', { rateLimit: 1_000_000 })
    const headers = await service.session(own.id, 'admin')
    const known = await ask('GET', '/api/x/company', headers)
    const { logo: _logo, next_number: _next, version, ...company } = known.json().data
    const place = { street: 'Seestrasse 12', postal_code: '8002', city: 'Zürich', country: 'Switzerland' }
    const changed = {
      ...company,
      ...place,
      name: 'Seehandel GmbH',
      bank_details: 'CH93 0076 2011 6238 5295 7',
      tax_number: 'CHE123456789',
    }
    const match = { 'if-match': `"${version}"` }
    expect((await ask('PUT', '/api/x/company', { ...headers, ...match }, changed)).statusCode).toBe(200)
    const customer_id = await addRecord(service.context, own.id, listNotes)
    await service.context.store.db
      .updateTable('customers')
      .set({ company_name: 'Bäckerei Müller', zip_code: '8001', city: 'Zürich', country: 'Switzerland' })
      .where('account_id', '=', own.id)
      .execute()
    return async (more: Partial<InvoiceInput> = {}) => {
      const body = input({ customer_id, currency: 'CHF', ...more })
      const { id } = (await ask('POST', '/api/x/invoices', headers, body)).json().data
      const answer = await ask('POST', `/api/x/invoices/${id}/send`, { ...headers, 'if-match': '"1"' })
      return { invoice: answer.json().data as InvoiceDetails, file: (await pdf(id, headers)).rawPayload }
    }
  }

  test('ends with a payment slip, on a page of its own where there is no room', async () => {
    const sendOne = await startSwiss()
    const { invoice, file } = await sendOne()
    expect(invoice.look.region).toBe('CH')
    expect(invoice.payment_code).toMatch(/^SPC\n0200\n1\nCH9300762011623852957\nS\nSeehandel GmbH\n/)
    expect(pages(file)).toBe(1)
    expect((await extractXml(file)).xml).toContain('<ram:InvoiceCurrencyCode>CHF')
    const { text, fonts } = readPdfText(file)
    expect(text).toContain(
      'PaymentpartCurrencyAmountCHF205.70Account/PayabletoCH9300762011623852957SeehandelGmbHSeestrasse12',
    )
    expect(text).toContain('PayablebyBäckereiMüller8001Zürich')
    expect(fonts.filter((name) => name.includes('Liberation'))).toHaveLength(2)
    const long = await sendOne({ line_items: Array.from({ length: 18 }, () => line) })
    expect(pages(long.file)).toBe(2)
    // Its edges belong to the slip.
    expect(readPdfText(long.file).text.match(/Page\dof2/g)).toEqual(['Page1of2'])
  })

  test('has neither slip nor code in another currency', async () => {
    const sendOne = await startSwiss()
    const { invoice, file } = await sendOne({ currency: 'USD' })
    expect(invoice.payment_code).toBeNull()
    expect(readPdfText(file).text).not.toContain('Paymentpart')
  })
})
