import fc from 'fast-check'
import { XMLValidator } from 'fast-xml-parser'
import jsQR from 'jsqr'
import sharp from 'sharp'
import type { Data } from 'swissqrbill/types'
import { isQRReferenceValid, isSCORReferenceValid } from 'swissqrbill/utils'
import { expect, test } from 'vitest'

import { nobodyBilled } from '#contract/invoices/document-sender.ts'
import { standardLook } from '#contract/invoices/looks.ts'
import { drawSlip } from '#server/platform/pdf/swiss-slip.ts'

import { payableBy } from './payment-codes.ts'
import { swissBill, swissCode } from './swiss-bill.ts'

const invoice = {
  invoice_number: 'INV-2026-0172',
  customer_name: 'Zoë Ødegård',
  currency: 'CHF',
  amount: 1_994.75,
  billedTo: {
    ...nobodyBilled,
    company: 'Bäckerei Müller GmbH',
    street: 'Bahnhofstrasse 1\nHinterhaus',
    postal_code: '8001',
    city: 'Zürich',
    country: 'CH',
  },
}
const payee = {
  name: 'Harbor & Finch',
  street: 'Seestrasse 12',
  postal_code: '8002',
  city: 'Zürich',
  country: 'Switzerland',
  bank_details: 'Seebank\nIBAN CH93 0076 2011 6238 5295 7',
}

/** What a banking app reads on the slip. */
async function scanned(
  bill: Data,
  language: 'en' | 'de' | 'fr' | 'es' | 'nl' = 'de',
): Promise<string | undefined> {
  const image = sharp(Buffer.from(drawSlip({ bill, language })), { density: 150 })
  const { width, height } = await image.metadata()
  // The code is right of the receipt.
  const part = { left: Math.round(width * 0.3), top: 0, width: Math.round(width * 0.3) }
  const { data, info } = await image
    .extract({ ...part, height: Math.round(height * 0.75) })
    .flatten({ background: '#fff' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data
}

test('a Swiss invoice is paid by a slip whose code says the parties, the amount and the number', async () => {
  const bill = swissBill(invoice, payee)!
  const lines = [
    'SPC 0200 1 CH9300762011623852957',
    'S|Harbor & Finch|Seestrasse 12||8002|Zürich|CH',
    '||||||',
    '1994.75 CHF',
    'S|Bäckerei Müller GmbH|Bahnhofstrasse 1||8001|Zürich|CH',
    'SCOR RF55INV20260172 INV-2026-0172 EPD',
  ].flatMap((line) => line.split(line.includes('|') ? '|' : ' '))
  expect(swissCode(bill)).toBe(lines.join('\n'))
  expect(isSCORReferenceValid(bill.reference ?? '')).toBe(true)
  expect(await scanned(bill)).toBe(swissCode(bill))
})

test.each([
  ['in euros', { currency: 'EUR', amount: 0.05 }, {}],
  ['without the address of the customer', { billedTo: nobodyBilled }, {}],
  [
    'for a customer whose name it can’t write',
    { billedTo: { ...invoice.billedTo, company: '上海明月' } },
    {},
  ],
  ['from Liechtenstein', {}, { country: 'Liechtenstein', bank_details: 'LI21 0881 0000 2324 013A A' }],
  ['without a street', {}, { street: '' }],
  ['with a long number', { invoice_number: `INV-${'7'.repeat(60)}` }, {}],
  [
    'with long names',
    { customer_name: 'x'.repeat(200), billedTo: { ...invoice.billedTo, company: 'y'.repeat(200) } },
    {},
  ],
  ['for a QR-IBAN', {}, { bank_details: 'CH44 3199 9123 0008 8901 2' }],
])('a bill %s has a code that is read as it was written', async (_name, more, other) => {
  const bill = swissBill({ ...invoice, ...more }, { ...payee, ...other })!
  expect(await scanned(bill, 'nl')).toBe(swissCode(bill))
})

test('a QR-IBAN has a reference of digits, with its check digit', () => {
  const { reference = '' } = swissBill(invoice, { ...payee, bank_details: 'CH44 3199 9123 0008 8901 2' })!
  expect(reference).toMatch(/^0+20260172\d$/)
  expect(isQRReferenceValid(reference)).toBe(true)
})

test.each([
  ['another currency', { currency: 'USD' }, {}],
  ['an account elsewhere', {}, { bank_details: 'LT12 1000 0111 0100 1000' }],
  ['no account', {}, { bank_details: '' }],
  ['an address that isn’t known', {}, { city: '' }],
  ['a country that isn’t known', {}, { country: 'Atlantis' }],
  ['a name that it can’t write', {}, { name: '上海明月' }],
  ['nothing due', { amount: 0 }, {}],
  ['more than a slip has room for', { amount: 1_000_000_000 }, {}],
])('there is no Swiss bill with %s', (_name, more, other) => {
  expect(swissBill({ ...invoice, ...more }, { ...payee, ...other })).toBeUndefined()
})

test('euros of an account in Switzerland have the code of a transfer where the address is missing, or on what was sent before', () => {
  const row = { ...invoice, currency: 'EUR' }
  const { billedTo } = invoice
  const kindOf = (sender: typeof payee, region?: string) =>
    payableBy({ row, billedTo, sender, look: { ...standardLook, ...(region && { region }) } }, 500)?.kind
  expect(kindOf(payee, 'CH')).toBe('swiss')
  expect(kindOf(payee)).toBe('epc')
  expect(kindOf({ ...payee, city: '' }, 'CH')).toBe('epc')
})

test('whatever the parties and the invoice are called, a slip can be drawn', () => {
  const text = fc.string({ unit: fc.constantFrom(...'aÄßłŐ€&<>"\'/- 1'), maxLength: 100 })
  const name = text.map((end) => `A${end}`)
  fc.assert(
    fc.property(
      fc.record({ number: name, customer: text, payee: name, street: text, city: text, zip: text }),
      fc.constantFrom('CH93 0076 2011 6238 5295 7', 'CH44 3199 9123 0008 8901 2'),
      (texts, bank_details) => {
        const { number, customer, street, city, zip } = texts
        const bill = swissBill(
          {
            ...invoice,
            invoice_number: number,
            billedTo: { ...nobodyBilled, company: customer, street, city, postal_code: zip, country: 'CH' },
          },
          { ...payee, name: texts.payee, bank_details },
        )
        expect(bill === undefined || XMLValidator.validate(drawSlip({ bill, language: 'fr' }))).toBe(true)
      },
    ),
  )
})
