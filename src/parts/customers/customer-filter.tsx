import type { ListFilter } from '#kit/list/filters/filter.tsx'

import { CustomerSelect, useCustomerName } from './customer-select.tsx'

/** The filter of a list by customer; `name` is that of the one in the URL. */
export function customerFilter<Search extends { readonly customer?: number | undefined }>(
  name: string,
): ListFilter<Search> {
  const set = (customer: number | undefined) => ({ customer }) as Partial<Search>
  return {
    label: 'Customer',
    off: set(undefined),
    params: ['customer_id'],
    chip: ({ customer }) => (customer === undefined ? '' : name),
    control: (_controls, { search, error, change }) => (
      <CustomerSelect
        label="Customer"
        value={search.customer}
        error={error}
        onCustomer={(customer) => change(set(customer))}
      />
    ),
  }
}

/** The filter of a list by customer alone. */
export function useCustomerFilter<Search extends { readonly customer?: number | undefined }>({
  customer,
}: Search): readonly ListFilter<Search>[] {
  return [customerFilter(useCustomerName(customer))]
}
