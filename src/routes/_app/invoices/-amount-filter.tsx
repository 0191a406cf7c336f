import { Button, Text, TextInput } from '@mantine/core'
import { useState } from 'react'

import { Select } from '#kit/select.tsx'
import { decimalIn } from '#lib/typed-amount.ts'

import { FilterButton } from './-filter-button.tsx'

import classes from './-filter-button.module.css'

interface Amounts {
  readonly currency: string
  readonly amountFrom: string
  readonly amountTo: string
}

interface Props extends Amounts {
  /** Those that occur. */
  currencies: readonly string[]
  error: string | undefined
  onAmounts: (amounts: Amounts) => void
}

/** The currency and the size of invoices. */
export function AmountFilter({ currencies, error, onAmounts, ...amounts }: Props) {
  return (
    <FilterButton label="Amount" value={amountText(amounts)} error={error}>
      {(close) => (
        <AmountForm
          currencies={currencies}
          given={amounts}
          onAmounts={(next) => {
            onAmounts(next)
            close()
          }}
        />
      )}
    </FilterButton>
  )
}

interface FormProps {
  currencies: readonly string[]
  given: Amounts
  onAmounts: (amounts: Amounts) => void
}

function AmountForm({ currencies, given, onAmounts }: FormProps) {
  const [amounts, setAmounts] = useState(given)
  const [from, to] = [decimalIn(amounts.amountFrom), decimalIn(amounts.amountTo)]
  const isReversed =
    from !== undefined && to !== undefined && from !== '' && to !== '' && Number(to) < Number(from)
  const wrong = (value: string | undefined) =>
    value === undefined ? 'Enter an amount like 120.50' : undefined
  return (
    <form
      className={classes['range']}
      style={{ marginTop: 0, border: 0 }}
      aria-label="Amount"
      onSubmit={(event) => {
        event.preventDefault()
        if (from === undefined || to === undefined || isReversed) return
        onAmounts({ currency: amounts.currency, amountFrom: from, amountTo: to })
      }}
    >
      <Select
        style={{ gridColumn: '1 / -1' }}
        label="Currency"
        data={[
          { value: '', label: 'Any currency' },
          ...new Set(amounts.currency === '' ? currencies : [...currencies, amounts.currency]),
        ]}
        value={amounts.currency}
        onChange={({ currentTarget: { value } }) => setAmounts((old) => ({ ...old, currency: value }))}
      />
      <TextInput
        label="At least"
        inputMode="decimal"
        value={amounts.amountFrom}
        error={wrong(from)}
        onChange={({ currentTarget: { value } }) => setAmounts((old) => ({ ...old, amountFrom: value }))}
      />
      <TextInput
        label="At most"
        inputMode="decimal"
        value={amounts.amountTo}
        error={wrong(to) ?? (isReversed ? `Less than ${amounts.amountFrom.trim()}` : undefined)}
        onChange={({ currentTarget: { value } }) => setAmounts((old) => ({ ...old, amountTo: value }))}
      />
      <Text size="xs" c="dimmed" style={{ gridColumn: '1 / -1' }}>
        The total of the invoice, also where part of it is paid.
      </Text>
      <div className={classes['foot']}>
        <Button type="submit" disabled={isReversed}>
          Apply
        </Button>
      </div>
    </form>
  )
}

/** `EUR, 100 or more`; empty where nothing is set. */
export function amountText({ currency, amountFrom, amountTo }: Amounts): string {
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
