import { fold } from '#contract/values/folding.ts'

/** Columns of a contact. Unknown texts are empty. */
export interface NewContact {
  /** The customer it belongs to, if any. */
  readonly customer_id: number | null
  readonly name: string
  readonly last_name: string
  readonly email: string
  readonly phone: string
  readonly company_name: string | null
}

/** Filters of the list, as bits of `contacts.traits`. */
export const traits = { linked: 1, has_email: 2, has_phone: 4 } as const

/** The row of a contact, with what the list sorts, searches and filters by. Every write of a contact goes through it. */
export function contactColumns(contact: NewContact) {
  const { customer_id, name, last_name, email, phone, company_name } = contact
  const company = company_name ?? ''
  const digits = phone.replace(/[^0-9]/g, '')
  return {
    customer_id,
    name,
    last_name,
    email,
    phone,
    company_name,
    name_key: fold(name),
    last_name_key: fold(last_name),
    email_key: fold(email),
    company_name_key: fold(company),
    search_text: fold([name, last_name, email, company, phone, digits].join('\n')),
    traits:
      (customer_id === null ? 0 : traits.linked) |
      (email === '' ? 0 : traits.has_email) |
      (phone === '' ? 0 : traits.has_phone),
  }
}
