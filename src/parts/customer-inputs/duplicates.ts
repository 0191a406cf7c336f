import type { CustomerRow } from '#contract/customers/customers.ts'
import { searchTerms } from '#contract/values/folding.ts'
import { phoneDigits } from '#lib/phone.ts'

/** The form's values that identify a customer. */
export interface Identity {
  name: string
  last_name: string
  email: string
  phone: string
  company: string
}

/** Two customers with the same email, phone number, or name and company are probably one. */
export type DuplicateKind = 'email' | 'phone' | 'name'

const fewestSigns = 3

/** Returns what to search for; empty where there is too little to search by. */
export function duplicateSearch(kind: DuplicateKind, identity: Identity): string {
  const text = {
    email: identity.email.trim(),
    // The list finds a number by its digits, however either of them is written.
    phone: phoneDigits(identity.phone),
    name: isNamed(identity) ? `${identity.name} ${identity.last_name}`.trim() : '',
  }[kind]
  return text.length < fewestSigns ? '' : text
}

/** Returns those of the rows that are probably the same customer. */
export function duplicatesIn(
  rows: readonly CustomerRow[],
  kind: DuplicateKind,
  identity: Identity,
): CustomerRow[] {
  const own = keyOf(kind, identity)
  if (duplicateSearch(kind, identity) === '') return []
  return rows.filter((row) => keyOf(kind, identityOf(row)) === own)
}

const isNamed = ({ name, last_name, company }: Identity) =>
  [name, last_name, company].every((text) => text.trim() !== '')

function keyOf(kind: DuplicateKind, { name, last_name, email, phone, company }: Identity): string {
  if (kind === 'phone') return phoneDigits(phone)
  return (kind === 'email' ? [email] : [name, last_name, company])
    .map((text) => searchTerms(text).join(' '))
    .join('\n')
}

const identityOf = ({ business_information, ...row }: CustomerRow): Identity => ({
  ...row,
  company: business_information.company_name ?? '',
})
