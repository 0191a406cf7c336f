import { type NewCustomer, emptyCustomer, fieldKey } from '#api/customer-form.ts'
import type { BusinessKey, Customer } from '#contract/customers.ts'
import { businessKeys } from '#contract/customers.ts'

import { grantedIn } from '../-permission-rules.ts'

/** A new customer like that one: same business, rights and texts. Who it is, photo and files stay open. */
export function likeCustomer(customer: Customer): NewCustomer {
  const empty = emptyCustomer()
  const business = Object.fromEntries(
    businessKeys.map((key) => [key, customer.business_information[key] ?? '']),
  ) as Record<BusinessKey, string>
  const texts = customer.custom_fields.flatMap(({ id, custom_field_values: [first] }) =>
    typeof first?.value === 'string' ? [[fieldKey(id), first.value] as const] : [],
  )
  return {
    ...empty,
    business,
    texts: Object.fromEntries(texts),
    permissions: grantedIn(customer.permissions),
  }
}

/** The next one of the same company, with the same permissions. */
export function ofSameCompany({ business, permissions }: NewCustomer): NewCustomer {
  return { ...emptyCustomer(), business, permissions }
}
