import {
  type CategoryTax,
  type DocumentLine,
  type ElectronicDocument,
  type Party,
  reasonCodes,
} from './model.ts'
import {
  amountText,
  billingProcess,
  isIntraCommunity,
  itemOf,
  numbersOf,
  paymentMeansOf,
  pricingOf,
  rateOf,
  rateText,
  reasonCodeOf,
  streetOf,
  sumsOf,
  typeCodes,
  unitCode,
} from './parts.ts'
import { element, writeXml } from './xml.ts'

const customization = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0'

/** Names that invoices and credit notes don’t have in common. */
const names = {
  invoice: { root: 'Invoice', type: 'InvoiceTypeCode', line: 'InvoiceLine', quantity: 'InvoicedQuantity' },
  credit_note: {
    root: 'CreditNote',
    type: 'CreditNoteTypeCode',
    line: 'CreditNoteLine',
    quantity: 'CreditedQuantity',
  },
} as const

/** Writes the document as UBL 2.1, as Peppol BIS Billing 3 has it. */
export function writeUbl(document: ElectronicDocument): string {
  const { kind, currency, period, credited } = document
  const { root, type } = names[kind]
  const namespace = 'urn:oasis:names:specification:ubl:schema:xsd'
  return writeXml(
    element(
      root,
      [
        element('cbc:CustomizationID', customization),
        element('cbc:ProfileID', billingProcess),
        element('cbc:ID', document.number),
        element('cbc:IssueDate', document.issued_on),
        kind === 'invoice' && element('cbc:DueDate', document.due_on),
        element(`cbc:${type}`, typeCodes[kind]),
        element('cbc:Note', document.note),
        element('cbc:DocumentCurrencyCode', currency),
        element('cbc:BuyerReference', document.buyer_reference),
        period &&
          element('cac:InvoicePeriod', [
            element('cbc:StartDate', period.from),
            element('cbc:EndDate', period.to),
          ]),
        credited &&
          element('cac:BillingReference', [
            element('cac:InvoiceDocumentReference', [
              element('cbc:ID', credited.number),
              element('cbc:IssueDate', credited.issued_on),
            ]),
          ]),
        element('cac:AccountingSupplierParty', [partyOf(document.seller, document)]),
        element('cac:AccountingCustomerParty', [partyOf(document.buyer, document)]),
        deliveryOf(document),
        paymentOf(document),
        element('cac:PaymentTerms', [element('cbc:Note', document.terms)]),
        ...totalsOf(document),
        ...document.lines.map((line, index) => lineOf(line, index, document)),
      ],
      {
        xmlns: `${namespace}:${root}-2`,
        'xmlns:cac': `${namespace}:CommonAggregateComponents-2`,
        'xmlns:cbc': `${namespace}:CommonBasicComponents-2`,
      },
    ),
  )
}

function partyOf(party: Party, document: ElectronicDocument) {
  const { vat, other, identifier } = numbersOf(party, document)
  const { contact, electronic_address: electronic } = party
  const isSeller = party === document.seller
  return element('cac:Party', [
    electronic && element('cbc:EndpointID', electronic.address, { schemeID: electronic.scheme }),
    element('cac:PartyIdentification', [element('cbc:ID', identifier)]),
    element('cac:PostalAddress', addressOf(party)),
    registrationOf(vat, 'VAT'),
    isSeller && registrationOf(other, 'TAX'),
    element('cac:PartyLegalEntity', [element('cbc:RegistrationName', party.name)]),
    element('cac:Contact', [
      element('cbc:Name', contact.name),
      element('cbc:Telephone', contact.phone),
      element('cbc:ElectronicMail', contact.email),
    ]),
  ])
}

const registrationOf = (number: string, scheme: string) =>
  number !== '' &&
  element('cac:PartyTaxScheme', [
    element('cbc:CompanyID', number),
    element('cac:TaxScheme', [element('cbc:ID', scheme)]),
  ])

function addressOf(party: Party) {
  const [first, second, third] = streetOf(party)
  return [
    element('cbc:StreetName', first),
    element('cbc:AdditionalStreetName', second),
    element('cbc:CityName', party.city),
    element('cbc:PostalZone', party.postal_code),
    element('cbc:CountrySubentity', party.state),
    element('cac:AddressLine', [element('cbc:Line', third)]),
    element('cac:Country', [element('cbc:IdentificationCode', party.country)]),
  ]
}

function deliveryOf(document: ElectronicDocument) {
  const { buyer, delivered_on } = document
  return element('cac:Delivery', [
    element('cbc:ActualDeliveryDate', delivered_on),
    isIntraCommunity(document) && element('cac:DeliveryLocation', [element('cac:Address', addressOf(buyer))]),
  ])
}

const paymentOf = (document: ElectronicDocument) =>
  element('cac:PaymentMeans', [
    element('cbc:PaymentMeansCode', paymentMeansOf(document)),
    element('cbc:PaymentID', document.number),
    document.account &&
      element('cac:PayeeFinancialAccount', [
        element('cbc:ID', document.account.iban),
        element('cbc:Name', document.seller.name),
        element('cac:FinancialInstitutionBranch', [element('cbc:ID', document.account.bic)]),
      ]),
  ])

function totalsOf(document: ElectronicDocument) {
  const { currency, taxes } = document
  const sums = sumsOf(document)
  const amount = amountIn(currency)
  return [
    element('cac:TaxTotal', [
      amount('cbc:TaxAmount', sums.tax),
      ...taxes.map((tax) =>
        element('cac:TaxSubtotal', [
          amount('cbc:TaxableAmount', tax.net),
          amount('cbc:TaxAmount', tax.tax),
          categoryOf('cac:TaxCategory', tax, tax.reason),
        ]),
      ),
    ]),
    element('cac:LegalMonetaryTotal', [
      amount('cbc:LineExtensionAmount', sums.net),
      amount('cbc:TaxExclusiveAmount', sums.net),
      amount('cbc:TaxInclusiveAmount', sums.total),
      sums.prepaid !== 0 && amount('cbc:PrepaidAmount', sums.prepaid),
      amount('cbc:PayableAmount', sums.due),
    ]),
  ]
}

function lineOf(line: DocumentLine, index: number, { kind, currency }: ElectronicDocument) {
  const { name, description } = itemOf(line)
  const { quantity, unit_price, adjustment } = pricingOf(line)
  const amount = amountIn(currency)
  return element(`cac:${names[kind].line}`, [
    element('cbc:ID', String(index + 1)),
    element(`cbc:${names[kind].quantity}`, quantity, { unitCode }),
    amount('cbc:LineExtensionAmount', line.total),
    adjustment &&
      element('cac:AllowanceCharge', [
        element('cbc:ChargeIndicator', String(adjustment.isCharge)),
        element('cbc:AllowanceChargeReasonCode', reasonCodeOf(adjustment)),
        element('cbc:AllowanceChargeReason', adjustment.reason),
        element('cbc:MultiplierFactorNumeric', adjustment.base && rateText(adjustment.base.percent)),
        amount('cbc:Amount', adjustment.amount),
        adjustment.base && amount('cbc:BaseAmount', adjustment.base.amount),
      ]),
    element('cac:Item', [
      element('cbc:Description', description),
      element('cbc:Name', name),
      categoryOf('cac:ClassifiedTaxCategory', line),
    ]),
    element('cac:Price', [amount('cbc:PriceAmount', unit_price)]),
  ])
}

const categoryOf = (
  name: string,
  { category, tax_rate }: Pick<CategoryTax, 'category' | 'tax_rate'>,
  reason: string | null = null,
) =>
  element(name, [
    element('cbc:ID', category),
    element('cbc:Percent', rateOf({ category, tax_rate })),
    element('cbc:TaxExemptionReasonCode', reason === null ? null : (reasonCodes[category] ?? null)),
    element('cbc:TaxExemptionReason', reason),
    element('cac:TaxScheme', [element('cbc:ID', 'VAT')]),
  ])

const amountIn = (currencyID: string) => (name: string, minor: number) =>
  element(name, amountText(minor, currencyID), { currencyID })
