import type { ElectronicFormat, Missing } from '#contract/invoices/electronic-invoices.ts'
import { fractionDigits, isCurrency } from '#contract/values/currencies.ts'
import { sumOf } from '#server/platform/lib/money.ts'

import type { ElectronicDocument, Party, TaxCategory } from './model.ts'
import { itemOf, pricingOf, vatNumberOf } from './parts.ts'

/** Returns what the document lacks to be written in that format; nothing if it can be. */
export const missingFor = (document: ElectronicDocument, format: ElectronicFormat): readonly Missing[] => [
  ...partyProblems(document.seller, 'company', format),
  ...sellerNumber(document),
  ...partyProblems(document.buyer, 'customer', format),
  ...buyerReference(document, format),
  ...categoryProblems(document),
  ...lineProblems(document),
  ...amountProblems(document),
]

const owners = { company: 'your company’s', customer: 'the customer’s' } as const

function partyProblems(
  party: Party,
  where: 'company' | 'customer',
  format: ElectronicFormat,
): readonly Missing[] {
  const isAddressed = format !== 'factur-x'
  const ask = (field: string, what: string): Missing => ({
    where,
    field,
    message: `Add ${owners[where]} ${what}`,
  })
  return [
    ...(party.name.trim() === '' ? [ask('name', 'name')] : []),
    ...(party.country === '' ? [ask('country', 'country')] : []),
    ...(party.city === '' ? [ask('city', 'city')] : []),
    ...(format === 'xrechnung' && party.postal_code === '' ? [ask('postal_code', 'postal code')] : []),
    ...(isAddressed && !party.electronic_address
      ? [ask('electronic_address', 'VAT number or email address')]
      : []),
    ...(where === 'company' && format === 'xrechnung' ? contactProblems(party, ask) : []),
  ]
}

/** XRechnung names somebody who answers questions. */
const contactProblems = (
  { contact }: Party,
  ask: (field: string, what: string) => Missing,
): readonly Missing[] => [
  ...(contact.name === '' ? [ask('contact_name', 'contact for questions')] : []),
  ...(/\d.*\d.*\d/.test(contact.phone) ? [] : [ask('phone', 'phone number')]),
  ...(contact.email === '' ? [ask('email', 'email address')] : []),
]

function sellerNumber({ seller, taxes }: ElectronicDocument): readonly Missing[] {
  if (seller.tax_number === '')
    return [
      {
        where: 'company',
        field: 'tax_number',
        message: 'Add your company’s tax number',
      },
    ]
  const abroad = taxes.find(({ category }) => needsVatNumber.has(category))
  if (!abroad || vatNumberOf(seller) !== undefined) return []
  return [
    {
      where: 'company',
      field: 'tax_number',
      message: `Enter your VAT number with the code of the country, like DE123456789: ${categoryNames[abroad.category]} requires it`,
    },
  ]
}

const needsVatNumber: ReadonlySet<TaxCategory> = new Set(['AE', 'K', 'G'])

const categoryNames: Readonly<Record<TaxCategory, string>> = {
  S: 'the standard rate',
  Z: 'the zero rate',
  E: 'an exemption',
  AE: 'reverse charge',
  K: 'an intra-community supply',
  G: 'an export',
  O: 'what is outside the scope of tax',
}

function buyerReference(
  { buyer_reference }: ElectronicDocument,
  format: ElectronicFormat,
): readonly Missing[] {
  if (format === 'factur-x' || buyer_reference !== '') return []
  const message =
    format === 'xrechnung'
      ? 'Add the customer’s reference, such as a Leitweg-ID'
      : 'Add the customer’s reference, such as an order number'
  return [{ where: 'customer', field: 'reference', message }]
}

function categoryProblems(document: ElectronicDocument): readonly Missing[] {
  const { buyer, taxes, delivered_on, period } = document
  const used = new Set(taxes.map(({ category }) => category))
  const problems: Missing[] = []
  for (const category of ['AE', 'K'] as const)
    if (used.has(category) && vatNumberOf(buyer) === undefined)
      problems.push({
        where: 'customer',
        field: 'tax_number',
        message: `Add the customer’s VAT number with the code of the country, like DE123456789: ${categoryNames[category]} requires it`,
      })
  if (used.has('K') && delivered_on === null && period === null)
    problems.push({
      where: 'invoice',
      field: 'delivered_on',
      message: 'Enter the day of delivery: an intra-community supply requires it',
    })
  if (used.has('O') && used.size > 1)
    problems.push({
      where: 'invoice',
      field: 'line_items',
      message: 'Invoice what is outside the scope of tax separately from other lines',
    })
  for (const { category, reason } of taxes)
    if (category !== 'S' && category !== 'Z' && reason.trim() === '')
      problems.push({
        where: 'invoice',
        field: 'line_items',
        message: 'Choose why lines at 0% aren’t taxed',
      })
  return problems
}

function lineProblems({ lines }: ElectronicDocument): readonly Missing[] {
  if (lines.length === 0) return [{ where: 'invoice', field: 'line_items', message: 'Add at least one line' }]
  const blank = lines.findIndex((line) => itemOf(line).name === '')
  if (blank === -1) return []
  return [{ where: 'invoice', field: 'line_items', message: `Describe line ${blank + 1}` }]
}

function amountProblems({ currency, lines, taxes, total, prepaid }: ElectronicDocument): readonly Missing[] {
  const problem = (field: string, message: string) => [{ where: 'invoice' as const, field, message }]
  if (!isCurrency(currency)) return problem('currency', `Use a currency that exists: ${currency} isn’t one`)
  const amounts = [
    prepaid,
    ...lines.flatMap((line) => [line.unit_price, line.total, pricingOf(line).adjustment?.amount ?? 0]),
    ...taxes.flatMap(({ net, tax }) => [net, tax]),
  ]
  const finest = 10 ** Math.max(0, fractionDigits(currency) - 2)
  if (amounts.some((amount) => amount % finest !== 0))
    return problem(
      'currency',
      `Electronic invoices have amounts of at most two decimals, and this one has more in ${currency}`,
    )
  // One that comes from elsewhere says its own total.
  const isSum = sumOf(taxes.map(({ net, tax }) => net + tax)) === total
  return isSum ? [] : problem('total_amount', 'Its lines and taxes don’t add up to its total')
}
