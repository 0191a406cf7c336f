import type { Creditor, Data, Debtor } from 'swissqrbill/types'
import { calculateQRReferenceChecksum, calculateSCORReferenceChecksum, isQRIBAN } from 'swissqrbill/utils'

import type { BilledTo } from '#contract/invoices/document-sender.ts'
import { countryCodeOf } from '#contract/values/countries.ts'
import type { CompanyVersion } from '#server/records/company/versions.ts'

import { bankAccountIn } from './bank-account.ts'

/** Who is paid, as far as a bill says it. */
export type Payee = Pick<
  CompanyVersion,
  'name' | 'street' | 'postal_code' | 'city' | 'country' | 'bank_details'
>

interface Payable {
  readonly invoice_number: string
  readonly customer_name: string
  readonly currency: string
  /** A decimal of the currency. */
  readonly amount: number
  readonly billedTo: BilledTo
}

/** Letters that a Swiss QR bill may have, by the implementation guidelines, version 2.3. */
const printable = /^[\u0020-\u007e\u00a0-\u017f\u0218-\u021b\u20ac]+$/
const longest = { name: 70, address: 70, zip: 16, city: 35 } as const
const largestAmount = 999_999_999.99

/**
 * Returns what a Swiss QR bill says. Undefined where there is none: for another currency or an account elsewhere, without the address of
 * the sender or with nothing due.
 */
export function swissBill(
  { invoice_number, customer_name, currency, amount, billedTo }: Payable,
  { name, street, postal_code, city, country, bank_details }: Payee,
): Data | undefined {
  if (currency !== 'CHF' && currency !== 'EUR') return undefined
  if (amount < 0.01 || amount > largestAmount) return undefined
  const account = bankAccountIn(bank_details)?.iban ?? ''
  const party = partyOf({ name, street, postal_code, city, country: countryCodeOf(country) ?? '' })
  if (!/^(CH|LI)/.test(account) || !party) return undefined
  const debtor = partyOf({ ...billedTo, name: billedTo.company || customer_name })
  return {
    currency,
    amount,
    creditor: { ...party, account } satisfies Creditor,
    ...(debtor && { debtor }),
    ...referenceOf(invoice_number, account),
  }
}

/** A party with the address that bills need; undefined where any of it isn't known or can't be written. */
function partyOf({
  name,
  street,
  postal_code,
  city,
  country,
}: Pick<BilledTo, 'street' | 'postal_code' | 'city' | 'country'> & { readonly name: string }):
  | Debtor
  | undefined {
  const line = (text: string, most: number) => text.replaceAll(/\s+/g, ' ').trim().slice(0, most)
  const party = {
    name: line(name, longest.name),
    address: line(street.split('\n')[0] ?? '', longest.address),
    zip: line(postal_code, longest.zip),
    city: line(city, longest.city),
    country,
  }
  const { address, ...required } = party
  if (Object.values(required).some((text) => !printable.test(text))) return undefined
  return address === '' || printable.test(address) ? party : undefined
}

/**
 * The reference that the bank statement will carry, made from the number of the invoice: by ISO 11649, or for a QR-IBAN, which allows no
 * other, one of digits alone. The number itself stands beside it.
 */
function referenceOf(number: string, account: string): Pick<Data, 'reference' | 'message'> {
  const message = printable.test(number) ? number.slice(0, 140) : ''
  if (isQRIBAN(account)) {
    const digits = number.replaceAll(/\D/g, '').slice(-26).padStart(26, '0')
    return { reference: `${digits}${calculateQRReferenceChecksum(digits)}`, message }
  }
  const letters = number.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  if (letters === '' || letters.length > 21) return { message }
  return { reference: `RF${calculateSCORReferenceChecksum(letters)}${letters}`, message }
}

const parties = ({ name, address, zip, city, country }: Debtor): string[] =>
  // Of a structured address, without a number apart from the street.
  ['S', name, address, '', String(zip), city, country]

/** The text of its QR code, a line each (version 2). */
export function swissCode({
  creditor,
  amount = 0,
  currency,
  debtor,
  reference = '',
  message = '',
}: Data): string {
  const kind = reference === '' ? 'NON' : reference.startsWith('RF') ? 'SCOR' : 'QRR'
  return [
    'SPC',
    '0200',
    // UTF-8
    '1',
    creditor.account,
    ...parties(creditor),
    // The ultimate creditor, for later use.
    ...Array<string>(7).fill(''),
    amount.toFixed(2),
    currency,
    ...(debtor ? parties(debtor) : Array<string>(7).fill('')),
    kind,
    reference,
    message,
    'EPD',
  ].join('\n')
}
