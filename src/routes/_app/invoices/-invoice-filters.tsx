import { useQuery } from '@tanstack/react-query'

import { invoices } from '#api/invoices.ts'
import type { Features } from '#contract/session.ts'
import { CustomerSelect } from '#parts/customers/customer-select.tsx'

import { AmountFilter } from './-amount-filter.tsx'
import type { FilterChange, InvoiceListSearch } from './-invoice-list-search.ts'
import { PeriodFilter } from './-period-filter.tsx'

interface Props {
  search: InvoiceListSearch
  /** Extensions that the service has. */
  features: Features
  /** Why the service refuses a filter, by the names of the request. */
  refused: Readonly<Record<string, string>>
  onFilter: (filter: FilterChange) => void
}

/** Filters of the list, apart from its search and its tabs. */
export function InvoiceFilters({ search, features, refused, onFilter }: Props) {
  const offersMore = features.records
  const { data: totals } = useQuery({ ...invoices.totals({ search: '' }, features), enabled: offersMore })
  return (
    <>
      <CustomerSelect
        value={search.customer}
        error={refused['customer_id']}
        onCustomer={(customer) => onFilter({ customer })}
      />
      <PeriodFilter
        label="Due"
        presets={['this month', 'last month', 'next 30 days', 'this quarter', 'this year', 'last year']}
        from={search.from}
        to={search.to}
        error={refused['due_from'] ?? refused['due_to']}
        onPeriod={onFilter}
      />
      {offersMore && (
        <>
          <PeriodFilter
            label="Issued"
            presets={['this month', 'last month', 'this quarter', 'this year', 'last year']}
            from={search.issuedFrom}
            to={search.issuedTo}
            error={refused['created_from'] ?? refused['created_to']}
            onPeriod={({ from, to }) => onFilter({ issuedFrom: from, issuedTo: to })}
          />
          {features.records && (
            <PeriodFilter
              label="Paid"
              presets={['this month', 'last month', 'this quarter', 'this year', 'last year']}
              from={search.paidFrom}
              to={search.paidTo}
              error={refused['paid_from'] ?? refused['paid_to']}
              onPeriod={({ from, to }) => onFilter({ paidFrom: from, paidTo: to })}
            />
          )}
          <AmountFilter
            currencies={totals?.by_currency.map(({ currency }) => currency) ?? []}
            currency={search.currency}
            amountFrom={search.amountFrom}
            amountTo={search.amountTo}
            error={refused['currency'] ?? refused['amount_from'] ?? refused['amount_to']}
            onAmounts={onFilter}
          />
        </>
      )}
    </>
  )
}
