import { type NewCustomer, emptyCustomer, formOf } from '#api/customer-form.ts'
import type { Contact } from '#contract/customers/contacts.ts'
import type { Customer } from '#contract/customers/customers.ts'

/** Returns a new customer with the company, permissions and custom texts of another. The person and files stay empty. */
export function fromTemplate(customer: Customer): NewCustomer {
  const { business, texts, permissions } = formOf(customer)
  return { ...emptyCustomer(), business, texts, permissions }
}

/** Returns a new customer with what is known of a contact, which becomes that customer's. */
export function fromContact(contact: Contact): NewCustomer {
  const empty = emptyCustomer()
  return {
    ...empty,
    name: contact.name ?? '',
    last_name: contact.last_name ?? '',
    email: contact.email ?? '',
    phone: contact.phone ?? '',
    business: { ...empty.business, company_name: contact.company_name ?? '' },
    contact: contact.id,
  }
}
