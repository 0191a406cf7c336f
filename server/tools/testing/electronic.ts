import fc from 'fast-check'

import { amountsOf } from '#contract/invoices/amounts.ts'
import { creditAmounts, overcredited } from '#contract/invoices/credit-amounts.ts'
import {
  type CategoryTax,
  type DocumentLine,
  type ElectronicDocument,
  type Party,
  type TaxCategory,
  taxCategories,
} from '#server/records/invoices/electronic/model.ts'

import { trickyTexts } from './tricky-texts.ts'

const currencies = ['EUR', 'USD', 'CHF', 'JPY', 'KWD']

/** A piece of text as people enter it, with what has a meaning in XML. */
const text = (maxLength: number) =>
  fc
    .oneof(fc.string({ minLength: 1, maxLength, unit: 'grapheme' }), fc.constantFrom(...trickyTexts))
    .map((value) => `${value} x`)

const party = (country: string): fc.Arbitrary<Party> =>
  fc.record({
    name: text(40),
    street: fc.constantFrom('Hauptstraße 1', 'c/o R&D <1>\nHaus B\nTür 3\nHof', ''),
    postal_code: fc.constantFrom('10115', 'SW1A 1AA'),
    city: text(20),
    state: fc.constantFrom('', 'Bavaria'),
    country: fc.constant(country),
    tax_number: fc.constantFrom(`${country} 123.456.789`, `${country}987654321`),
    electronic_address: fc.constantFrom(
      { scheme: '9930', address: 'DE123456789' },
      { scheme: 'EM', address: 'invoices@example.com' },
    ),
    contact: fc.constant({ name: 'Ada', phone: '+49 30 123456', email: 'ada@example.com' }),
  })

const standardRates = [21_000, 19_000, 8_875, 7_000, 100_000, 500]
const zeroCategories = taxCategories.filter((category) => category !== 'S' && category !== 'O')

const category = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...standardRates).map((rate) => ['S', rate] as const) },
  { weight: 1, arbitrary: fc.constantFrom(...zeroCategories).map((name) => [name, 0] as const) },
)

const line = (
  currency: string,
  taxed: fc.Arbitrary<readonly [TaxCategory, number]>,
): fc.Arbitrary<Omit<DocumentLine, 'total'>> =>
  fc
    .record({
      description: text(60),
      quantity: fc.oneof(
        fc.integer({ min: 0, max: 20 }).map((units) => units * 1_000_000),
        fc.integer({ min: 0, max: 50_000_000 }),
        fc.constantFrom(1, 250_000, 1_000_000_000_000),
      ),
      unit_price: fc
        .oneof(fc.integer({ min: 0, max: 500_000 }), fc.integer({ min: -20_000, max: 0 }))
        .map((price) => (currency === 'KWD' ? price * 10 : price)),
      discount: fc.constantFrom(0, 0, 10_000, 33_333, 100_000),
      taxed,
    })
    .map(({ taxed: [name, tax_rate], ...rest }) => ({ ...rest, category: name, tax_rate }))

const reasonOf = (name: TaxCategory) => (name === 'S' || name === 'Z' ? '' : `Reason of ${name} & more`)

/** Taxes of lines as an invoice has them, and those of 0 by category. */
function taxesOf(lines: readonly DocumentLine[], charged: ReadonlyMap<number, number>): CategoryTax[] {
  return [...Map.groupBy(lines, (one) => `${one.category} ${one.tax_rate}`).values()].map((group) => {
    const [{ category: name, tax_rate }] = group as [DocumentLine]
    const net = group.reduce((sum, { total }) => sum + total, 0)
    return { category: name, tax_rate, net, tax: charged.get(tax_rate) ?? 0, reason: reasonOf(name) }
  })
}

type Figures = Pick<ElectronicDocument, 'lines' | 'taxes' | 'total'>

const amountsIn = (lines: readonly Omit<DocumentLine, 'total'>[]) =>
  amountsOf(
    lines.map(({ unit_price, tax_rate, ...rest }) => ({ ...rest, unitPrice: unit_price, taxRate: tax_rate })),
  )

function figuresOf(given: readonly Omit<DocumentLine, 'total'>[]): Figures | undefined {
  const amounts = amountsIn(given)
  if (!amounts || amounts.total < 0) return undefined
  const lines = given.map((one, index) => ({ ...one, total: amounts.lines[index] ?? 0 }))
  const charged = new Map(amounts.taxes.map(({ taxRate, tax }) => [taxRate, tax]))
  return { lines, taxes: taxesOf(lines, charged), total: amounts.total }
}

/** The figures of a credit note for a part of every line, and of one for all that is left of them. */
function creditsOf({ lines, taxes }: Figures, shares: readonly number[]): Figures[] {
  let earlier = new Map<number, { quantity: number; total: number }>()
  let earlierTaxes = new Map<number, number>()
  return [0, 1].flatMap((round) => {
    const invoice = {
      lines: lines.map((one, id) => ({
        id,
        quantity: one.quantity,
        unitPrice: one.unit_price,
        discount: one.discount,
        taxRate: one.tax_rate,
        total: one.total,
        credited: earlier.get(id) ?? { quantity: 0, total: 0 },
      })),
      taxes: taxes
        .filter(({ tax_rate }) => tax_rate !== 0)
        .map(({ tax_rate, tax }) => ({
          id: lines.length + tax_rate,
          taxRate: tax_rate,
          total: tax,
          credited: { quantity: 0, total: earlierTaxes.get(lines.length + tax_rate) ?? 0 },
        })),
    }
    const quantities = new Map(
      invoice.lines.map(({ id, quantity, credited }) => [
        id,
        round === 0
          ? Math.floor((quantity * (shares[id % shares.length] ?? 0)) / 100)
          : quantity - credited.quantity,
      ]),
    )
    const amounts = creditAmounts(invoice, quantities)
    if (overcredited(invoice, amounts)) return []
    earlier = new Map(
      [...quantities].map(([id, quantity]) => [id, { quantity, total: amounts.lines.get(id) ?? 0 }]),
    )
    earlierTaxes = new Map(amounts.taxes.map(({ id, tax }) => [id, tax]))
    if (amounts.total <= 0) return []
    const credited = [...amounts.lines].map(([id, total]) => ({
      ...(lines[id] as DocumentLine), // of those lines
      quantity: quantities.get(id) ?? 0,
      total,
    }))
    const charged = new Map(amounts.taxes.map(({ id, tax }) => [id - lines.length, tax]))
    return [{ lines: credited, taxes: taxesOf(credited, charged), total: amounts.total }]
  })
}

const day = fc.constantFrom('2026-02-28', '2026-11-26', '2028-02-29')

/**
 * Sent invoices and credit notes: five currencies, discounts, negative prices, several rates, every category of tax, what was
 * paid before, and credit notes for a part and for the rest.
 */
export const electronicDocuments: fc.Arbitrary<ElectronicDocument> = fc
  .record({
    currency: fc.constantFrom(...currencies),
    isOutside: fc.integer({ min: 0, max: 9 }).map((number) => number === 0),
  })
  .chain(({ currency, isOutside }) =>
    fc.record({
      kind: fc.constantFrom('invoice', 'invoice', 'credit_note'),
      number: fc.constantFrom('INV-2026-0001', 'R2026/013_#'),
      issued_on: day,
      due_on: day,
      currency: fc.constant(currency),
      note: fc.oneof(fc.constant(''), text(200)),
      buyer_reference: fc.constantFrom('04011000-12345-34', 'PO & 7'),
      seller: party('DE'),
      buyer: party('FR'),
      delivered_on: day,
      period: fc.constantFrom(null, { from: '2026-11-01', to: '2026-11-30' }),
      terms: fc.constantFrom('Payable within 30 days', ''),
      account: fc.constantFrom(
        null,
        { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
        {
          iban: 'FR1420041010050500013M02606',
          bic: '',
        },
      ),
      given: fc.array(line(currency, isOutside ? fc.constant(['O', 0] as const) : category), {
        minLength: 1,
        maxLength: 6,
      }),
      prepaidPercent: fc.constantFrom(0, 0, 50, 100),
      shares: fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 3 }),
      isRest: fc.boolean(),
    }),
  )
  .map(({ given, prepaidPercent, shares, isRest, ...rest }) => {
    const charged = figuresOf(given)
    if (!charged) return undefined
    const isCredit = rest.kind === 'credit_note'
    const figures = isCredit ? creditsOf(charged, shares).at(isRest ? -1 : 0) : charged
    if (!figures || figures.lines.length === 0) return undefined
    return {
      ...rest,
      ...figures,
      kind: isCredit ? ('credit_note' as const) : ('invoice' as const),
      due_on: isCredit ? null : rest.due_on,
      terms: isCredit ? 'Credited against the invoice' : rest.terms,
      account: isCredit ? null : rest.account,
      credited: isCredit ? { number: 'INV-1', issued_on: '2026-01-31' } : null,
      prepaid: isCredit ? 0 : roundedPart(figures.total, prepaidPercent, rest.currency),
    }
  })
  .filter((document) => document !== undefined)

const roundedPart = (total: number, percent: number, currency: string) => {
  const part = Math.floor((total * percent) / 100)
  return currency === 'KWD' ? part - (part % 10) : part
}
