import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { customers } from '#api/customers.ts'
import type { Customer } from '#contract/customers/customers.ts'
import { SearchSelect } from '#kit/search-select.tsx'
import { narrowed } from '#lib/narrowed.ts'

interface Props {
  label: string
  placeholder?: string
  value: number | undefined
  error: ReactNode
  onCustomer: (id: number | undefined) => void
}

/** Selects a customer by typing. */
export function CustomerSelect({ label, placeholder = 'Any customer', value, error, onCustomer }: Props) {
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const name = useCustomerName(value)
  const { rows, choices, status } = useCustomerSearch(text, { isOpen, name })
  const own = value !== undefined && !rows.some(({ id }) => id === value)
  return (
    <SearchSelect
      label={label}
      placeholder={placeholder}
      clearable
      openOnFocus={false}
      clearButtonProps={{ 'aria-label': placeholder }}
      // The service has searched already.
      filter={({ options }) => options}
      data={own ? [{ value: String(value), label: name }, ...choices] : choices}
      value={value === undefined ? null : String(value)}
      searchValue={text}
      onSearchChange={setText}
      onDropdownOpen={() => setOpen(true)}
      onChange={(id) => onCustomer(id === null ? undefined : Number(id))}
      nothingFoundMessage={status}
      error={error}
    />
  )
}

/** Customers found by what is typed; all of them while that is still the name of the one that is chosen. */
export function useCustomerSearch(text: string, { isOpen, name }: { isOpen: boolean; name: string }) {
  const [search] = useDebouncedValue(text, 250)
  const found = useQuery({
    ...customers.list({ page: 1, size: 20, search: search === name ? '' : search, sort: 'name' }),
    enabled: isOpen,
  })
  const isSettled = search === text && found.data !== undefined && !found.isPlaceholderData
  const all = found.data?.rows ?? []
  const rows = isSettled || text === name ? all : narrowed(all, text, nameOf)
  return {
    rows,
    choices: rows.map((row) => ({ value: String(row.id), label: nameOf(row) })),
    /** Whether the rows are what the text finds, and not yet those of the text before. */
    isSettled,
    /** In place of choices. */
    status: found.error?.message ?? (isSettled && !found.isFetching ? 'No matching customers' : 'Searching…'),
  }
}

/** The name of the customer in the URL. A deleted customer has no name, but may still have invoices. */
export function useCustomerName(id: number | undefined): string {
  const { data } = useQuery({ ...customers.one(id ?? 0), enabled: id !== undefined })
  if (id === undefined) return ''
  return data ? nameOf(data) : `Customer ${id}`
}

const nameOf = ({
  name,
  last_name,
  business_information,
}: Pick<Customer, 'name' | 'last_name' | 'business_information'>) => {
  const company = business_information.company_name ?? ''
  return company === '' ? `${name} ${last_name}` : `${name} ${last_name}, ${company}`
}
