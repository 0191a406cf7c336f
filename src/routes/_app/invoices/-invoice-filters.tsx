import type { Features } from '#contract/access/session.ts'
import { type ListFilter, period } from '#kit/list/filters/filter.tsx'
import { pastPresets, presets } from '#lib/calendar.ts'
import { customerFilter } from '#parts/customers/customer-filter.tsx'

import { AmountFilter, amountChip } from './-amount-filter.tsx'
import type { InvoiceListSearch } from './-invoice-list-search.ts'

interface Options {
  /** Extensions that the service has. */
  readonly features: Features
  /** The name of the customer in the URL. */
  readonly customerName: string
}

const noAmount = { currency: '', amountFrom: '', amountTo: '' }

/** The filters of the list, apart from its tabs. */
export const invoiceFilters = ({
  features,
  customerName,
}: Options): readonly ListFilter<InvoiceListSearch>[] => [
  customerFilter(customerName),
  period({
    label: 'Due',
    from: 'from',
    to: 'to',
    none: '',
    presets,
    params: ['due_from', 'due_to'],
  }),
  ...(features.records
    ? [
        period<InvoiceListSearch>({
          label: 'Issued',
          from: 'issuedFrom',
          to: 'issuedTo',
          none: '',
          presets: pastPresets,
          params: ['created_from', 'created_to'],
        }),
        period<InvoiceListSearch>({
          label: 'Paid',
          from: 'paidFrom',
          to: 'paidTo',
          none: '',
          presets: pastPresets,
          params: ['paid_from', 'paid_to'],
        }),
        {
          label: 'Amount',
          off: noAmount,
          params: ['currency', 'amount_from', 'amount_to'],
          chip: amountChip,
          control: (controls, state) => <AmountFilter controls={controls} features={features} {...state} />,
        } satisfies ListFilter<InvoiceListSearch>,
      ]
    : []),
]
