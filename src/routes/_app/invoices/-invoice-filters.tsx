import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { invoices } from '#api/invoices.ts'
import type { Features } from '#contract/access/session.ts'
import type { FilterControls } from '#kit/list/filters/filter-controls.tsx'
import { type FilterState, type ListFilter, period } from '#kit/list/filters/filter.tsx'
import { pastPresets, presets } from '#lib/calendar.ts'
import { decimalIn } from '#lib/typed-amount.ts'
import { customerFilter } from '#parts/customers/customer-filter.tsx'

import type { InvoiceListSearch } from './-invoice-list-search.ts'

import classes from '#kit/list/filters/filters.module.css'

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

interface AmountFilterProps extends FilterState<InvoiceListSearch> {
  controls: FilterControls
  features: Features
}

/** The currency and the size of invoices. */
function AmountFilter({ controls, features, search, error, change }: AmountFilterProps) {
  const { currency, amountFrom, amountTo } = search
  const { data: every } = useQuery(invoices.totals({ search: '' }, features))
  const bound = (name: 'amountFrom' | 'amountTo', label: string) => (
    <controls.TypedControl
      label={label}
      inputMode="decimal"
      value={search[name]}
      problem={(text) => problemOf({ amountFrom, amountTo, [name]: text })}
      onText={(text) => change({ [name]: decimalIn(text) ?? '' })}
    />
  )
  return (
    <div role="group" aria-label="Amount">
      <controls.ChoiceControl
        label="Currency"
        any="Any currency"
        off=""
        value={currency}
        useOptions={() =>
          (every?.by_currency ?? []).map((one) => ({ value: one.currency, label: one.currency }))
        }
        error={error}
        onChange={(value) => change({ currency: value as string })}
      />
      <div className={classes['pair']}>
        {bound('amountFrom', 'At least')}
        {bound('amountTo', 'At most')}
      </div>
      <Text size="xs" c="dimmed" mt={4}>
        The total of the invoice, also where part of it is paid.
      </Text>
    </div>
  )
}

type Amounts = Pick<InvoiceListSearch, 'amountFrom' | 'amountTo'>

function problemOf({ amountFrom, amountTo }: Amounts): string | undefined {
  const [from, to] = [decimalIn(amountFrom), decimalIn(amountTo)]
  if (from === undefined || to === undefined) return 'Enter an amount like 120.50'
  return from !== '' && to !== '' && Number(to) < Number(from)
    ? `${amountTo} is less than ${amountFrom}`
    : undefined
}

/** `Amount: EUR, 100 or more`; empty where nothing is set. */
function amountChip({
  currency,
  amountFrom: from,
  amountTo: to,
}: Amounts & Pick<InvoiceListSearch, 'currency'>): string {
  const open = from === '' ? `up to ${to}` : `${from} or more`
  const range = from !== '' && to !== '' ? `${from}–${to}` : open
  const parts = [currency, from === '' && to === '' ? '' : range].filter(Boolean)
  return parts.length === 0 ? '' : `Amount: ${parts.join(', ')}`
}
