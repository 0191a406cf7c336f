import jsQR from 'jsqr'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'

import { nobodyBilled as billedTo } from '#contract/invoices/document-sender.ts'
import { standardLook } from '#contract/invoices/looks.ts'
import { isFinal } from '#contract/invoices/states.ts'
import { PdfRenderer } from '#server/platform/pdf/renderer.ts'
import { readPdfText } from '#server/tools/testing/pdf-text.ts'

import { noCredits } from './credits.ts'
import type { StoredInvoice } from './details.ts'
import { type Sender, sheetOf } from './sheet.ts'

const row: StoredInvoice['row'] = {
  id: 7,
  invoice_number: 'INV-2026-0007',
  customer_id: 1,
  customer_name: 'ليلى حداد',
  customer_email: 'leila@example.com',
  status: 'sent',
  total_amount: 0,
  currency: 'EUR',
  due_date: '2026-12-06',
  created_at: '2026-11-22T23:30:00.000000Z',
  updated_at: '2026-11-22T23:30:00.000000Z',
  version: 2,
  payment_days: 14,
  notes: '',
  settled_amount: 0,
  credited_amount: 0,
  paid_event: 0,
  company_id: null,
  issued_on: '2026-11-23',
  look: null,
  billed_to: null,
  reference: '',
  delivered_from: null,
  delivered_to: null,
  exemption: null,
  exemption_reason: '',
  viewed_at: null,
}
type Line = StoredInvoice['lines'][number]
const item = (more: Partial<Line> = {}): Line => ({
  id: 1,
  kind: 'item',
  description: 'Lettering',
  quantity: 1_000_000,
  unit_price: 10_000,
  total: 10_000,
  discount: 0,
  tax_rate: 21_000,
  ...more,
})
const tax = (taxRate: number, total: number): Line =>
  item({ kind: 'tax', description: `Tax ${taxRate / 1000}%`, total, unit_price: total, tax_rate: taxRate })
const sender: Sender = {
  name: 'Ødegård & Søn',
  address: '',
  street: '',
  postal_code: '',
  city: '',
  country: '',
  contact_name: '',
  phone: '',
  email: '',
  tax_number: '',
  bank_details: '',
  payment_link: '',
  invoice_footer: '',
  time_zone: 'Europe/Vilnius',
  logo: null,
}
const sheet = (lines: readonly Line[], more: Partial<typeof row> = {}) => {
  const total_amount = lines.reduce((sum, line) => sum + line.total, 0)
  return sheetOf(
    { row: { ...row, total_amount, ...more }, lines, payments: [], credits: noCredits, billedTo },
    sender,
  )
}

test('the sheet states number, parties, days in the account’s time zone and terms', () => {
  expect(sheet([item(), tax(21_000, 2_100)])).toMatchObject({
    watermark: '',
    title: 'Invoice INV-2026-0007',
    business: 'Ødegård & Søn',
    time_zone: 'Europe/Vilnius',
    customer: { name: 'ليلى حداد', email: 'leila@example.com' },
    date: [2026, 11, 23],
    facts: [
      { label: 'Issued', value: 'Nov 23, 2026' },
      { label: 'Due', value: 'Dec 6, 2026' },
      { label: 'Terms', value: '14 days' },
    ],
  })
})

test('the company and its address stand with the name of the customer', () => {
  const { row: of, ...more } = { row, lines: [item()], payments: [], credits: noCredits }
  const harbor = { company: 'Harbor Clinic', address: '1 Quay Street\nD01 Dublin\nIreland' }
  expect(sheetOf({ row: of, ...more, billedTo: { ...billedTo, ...harbor } }, sender).customer).toEqual({
    name: 'ليلى حداد',
    email: 'leila@example.com',
    ...harbor,
  })
})

test('an invoice says what the customer calls it, when it was delivered and why no tax is charged', () => {
  const said = { reference: 'PO-77', delivered_from: '2026-11-01', delivered_to: '2026-11-30' }
  const exempt = { exemption: 'AE' as const, exemption_reason: '' }
  const free = item({ tax_rate: 0 })
  const of = { row: { ...row, ...said, ...exempt }, lines: [free], payments: [], credits: noCredits }
  const buyer = { ...billedTo, tax_number: 'FR12345678901', reference: 'Unused', email: 'ap@example.com' }
  const look = { ...standardLook, language: 'de' as const }
  const made = sheetOf({ ...of, billedTo: buyer }, sender, look)
  expect(made.facts.slice(-3)).toEqual([
    { label: 'Ihre Referenz', value: 'PO-77' },
    { label: 'Leistungsdatum', value: '01.11.2026 – 30.11.2026' },
    { label: 'Steuernummer/USt-IdNr.', value: 'FR12345678901' },
  ])
  expect(made.fine).toBe('Steuerschuldnerschaft des Leistungsempfängers (Reverse Charge).')
  expect(made.customer.email).toBe('ap@example.com')
  // Nothing needs a reason where every line is taxed, and a reason of one's own goes before the usual one.
  expect(sheet([item()], exempt).fine).toBe('')
  expect(sheet([free], { ...exempt, exemption_reason: 'Article 196' }).fine).toBe('Article 196')
})

test('a sent invoice says where it’s paid online, and a draft, which has no number yet, doesn’t', () => {
  const from = { ...sender, bank_details: 'IBAN LT12', payment_link: 'https://pay.example/{number}/{amount}' }
  const paid = { row: { ...row, total_amount: 12_100 }, lines: [item(), tax(21_000, 2_100)], payments: [] }
  const of = { ...paid, credits: noCredits, billedTo }
  expect(sheetOf(of, from).payment).toBe('IBAN LT12\nPay online: https://pay.example/INV-2026-0007/121.00')
  expect(sheetOf({ ...of, row: { ...of.row, status: 'draft' } }, from).payment).toBe('IBAN LT12')
})

describe('the sender', () => {
  const invoice = { row, lines: [item()], payments: [], credits: noCredits, billedTo }
  const full: Sender = {
    ...sender,
    address: 'Gedimino pr. 9\nVilnius',
    tax_number: 'LT 123',
    bank_details: 'IBAN LT12 1000 0111 0100 1000',
    invoice_footer: 'Thank you',
    logo: { token: 'x', width: 960, height: 320 },
  }

  test('is stated with address and tax number above, and where to pay and the footer below', () => {
    expect(sheetOf(invoice, full)).toMatchObject({
      business: 'Ødegård & Søn',
      address: 'Gedimino pr. 9\nVilnius\nTax number: LT 123',
      payment: 'IBAN LT12 1000 0111 0100 1000',
      footer: 'Thank you',
      logo: { width: 48, height: 16 },
    })
  })

  test.each([
    [
      { width: 960, height: 100 },
      { width: 48, height: 5 },
    ],
    [
      { width: 100, height: 320 },
      { width: 5, height: 16 },
    ],
    [
      { width: 48, height: 24 },
      { width: 12.7, height: 6.35 },
    ],
  ])('has a logo of %j that keeps its shape and isn’t enlarged: %j', (pixels, millimeters) => {
    const logo = { token: 'x', ...pixels }
    expect(sheetOf(invoice, { ...full, logo }).logo).toEqual(millimeters)
  })
})

describe('figures', () => {
  test('of one rate are net, tax and total', () => {
    const { lines, totals, total } = sheet([
      item({ quantity: 1_250_000, total: 11_250, discount: 10_000 }),
      tax(21_000, 2_363),
    ])
    expect(lines).toEqual([
      {
        description: 'Lettering',
        note: '10% discount',
        quantity: '1.25',
        unit_price: '€100.00',
        tax: '21%',
        amount: '€112.50',
      },
    ])
    expect(totals).toEqual([
      { label: 'Net', amount: '€112.50' },
      { label: 'Tax 21%', amount: '€23.63' },
    ])
    expect(total).toEqual({ label: 'Total EUR', amount: '€136.13' })
  })

  test('are called what they are where the sender is', () => {
    const of = { row, lines: [item(), tax(21_000, 2_100)], payments: [], credits: noCredits, billedTo }
    const made = sheetOf(of, sender, { ...standardLook, region: 'GB', tax_name: 'VAT' })
    expect([made.words.tax, made.totals.at(-1)?.label]).toEqual(['VAT', 'VAT 21%'])
  })

  test('of several rates say what each tax is calculated on', () => {
    const { totals } = sheet([
      item(),
      item({ total: 5_000, tax_rate: 5_500 }),
      item({ total: 700, tax_rate: 0 }),
      tax(5_500, 275),
      tax(21_000, 2_100),
    ])
    expect(totals).toEqual([
      { label: 'Net', amount: '€157.00' },
      { label: 'Tax 5.5% on €50.00', amount: '€2.75' },
      { label: 'Tax 21% on €100.00', amount: '€21.00' },
    ])
  })

  test.each([
    ['JPY', 1_204_500, '¥1,204,500'],
    ['KWD', 1_204_500, 'KWD\u00a01,204.500'],
    ['EUR', 999_999_999_999_999, '€9,999,999,999,999.99'],
    ['USD', -1, '-$0.01'],
  ])('in %s have the decimals of the currency', (currency, minor, text) => {
    expect(sheet([item({ total: minor, tax_rate: null })], { currency }).total.amount).toBe(text)
  })

  test('of an invoice from elsewhere tell tax from lines as on the screen', () => {
    const line = { tax_rate: null }
    const vat = item({ ...line, description: 'VAT 21 %', total: 2_100 })
    const split = sheet([item(line), vat])
    expect(split.lines).toHaveLength(1)
    expect(split.totals).toEqual([
      { label: 'Net', amount: '€100.00' },
      { label: 'VAT 21%', amount: '€21.00' },
    ])
    expect(split.fine).toBe('')
    const whole = sheet([item(line), vat], { total_amount: 99 })
    expect([whole.lines.length, whole.totals]).toEqual([2, []])
  })
})

test('only a draft and a void invoice say so, and change', () => {
  expect(sheet([], { status: 'draft' }).watermark).toBe('Draft')
  expect(sheet([], { status: 'void' }).watermark).toBe('Void')
  expect(['draft', 'sent', 'overdue', 'paid', 'void'].filter(isFinal)).toEqual(['sent', 'overdue', 'paid'])
  const sent = sheet([item()])
  expect(sheet([item()], { status: 'paid', settled_amount: 10_000 })).toEqual(sent)
})

test('a look decides the words, and how days and amounts are written, but not what people wrote', () => {
  const lines = [item(), tax(21_000, 2_100)]
  const german = {
    ...standardLook,
    language: 'de',
    layout: 'modern',
    color: '#1e3a8a',
    closing: 'Danke!',
  } as const
  const invoice = { row: { ...row, total_amount: 12_100 }, lines, payments: [], credits: noCredits, billedTo }
  const made = sheetOf(invoice, { ...sender, tax_number: 'DE 1' }, german)
  expect(made).toMatchObject({
    title: 'Rechnung INV-2026-0007',
    kind: 'Rechnung',
    party: 'Rechnung an',
    address: 'Steuernummer/USt-IdNr.: DE 1',
    look: { layout: 'modern', color: '#1e3a8a', logo_position: 'left' },
    words: { language: 'de', quantity: 'Menge' },
    facts: [
      { label: 'Datum', value: '23.11.2026' },
      { label: 'Fällig', value: '06.12.2026' },
      { label: 'Zahlungsziel', value: '14 Tage' },
    ],
    totals: [
      { label: 'Netto', amount: '100,00\u00a0€' },
      { label: 'USt. 21\u00a0%', amount: '21,00\u00a0€' },
    ],
    total: { label: 'Gesamt EUR', amount: '121,00\u00a0€' },
    notes: '',
    closing: 'Danke!',
  })
  expect(made.lines[0]?.description).toBe('Lettering')
})

test('a look writes rates as its language does', () => {
  const lines = [item({ discount: 12_500 }), tax(5_500, 550)]
  const invoice = { row: { ...row, total_amount: 10_550 }, lines, payments: [], credits: noCredits, billedTo }
  const made = sheetOf(invoice, sender, { ...standardLook, language: 'de' })
  expect(made.lines[0]?.note).toBe('12,5\u00a0% Rabatt')
  expect(made.totals.map(({ label }) => label)).toEqual(['Netto', 'USt. 5,5\u00a0%'])
  expect(sheetOf(invoice, sender).lines[0]?.note).toBe('12.5% discount')
})

test.each([
  ['de', 'CH', 'CHF 12’345.60'],
  ['fr', 'BE', '12 345,60 CHF'],
  ['en', 'NL', 'CHF 12,345.60'],
] as const)('amounts of an invoice in %s from %s are written as there: %s', (language, region, amount) => {
  const given = { ...row, currency: 'CHF', total_amount: 1_234_560 }
  const invoice = { row: given, lines: [], payments: [], credits: noCredits, billedTo }
  const made = sheetOf(invoice, sender, { ...standardLook, language, region })
  expect(made.total.amount.replaceAll(/\s/g, ' ').replace("'", '’')).toBe(amount)
})

test.each([
  ['en', 'Total EUR', 'Total EUR', 'Tax number: 7', 'Void'],
  ['de', 'Gesamt EUR', 'Gesamt EUR', 'Steuernummer/USt-IdNr.: 7', 'Storniert'],
  ['fr', 'Total TTC EUR', 'Total EUR', 'N° d’identification fiscale: 7', 'Annulée'],
  ['es', 'Total EUR', 'Total EUR', 'N.º de identificación fiscal: 7', 'Anulada'],
  ['nl', 'Totaal EUR', 'Totaal EUR', 'Fiscaal nummer: 7', 'Geannuleerd'],
] as const)(
  'an invoice in %s says that tax is included only where it lists tax, and claims no kind of tax number',
  (language, taxed, untaxed, taxNumber, watermark) => {
    const made = (lines: readonly Line[], status: typeof row.status = 'sent') => {
      const total_amount = lines.reduce((sum, { total }) => sum + total, 0)
      const invoice = {
        row: { ...row, status, total_amount },
        lines,
        payments: [],
        credits: noCredits,
        billedTo,
      }
      return sheetOf(invoice, { ...sender, tax_number: '7' }, { ...standardLook, language })
    }
    expect(made([item(), tax(21_000, 2_100)]).total.label).toBe(taxed)
    expect(made([item({ tax_rate: null })]).total.label).toBe(untaxed)
    expect(made([]).address).toBe(taxNumber)
    expect(made([], 'void').watermark).toBe(watermark)
  },
)

test('notes and the closing text of a look are texts of their own, each drawn in its own font', async () => {
  const given = { ...row, notes: '東京商事' }
  const invoice = { row: given, lines: [], payments: [], credits: noCredits, billedTo }
  const look = { ...standardLook, closing: '上海明月广告设计' }
  const made = sheetOf(invoice, { ...sender, name: 'Ødegård', time_zone: 'Asia/Tokyo' }, look)
  expect(made).toMatchObject({ notes: '東京商事', closing: '上海明月广告设计' })
  const pdfs = new PdfRenderer()
  try {
    const { text, fonts } = readPdfText(await pdfs.render({ sheet: made, logo: undefined }, { account: 1 }))
    expect(text).toMatch(/東京商事.*上海明月广告设计/)
    expect(fonts.filter((font) => /Chinese|Sawarabi/.test(font))).toEqual([
      'NotoSansSimplifiedChinese-Regular',
      'SawarabiGothic-Regular',
    ])
  } finally {
    await pdfs.stop()
  }
})

test('a sent invoice has a payment code that scanners read; a draft and a void one have none', async () => {
  const payee = { ...sender, bank_details: 'IBAN DE89 3704 0044 0532 0130 00' }
  const codeOf = (more: Partial<typeof row>) =>
    sheetOf(
      {
        row: { ...row, total_amount: 12_345, ...more },
        lines: [],
        payments: [],
        credits: noCredits,
        billedTo,
      },
      payee,
    ).payment_code
  const image = sharp(Buffer.from(codeOf({}) ?? ''), { density: 300 }).flatten({ background: '#fff' })
  const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const read = jsQR(new Uint8ClampedArray(data), info.width, info.height)
  expect(read?.data.split('\n').slice(5)).toEqual([
    'Ødegård & Søn',
    'DE89370400440532013000',
    'EUR123.45',
    '',
    '',
    'INV-2026-0007',
  ])
  expect([codeOf({ status: 'draft' }), codeOf({ status: 'void' })]).toEqual([null, null])
})
