import { type NewCustomer, emptyCustomer, formOf } from '#api/customer-form.ts'
import type { Customer } from '#contract/customers.ts'

/** Returns a new customer with the company, permissions and custom texts of another. The person and files stay empty. */
export function fromTemplate(customer: Customer): NewCustomer {
  const { business, texts, permissions } = formOf(customer)
  return { ...emptyCustomer(), business, texts, permissions }
}
