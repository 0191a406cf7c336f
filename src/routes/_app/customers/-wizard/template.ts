import { type NewCustomer, emptyCustomer, fieldKey } from '#api/customer-form.ts'
import type { BusinessKey, Customer } from '#contract/customers.ts'
import { businessKeys } from '#contract/customers.ts'

import { grantedIn } from '../-permission-rules.ts'

/** Returns a new customer with the company, permissions and custom texts of another. The person and files stay empty. */
export function fromTemplate(customer: Customer): NewCustomer {
  const business = Object.fromEntries(
    businessKeys.map((key) => [key, customer.business_information[key] ?? '']),
  ) as Record<BusinessKey, string>
  const texts = customer.custom_fields.flatMap(({ id, custom_field_values: [first] }) =>
    typeof first?.value === 'string' ? [[fieldKey(id), first.value] as const] : [],
  )
  return {
    ...emptyCustomer(),
    business,
    texts: Object.fromEntries(texts),
    permissions: grantedIn(customer.permissions),
  }
}
