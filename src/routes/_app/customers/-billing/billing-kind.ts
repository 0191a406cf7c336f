import { customerBilling } from '#api/customer-billing.ts'
import type { CustomerBilling, StoredBilling } from '#contract/customers/billing.ts'
import { type EditedKind, versioned } from '#parts/records/record-kind.ts'

import { BillingForm } from './billing-form.tsx'
import {
  type BillingValues,
  checkBilling,
  inputOf,
  mergeBilling,
  pathOf,
  valuesOf,
} from './billing-values.ts'

/** How a customer is billed. */
export const billingKind: EditedKind<BillingValues, StoredBilling, CustomerBilling> = {
  noun: 'customer',
  plural: 'customers',
  editTitle: 'Edit billing details',
  hasSubtitle: true,
  draft: 'billing',
  ability: 'customers.manage',
  queries: customerBilling,
  valuesOf: versioned(valuesOf),
  check: checkBilling,
  inputOf,
  pathOf,
  merge: mergeBilling,
  form: BillingForm,
  list: { to: '/customers' },
  page: (id) => ({ to: '/customers/$id', params: { id: String(id) } }),
}
