import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { invoices } from '#api/invoices.ts'
import type { Invoice } from '#contract/invoices/invoices.ts'
import { SearchSelect } from '#kit/search-select.tsx'
import { dayText } from '#lib/calendar.ts'
import { money } from '#lib/money.ts'
import { narrowed } from '#lib/narrowed.ts'

/** An invoice by its number and customer. */
export interface ChosenInvoice {
  readonly id: number
  readonly label: string
}

interface Props {
  label: string
  currency: string
  chosen: ChosenInvoice | undefined
  error: ReactNode
  onInvoice: (invoice: ChosenInvoice | undefined) => void
}

/** Selects an invoice that somebody still has to pay, by typing its number or its customer. */
export function InvoiceSelect({ label, currency, chosen, error, onInvoice }: Props) {
  const [text, setText] = useState(chosen?.label ?? '')
  const [isOpen, setOpen] = useState(false)
  const [search] = useDebouncedValue(text, 250)
  const found = useQuery({
    ...invoices.list({
      page: 1,
      size: 20,
      search: search === chosen?.label ? '' : search,
      sort: 'due_date',
      status: 'outstanding',
      currency,
    }),
    enabled: isOpen,
  })
  const isSettled = search === text && !found.isPlaceholderData
  const all = found.data?.rows ?? []
  const rows = isSettled || text === chosen?.label ? all : narrowed(all, text, labelOf)
  const choices = rows.map((row) => ({ value: String(row.id), label: labelOf(row) }))
  const isOwn = chosen !== undefined && !rows.some(({ id }) => id === chosen.id)
  return (
    <SearchSelect
      label={label}
      placeholder="Number or customer"
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}` }}
      // The service has searched already.
      filter={({ options }) => options}
      data={isOwn ? [{ value: String(chosen.id), label: chosen.label }, ...choices] : choices}
      value={chosen ? String(chosen.id) : null}
      searchValue={text}
      onSearchChange={setText}
      onDropdownOpen={() => setOpen(true)}
      onChange={(id) => {
        const row = rows.find((one) => String(one.id) === id)
        onInvoice(row && { id: row.id, label: labelOf(row) })
      }}
      renderOption={({ option }) => {
        const row = rows.find(({ id }) => String(id) === option.value)
        return (
          <span>
            <span dir="auto">{option.label}</span>
            {row && (
              <small style={{ display: 'block' }}>
                {money(row.total_amount, row.currency)}, due {dayText(row.due_date)}
              </small>
            )}
          </span>
        )
      }}
      nothingFoundMessage={
        found.error?.message ?? (isSettled && !found.isFetching ? 'No open invoices found' : 'Searching…')
      }
      error={error}
    />
  )
}

const labelOf = ({ invoice_number, customer_name }: Invoice) => `${invoice_number}, ${customer_name}`
