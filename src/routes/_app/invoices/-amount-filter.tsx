import { Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { invoices } from '#api/invoices.ts'
import type { Features } from '#contract/session.ts'
import type { FilterControls } from '#kit/list/filters/filter-controls.tsx'
import type { FilterState } from '#kit/list/filters/filter.tsx'
import { decimalIn } from '#lib/typed-amount.ts'

import type { InvoiceListSearch } from './-invoice-list-search.ts'

import classes from '#kit/list/filters/filters.module.css'

interface Props extends FilterState<InvoiceListSearch> {
  controls: FilterControls
  features: Features
}

/** The currency and the size of invoices. Amounts apply on Enter, or when the input is left. */
export function AmountFilter({ controls, features, search, error, change }: Props) {
  const { currency, amountFrom, amountTo } = search
  const { data: every } = useQuery(invoices.totals({ search: '' }, features))
  const [typed, setTyped] = useState({ amountFrom, amountTo })
  const [seen, setSeen] = useState({ amountFrom, amountTo })
  if (seen.amountFrom !== amountFrom || seen.amountTo !== amountTo) {
    setSeen({ amountFrom, amountTo })
    // Text with the same meaning stays as it was typed, and so does what isn't applied yet.
    setTyped((old) => ({
      amountFrom: amountFrom === seen.amountFrom ? old.amountFrom : sameOr(old.amountFrom, amountFrom),
      amountTo: amountTo === seen.amountTo ? old.amountTo : sameOr(old.amountTo, amountTo),
    }))
  }
  const [from, to] = [decimalIn(typed.amountFrom), decimalIn(typed.amountTo)]
  const isReversed =
    from !== undefined && to !== undefined && from !== '' && to !== '' && Number(to) < Number(from)
  const wrong = (value: string | undefined) =>
    value === undefined ? 'Enter an amount like 120.50' : undefined
  const apply = () => {
    if (from === undefined || to === undefined || isReversed) return
    if (from !== amountFrom || to !== amountTo) change({ amountFrom: from, amountTo: to })
  }
  const input = (name: keyof typeof typed, label: string, problem: string | undefined) => (
    <TextInput
      label={label}
      inputMode="decimal"
      value={typed[name]}
      error={problem}
      onChange={({ currentTarget: { value } }) => setTyped((old) => ({ ...old, [name]: value }))}
      onBlur={apply}
      onKeyDown={({ key }) => key === 'Enter' && apply()}
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
        {input('amountFrom', 'At least', wrong(from))}
        {input(
          'amountTo',
          'At most',
          wrong(to) ?? (isReversed ? `Less than ${typed.amountFrom.trim()}` : undefined),
        )}
      </div>
      <Text size="xs" c="dimmed" mt={4}>
        The total of the invoice, also where part of it is paid.
      </Text>
    </div>
  )
}

const sameOr = (typed: string, applied: string) => (decimalIn(typed) === applied ? typed : applied)

/** `EUR, 100 or more`; empty where nothing is set. */
export function amountText({
  currency,
  amountFrom,
  amountTo,
}: Pick<InvoiceListSearch, 'currency' | 'amountFrom' | 'amountTo'>): string {
  const range =
    amountFrom === ''
      ? amountTo === ''
        ? ''
        : `up to ${amountTo}`
      : amountTo === ''
        ? `${amountFrom} or more`
        : `${amountFrom}–${amountTo}`
  return [currency, range].filter((part) => part !== '').join(', ')
}
