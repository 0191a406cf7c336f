import { CustomerSelect } from './customer-select.tsx'

interface Props {
  search: { readonly customer?: number | undefined }
  refused: Readonly<Record<string, string>>
  change: (next: { customer: number | undefined }) => void
}

/** The filter of a list by customer. */
export function CustomerFilter({ search, refused, change }: Props) {
  return (
    <CustomerSelect
      value={search.customer}
      error={refused['customer_id']}
      onCustomer={(customer) => change({ customer })}
    />
  )
}
