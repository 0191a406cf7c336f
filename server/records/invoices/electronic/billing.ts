import { billedEmail, billedReference, termsText } from '#contract/invoices/billing-facts.ts'
import type { BilledTo } from '#contract/invoices/document-sender.ts'
import { exemptionText } from '#contract/invoices/exemptions.ts'
import type { WrittenWords } from '#contract/invoices/translations.ts'
import { countryCodeOf } from '#contract/values/countries.ts'
import type { CompanyVersion } from '#server/records/company/versions.ts'

import type { StoredInvoice } from '../details.ts'
import { factWriter } from '../sheet.ts'
import type { Billing } from './document.ts'
import type { Party } from './model.ts'
import { vatNumberOf } from './parts.ts'

/** Returns what an invoice, and each of its credit notes, says beside its figures. `words` are those of its language. */
export function billingOf(
  { row, lines, billedTo }: Pick<StoredInvoice, 'row' | 'lines' | 'billedTo'>,
  sender: CompanyVersion,
  words: WrittenWords,
): Billing {
  const { reference, delivered_from, delivered_to, exemption, payment_days } = row
  const seller = sellerOf(sender)
  const isPeriod = delivered_from !== null && delivered_to !== null
  // Nobody has said why: it lacks the reason.
  const untaxed = { category: exemption ?? 'E', reason: exemptionText(row, lines, words) }
  return {
    seller,
    buyer: buyerOf(row, billedTo),
    buyer_reference: billedReference({ reference, billed_to: billedTo }),
    delivered_on: isPeriod ? null : delivered_from,
    period: isPeriod ? { from: delivered_from, to: delivered_to } : null,
    terms: payment_days === null ? '' : `${words.terms}: ${termsText(payment_days, factWriter(words))}`,
    bank_details: sender.bank_details,
    taxed: (rate) => (rate === 0 ? untaxed : { category: 'S', reason: '' }),
  }
}

function sellerOf(sender: CompanyVersion): Party {
  const { name, street, postal_code, city, state, tax_number, contact_name, phone, email } = sender
  return withAddress(
    {
      name,
      street,
      postal_code,
      city,
      state,
      country: countryCodeOf(sender.country) ?? '',
      tax_number,
      contact: { name: contact_name, phone, email },
    },
    '',
  )
}

function buyerOf({ customer_name, customer_email }: StoredInvoice['row'], billedTo: BilledTo): Party {
  const { company, street, postal_code, city, state, country, tax_number, electronic_address } = billedTo
  return withAddress(
    {
      name: company === '' ? customer_name : company,
      street,
      postal_code,
      city,
      state,
      country,
      tax_number,
      contact: {
        name: company === '' ? '' : customer_name,
        phone: '',
        email: billedEmail({ customer_email, billed_to: billedTo }),
      },
    },
    electronic_address,
  )
}

/** Where documents are sent: as it was entered, else by the VAT number, else by email. */
function withAddress(party: Omit<Party, 'electronic_address'>, entered: string): Party {
  const [, scheme, address] = /^(\d{4}):(.+)$/.exec(entered) ?? []
  if (scheme !== undefined && address !== undefined)
    return { ...party, electronic_address: { scheme, address } }
  const vat = vatNumberOf(party)
  const vatScheme = vat && vatSchemes[vat.slice(0, 2)]
  if (vat !== undefined && vatScheme !== undefined)
    return { ...party, electronic_address: { scheme: vatScheme, address: vat } }
  const { email } = party.contact
  return { ...party, electronic_address: email === '' ? null : { scheme: 'EM', address: email } }
}

/** Schemes of the list EAS for VAT numbers, by their prefix. Elsewhere other numbers are in use. */
const vatSchemes: Readonly<Record<string, string>> = {
  AT: '9914',
  BE: '9925',
  BG: '9926',
  CH: '9927',
  CY: '9928',
  CZ: '9929',
  DE: '9930',
  EE: '9931',
  EL: '9933',
  ES: '9920',
  FI: '0213',
  FR: '9957',
  GB: '9932',
  GR: '9933',
  HR: '9934',
  HU: '9910',
  IE: '9935',
  IT: '0211',
  LI: '9936',
  LT: '9937',
  LU: '9938',
  LV: '9939',
  MT: '9943',
  NL: '9944',
  PL: '9945',
  PT: '9946',
  RO: '9947',
  SI: '9949',
  SK: '9950',
}
