import { type ListFilter, yesNo } from '#kit/list/filters/filter.tsx'
import { customerFilter } from '#parts/customers/customer-filter.tsx'

import type { ContactListSearch } from './-contact-list-search.ts'

/** The filters of the contact list; `customerName` is that of the one in the URL. */
export const contactFilters = (customerName: string): readonly ListFilter<ContactListSearch>[] => [
  customerFilter(customerName),
  yesNo({
    label: 'Customer link',
    name: 'linked',
    yes: 'Linked to a customer',
    no: 'Not linked to a customer',
  }),
  yesNo({
    label: 'Email',
    name: 'email',
    param: 'has_email',
    yes: 'Has an email address',
    no: 'No email address',
  }),
  yesNo({
    label: 'Phone',
    name: 'phone',
    param: 'has_phone',
    yes: 'Has a phone number',
    no: 'No phone number',
  }),
]
