import { type DocumentLine, type ElectronicDocument, type Party, reasonCodes } from './model.ts'
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

/** Profiles of Cross Industry Invoice that are written. */
export type CiiProfile = 'factur-x' | 'xrechnung'

const guidelines: Readonly<Record<CiiProfile, string>> = {
  'factur-x': 'urn:cen.eu:en16931:2017',
  xrechnung: 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
}

const namespaces = {
  'xmlns:rsm': 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  'xmlns:ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  'xmlns:udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
  'xmlns:qdt': 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
}

/** Writes the document as Cross Industry Invoice. */
export const writeCii = (document: ElectronicDocument, profile: CiiProfile): string =>
  writeXml(
    element(
      'rsm:CrossIndustryInvoice',
      [
        element('rsm:ExchangedDocumentContext', [
          profile === 'xrechnung' &&
            element('ram:BusinessProcessSpecifiedDocumentContextParameter', [id(billingProcess)]),
          element('ram:GuidelineSpecifiedDocumentContextParameter', [id(guidelines[profile])]),
        ]),
        element('rsm:ExchangedDocument', [
          id(document.number),
          element('ram:TypeCode', typeCodes[document.kind]),
          day('ram:IssueDateTime', document.issued_on),
          element('ram:IncludedNote', [element('ram:Content', document.note)]),
        ]),
        element('rsm:SupplyChainTradeTransaction', [
          ...document.lines.map((line, index) => lineOf(line, index, document)),
          element('ram:ApplicableHeaderTradeAgreement', [
            element('ram:BuyerReference', document.buyer_reference),
            partyOf('ram:SellerTradeParty', document.seller, document),
            partyOf('ram:BuyerTradeParty', document.buyer, document),
          ]),
          deliveryOf(document),
          settlementOf(document),
        ]),
      ],
      namespaces,
    ),
  )

const id = (value: string) => element('ram:ID', value)

const date = (day: string, prefix: string) =>
  element(`${prefix}:DateTimeString`, day.replaceAll('-', ''), { format: '102' })

const day = (name: string, value: string | null, prefix = 'udt') =>
  value === null ? undefined : element(name, [date(value, prefix)])

function lineOf(line: DocumentLine, index: number, { currency }: ElectronicDocument) {
  const { name, description } = itemOf(line)
  const { quantity, unit_price, adjustment } = pricingOf(line)
  const amount = (minor: number) => amountText(minor, currency)
  return element('ram:IncludedSupplyChainTradeLineItem', [
    element('ram:AssociatedDocumentLineDocument', [element('ram:LineID', String(index + 1))]),
    element('ram:SpecifiedTradeProduct', [
      element('ram:Name', name),
      element('ram:Description', description),
    ]),
    element('ram:SpecifiedLineTradeAgreement', [
      element('ram:NetPriceProductTradePrice', [element('ram:ChargeAmount', amount(unit_price))]),
    ]),
    element('ram:SpecifiedLineTradeDelivery', [element('ram:BilledQuantity', quantity, { unitCode })]),
    element('ram:SpecifiedLineTradeSettlement', [
      element('ram:ApplicableTradeTax', [
        element('ram:TypeCode', 'VAT'),
        element('ram:CategoryCode', line.category),
        element('ram:RateApplicablePercent', rateOf(line)),
      ]),
      adjustment &&
        element('ram:SpecifiedTradeAllowanceCharge', [
          element('ram:ChargeIndicator', [element('udt:Indicator', String(adjustment.isCharge))]),
          element('ram:CalculationPercent', adjustment.base && rateText(adjustment.base.percent)),
          element('ram:BasisAmount', adjustment.base && amount(adjustment.base.amount)),
          element('ram:ActualAmount', amount(adjustment.amount)),
          element('ram:ReasonCode', reasonCodeOf(adjustment)),
          element('ram:Reason', adjustment.reason),
        ]),
      element('ram:SpecifiedTradeSettlementLineMonetarySummation', [
        element('ram:LineTotalAmount', amount(line.total)),
      ]),
    ]),
  ])
}

function partyOf(name: string, party: Party, document: ElectronicDocument) {
  const { vat, other, identifier } = numbersOf(party, document)
  const { contact, electronic_address: electronic } = party
  const isSeller = party === document.seller
  return element(name, [
    id(identifier),
    element('ram:Name', party.name),
    element('ram:DefinedTradeContact', [
      element('ram:PersonName', contact.name),
      element('ram:TelephoneUniversalCommunication', [element('ram:CompleteNumber', contact.phone)]),
      element('ram:EmailURIUniversalCommunication', [element('ram:URIID', contact.email)]),
    ]),
    addressOf(party),
    electronic &&
      element('ram:URIUniversalCommunication', [
        element('ram:URIID', electronic.address, { schemeID: electronic.scheme }),
      ]),
    element('ram:SpecifiedTaxRegistration', [element('ram:ID', vat, { schemeID: 'VA' })]),
    isSeller && element('ram:SpecifiedTaxRegistration', [element('ram:ID', other, { schemeID: 'FC' })]),
  ])
}

function addressOf(party: Party) {
  const [first, second, third] = streetOf(party)
  return element('ram:PostalTradeAddress', [
    element('ram:PostcodeCode', party.postal_code),
    element('ram:LineOne', first),
    element('ram:LineTwo', second),
    element('ram:LineThree', third),
    element('ram:CityName', party.city),
    element('ram:CountryID', party.country),
    element('ram:CountrySubDivisionName', party.state),
  ])
}

function deliveryOf(document: ElectronicDocument) {
  const { buyer, delivered_on } = document
  const parts = [
    isIntraCommunity(document) &&
      element('ram:ShipToTradeParty', [element('ram:Name', buyer.name), addressOf(buyer)]),
    element('ram:ActualDeliverySupplyChainEvent', [day('ram:OccurrenceDateTime', delivered_on)]),
  ]
  // Required, though there may be nothing to say.
  return element('ram:ApplicableHeaderTradeDelivery', parts) ?? empty('ram:ApplicableHeaderTradeDelivery')
}

const empty = (name: string) => ({ name, content: '', attributes: {} })

function settlementOf(document: ElectronicDocument) {
  const { currency, account, period, credited, taxes } = document
  const sums = sumsOf(document)
  const amount = (minor: number) => amountText(minor, currency)
  return element('ram:ApplicableHeaderTradeSettlement', [
    element('ram:PaymentReference', document.number),
    element('ram:InvoiceCurrencyCode', currency),
    element('ram:SpecifiedTradeSettlementPaymentMeans', [
      element('ram:TypeCode', paymentMeansOf(document)),
      account &&
        element('ram:PayeePartyCreditorFinancialAccount', [
          element('ram:IBANID', account.iban),
          element('ram:AccountName', document.seller.name),
        ]),
      account &&
        element('ram:PayeeSpecifiedCreditorFinancialInstitution', [element('ram:BICID', account.bic)]),
    ]),
    ...taxes.map((tax) =>
      element('ram:ApplicableTradeTax', [
        element('ram:CalculatedAmount', amount(tax.tax)),
        element('ram:TypeCode', 'VAT'),
        element('ram:ExemptionReason', tax.reason),
        element('ram:BasisAmount', amount(tax.net)),
        element('ram:CategoryCode', tax.category),
        element('ram:ExemptionReasonCode', reasonCodes[tax.category] ?? null),
        element('ram:RateApplicablePercent', rateOf(tax)),
      ]),
    ),
    period &&
      element('ram:BillingSpecifiedPeriod', [
        day('ram:StartDateTime', period.from),
        day('ram:EndDateTime', period.to),
      ]),
    element('ram:SpecifiedTradePaymentTerms', [
      element('ram:Description', document.terms),
      day('ram:DueDateDateTime', document.due_on),
    ]),
    element('ram:SpecifiedTradeSettlementHeaderMonetarySummation', [
      element('ram:LineTotalAmount', amount(sums.net)),
      element('ram:TaxBasisTotalAmount', amount(sums.net)),
      element('ram:TaxTotalAmount', amount(sums.tax), { currencyID: currency }),
      element('ram:GrandTotalAmount', amount(sums.total)),
      sums.prepaid !== 0 && element('ram:TotalPrepaidAmount', amount(sums.prepaid)),
      element('ram:DuePayableAmount', amount(sums.due)),
    ]),
    credited &&
      element('ram:InvoiceReferencedDocument', [
        element('ram:IssuerAssignedID', credited.number),
        day('ram:FormattedIssueDateTime', credited.issued_on, 'qdt'),
      ]),
  ])
}
