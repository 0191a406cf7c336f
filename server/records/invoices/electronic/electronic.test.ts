import fc from 'fast-check'
import { XmlDocument, XmlElement } from 'libxml2-wasm'
import { afterAll, describe, expect, test } from 'vitest'

import type { ElectronicFormat } from '#contract/invoices/electronic-invoices.ts'
import { createCiiValidator, createUblValidator } from '#server/tools/testing/electronic-schemas.ts'
import { electronicDocuments } from '#server/tools/testing/electronic.ts'

import { writeCii } from './cii.ts'
import { missingFor } from './missing.ts'
import type { ElectronicDocument } from './model.ts'
import { amountText } from './parts.ts'
import { writeUbl } from './ubl.ts'

const [validateCii, validateUbl] = [createCiiValidator(), createUblValidator()]
const runs = { numRuns: 150 }

/** Those that can be electronic; the others are in three decimals. */
const writable = electronicDocuments.filter((document) => missingFor(document, 'peppol').length === 0)

const namespaces = {
  ram: 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  cac: 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  cbc: 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
}

/** Reads texts of a document by their path. */
function reader(xml: string) {
  const document = XmlDocument.fromString(xml)
  const all = (path: string, of: XmlElement = document.root) =>
    of.find(path, namespaces).map((node) => node as XmlElement)
  const texts = (path: string, of?: XmlElement) => all(path, of).map(({ content }) => content)
  const number = (path: string, of?: XmlElement) => Number(texts(path, of)[0] ?? 0)
  return { document, all, texts, number }
}

/** The same figures of both syntaxes. */
const syntaxes = [
  {
    name: 'CII',
    write: (document: ElectronicDocument) => writeCii(document, 'xrechnung'),
    line: '//ram:IncludedSupplyChainTradeLineItem',
    lineTotal: './/ram:LineTotalAmount',
    quantity: './/ram:BilledQuantity',
    price: './/ram:ChargeAmount',
    adjustment:
      './/ram:SpecifiedTradeAllowanceCharge[.//*[local-name()="Indicator"]="INDICATOR"]/ram:ActualAmount',
    net: '//ram:SpecifiedTradeSettlementHeaderMonetarySummation/ram:LineTotalAmount',
    base: '//ram:TaxBasisTotalAmount',
    tax: '//ram:TaxTotalAmount',
    total: '//ram:GrandTotalAmount',
    prepaid: '//ram:TotalPrepaidAmount',
    due: '//ram:DuePayableAmount',
    breakdown: '//ram:ApplicableHeaderTradeSettlement/ram:ApplicableTradeTax',
    category: './ram:CategoryCode',
    rate: './ram:RateApplicablePercent',
    taxable: './ram:BasisAmount',
    charged: './ram:CalculatedAmount',
    reason: './ram:ExemptionReason',
    lineCategory: './/ram:ApplicableTradeTax/ram:CategoryCode',
    lineRate: './/ram:RateApplicablePercent',
  },
  {
    name: 'UBL',
    write: writeUbl,
    line: '//cac:InvoiceLine|//cac:CreditNoteLine',
    lineTotal: './cbc:LineExtensionAmount',
    quantity: './cbc:InvoicedQuantity|./cbc:CreditedQuantity',
    price: './/cbc:PriceAmount',
    adjustment: './cac:AllowanceCharge[cbc:ChargeIndicator="INDICATOR"]/cbc:Amount',
    net: '//cac:LegalMonetaryTotal/cbc:LineExtensionAmount',
    base: '//cbc:TaxExclusiveAmount',
    tax: '//cac:TaxTotal/cbc:TaxAmount',
    total: '//cbc:TaxInclusiveAmount',
    prepaid: '//cbc:PrepaidAmount',
    due: '//cbc:PayableAmount',
    breakdown: '//cac:TaxSubtotal',
    category: './cac:TaxCategory/cbc:ID',
    rate: './cac:TaxCategory/cbc:Percent',
    taxable: './cbc:TaxableAmount',
    charged: './cbc:TaxAmount',
    reason: './cac:TaxCategory/cbc:TaxExemptionReason',
    lineCategory: './cac:Item/cac:ClassifiedTaxCategory/cbc:ID',
    lineRate: './cac:Item/cac:ClassifiedTaxCategory/cbc:Percent',
  },
] as const

test('Factur-X and XRechnung are valid by the schema of the profile EN 16931, UBL by that of Peppol BIS Billing 3', () => {
  fc.assert(
    fc.property(writable, (document) => {
      expect(() => validateCii(writeCii(document, 'factur-x'))).not.toThrow()
      expect(() => validateCii(writeCii(document, 'xrechnung'))).not.toThrow()
      expect(() => validateUbl(writeUbl(document))).not.toThrow()
    }),
    runs,
  )
})

describe.each(syntaxes)('$name', (syntax) => {
  const read: ReturnType<typeof reader>['document'][] = []
  const open = (document: ElectronicDocument) => {
    const opened = reader(syntax.write(document))
    read.push(opened.document)
    return opened
  }
  afterAll(() => read.forEach((document) => document.dispose()))

  test('adds up: lines, taxes, total, what was paid before and what is due (BR-CO-10 to BR-CO-16)', () => {
    fc.assert(
      fc.property(writable, (document) => {
        const { all, number, texts } = open(document)
        const lines = all(syntax.line)
        const near = (left: number, right: number) => expect(Math.abs(left - right)).toBeLessThan(0.001)
        near(sum(lines.map((line) => number(syntax.lineTotal, line))), number(syntax.net))
        near(number(syntax.base), number(syntax.net))
        near(sum(all(syntax.breakdown).map((part) => number(syntax.charged, part))), number(syntax.tax))
        near(number(syntax.base) + number(syntax.tax), number(syntax.total))
        near(number(syntax.total) - number(syntax.prepaid), number(syntax.due))
        expect(texts(syntax.total)).toEqual([amountText(document.total, document.currency)])
        expect(lines.map((line) => texts(syntax.lineTotal, line)[0])).toEqual(
          document.lines.map(({ total }) => amountText(total, document.currency)),
        )
      }),
      runs,
    )
  })

  test('has lines of quantity × price, less the discount, and never a negative price (BR-27)', () => {
    fc.assert(
      fc.property(writable, (document) => {
        const { all, number } = open(document)
        for (const line of all(syntax.line)) {
          const price = number(syntax.price, line)
          expect(price).toBeGreaterThanOrEqual(0)
          const [charge, allowance] = ['true', 'false'].map((indicator) =>
            number(syntax.adjustment.replace('INDICATOR', indicator), line),
          ) as [number, number]
          const difference =
            number(syntax.quantity, line) * price + charge - allowance - number(syntax.lineTotal, line)
          // Half of the smallest amount; in yen that is more.
          expect(Math.abs(difference)).toBeLessThan(document.currency === 'JPY' ? 0.51 : 0.00501)
        }
      }),
      runs,
    )
  })

  test('has a breakdown for each category and rate of its lines, with tax by the rate (BR-CO-17, BR-S-08 to BR-O-09)', () => {
    fc.assert(
      fc.property(writable, (document) => {
        const { all, number, texts } = open(document)
        const keyOf = (category: string | undefined, rate: string | undefined) =>
          `${category} ${rate ?? 'none'}`
        const sums = new Map<string, number>()
        for (const line of all(syntax.line)) {
          const key = keyOf(texts(syntax.lineCategory, line)[0], texts(syntax.lineRate, line)[0])
          sums.set(key, (sums.get(key) ?? 0) + number(syntax.lineTotal, line))
        }
        const parts = all(syntax.breakdown)
        expect(
          parts.map((part) => keyOf(texts(syntax.category, part)[0], texts(syntax.rate, part)[0])).toSorted(),
        ).toEqual([...sums.keys()].toSorted())
        for (const part of parts) {
          const [category] = texts(syntax.category, part)
          const [rate] = texts(syntax.rate, part)
          const [net, tax] = [number(syntax.taxable, part), number(syntax.charged, part)]
          expect(Math.abs(net - (sums.get(keyOf(category, rate)) ?? 0))).toBeLessThan(0.001)
          // What credits the rest of an invoice takes what is left of its tax.
          expect(Math.abs(tax - (net * Number(rate ?? 0)) / 100)).toBeLessThan(1)
          const isReasoned = texts(syntax.reason, part).length === 1
          expect(isReasoned).toBe(category !== 'S' && category !== 'Z')
          expect(rate === undefined).toBe(category === 'O')
          expect(Number(rate ?? 0) > 0).toBe(category === 'S')
          expect(category === 'S' || tax === 0).toBe(true)
        }
      }),
      runs,
    )
  })

  test('has amounts of at most two decimals (BR-DEC)', () => {
    fc.assert(
      fc.property(writable, (document) => {
        const { texts } = open(document)
        for (const path of [syntax.net, syntax.tax, syntax.total, syntax.due])
          for (const amount of texts(path)) expect(amount).toMatch(/^-?\d+(\.\d\d)?$/)
      }),
      runs,
    )
  })
})

test('a credit note is of type 381, names its invoice and is a document of its own in UBL', () => {
  fc.assert(
    fc.property(
      writable.filter(({ kind }) => kind === 'credit_note'),
      (document) => {
        const cii = writeCii(document, 'factur-x')
        expect(cii).toContain('<ram:TypeCode>381</ram:TypeCode>')
        expect(cii).toContain('<ram:IssuerAssignedID>INV-1</ram:IssuerAssignedID>')
        const ubl = writeUbl(document)
        expect(ubl).toContain('<CreditNote xmlns="urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2"')
        expect(ubl).toContain('<cbc:CreditNoteTypeCode>381</cbc:CreditNoteTypeCode>')
      },
    ),
    { numRuns: 20 },
  )
})

const [sample] = fc.sample(
  writable.filter(({ kind, taxes }) => kind === 'invoice' && taxes.every(({ category }) => category === 'S')),
  { numRuns: 1, seed: 1 },
) as [ElectronicDocument]
const lacks = (changes: Partial<ElectronicDocument>, format: ElectronicFormat = 'factur-x') =>
  missingFor({ ...sample, ...changes }, format).map(({ where, field }) => `${where} ${field}`)
const nobody = {
  name: '',
  street: '',
  postal_code: '',
  city: '',
  state: '',
  country: '',
  tax_number: '',
  electronic_address: null,
  contact: { name: '', phone: '', email: '' },
}

test('the schema of CII rejects elements in another order', () => {
  const xml = writeCii(sample, 'factur-x')
  const [type = ''] = /<ram:TypeCode>380<\/ram:TypeCode>/.exec(xml) ?? []
  expect(() => validateCii(xml.replace(type, '').replace('</rsm:ExchangedDocument>', `${type}$&`))).toThrow(
    /TypeCode/,
  )
})

test.each([
  [
    /(<cbc:ID>.*<\/cbc:ID>)\s*(<cbc:IssueDate>.*<\/cbc:IssueDate>)/,
    '$2$1',
    'cbc:ID comes after cbc:IssueDate',
  ],
  [/<cbc:IssueDate>.*<\/cbc:IssueDate>/, '$&$&', 'cbc:IssueDate appears twice'],
  [/<cbc:IssueDate>.*<\/cbc:IssueDate>/, '', 'must have required property'],
  [/<cac:TaxScheme>/, '$&<cbc:Note>More</cbc:Note>', 'must NOT have additional properties'],
  [/(?<=<cbc:IssueDate>)/, 'on ', 'must match pattern'],
  [/(?<=<cbc:DocumentCurrencyCode>)/, 'X', 'must be equal to one of the allowed values'],
  [/ currencyID="..."/, '', 'must have property cbc:TaxAmount@currencyID'],
])('the schema of UBL rejects %s → “%s”', (found, changed, problem) => {
  for (const document of fc.sample(writable, { numRuns: 10, seed: 1 })) {
    const xml = writeUbl(document).replace(found, changed)
    expect(() => validateUbl(xml)).toThrow(problem)
  }
})

test('what an invoice lacks is said for each format, with the place to add it', () => {
  const company = ['company name', 'company country', 'company city']
  const customer = ['customer name', 'customer country', 'customer city']
  const nothing = { seller: nobody, buyer: nobody, buyer_reference: '' }
  expect(lacks(nothing)).toEqual([...company, 'company tax_number', ...customer])
  expect(lacks(nothing, 'peppol')).toEqual([
    ...company,
    'company electronic_address',
    'company tax_number',
    ...customer,
    'customer electronic_address',
    'customer reference',
  ])
  expect(lacks(nothing, 'xrechnung')).toEqual([
    ...company,
    'company postal_code',
    'company electronic_address',
    'company contact_name',
    'company phone',
    'company email',
    'company tax_number',
    ...customer,
    'customer postal_code',
    'customer electronic_address',
    'customer reference',
  ])
})

test('reverse charge needs both VAT numbers and a reason; an intra-community supply also its day', () => {
  const [line] = sample.lines
  const of = (category: 'AE' | 'K') => ({
    lines: line ? [{ ...line, category, tax_rate: 0 }] : [],
    taxes: [{ category, tax_rate: 0, net: 0, tax: 0, reason: '' }],
    seller: { ...sample.seller, tax_number: '12/345/67890' },
    buyer: { ...sample.buyer, tax_number: '' },
    delivered_on: null,
    period: null,
    total: 0,
  })
  const both = ['company tax_number', 'customer tax_number']
  expect(lacks(of('AE'))).toEqual([...both, 'invoice line_items'])
  expect(lacks(of('K'))).toEqual([...both, 'invoice delivered_on', 'invoice line_items'])
})

test('amounts of three decimals can’t be electronic, and neither can a currency that isn’t one', () => {
  const [line] = sample.lines
  const lines = line ? [{ ...line, unit_price: 1_005, total: 1_005, quantity: 1_000_000, discount: 0 }] : []
  expect(lacks({ currency: 'KWD', lines, taxes: [] })).toEqual(['invoice currency'])
  expect(lacks({ currency: 'ZZZ' })).toEqual(['invoice currency'])
})

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
