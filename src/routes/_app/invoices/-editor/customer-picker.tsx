import { Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import type { DraftCustomer } from '#api/invoice-draft.ts'
import { session } from '#api/session.ts'
import { SearchSelect } from '#kit/search-select.tsx'
import { useArchivedAmong } from '#routes/_app/customers/-archive/use-archived-among.ts'

import { useCustomerSearch } from '../-customer-select.tsx'

interface Props {
  value: DraftCustomer | null
  error: string | undefined
  /** The first thing to do in a new invoice. */
  isFirst: boolean
  onCustomer: (customer: DraftCustomer) => void
}

/** Selects the customer of the invoice by typing. */
export function CustomerPicker({ value, error, isFirst, onCustomer }: Props) {
  const name = value?.name ?? ''
  const [text, setText] = useState(name)
  const [isOpen, setOpen] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  // What was typed when Enter was pressed before its results had arrived.
  const awaited = useRef<string>(undefined)
  useEffect(
    function beginHere() {
      // After the heading of the page, which takes the focus first.
      if (isFirst) input.current?.focus()
    },
    [isFirst],
  )
  const hasArchive = useSuspenseQuery(session.current()).data.features.includes('customers.archive')
  const { rows, status, isSettled } = useCustomerSearch(text, { isOpen, name })
  const archived = useArchivedAmong([...(value ? [value] : []), ...rows], hasArchive)
  // The company isn't part of the label: the input shows only the name.
  const choices = rows.map((row) => ({ value: String(row.id), label: nameOf(row) }))
  const isOther = value !== null && !rows.some(({ id }) => id === value.id)
  const chooseFirst = () =>
    listOf(input.current)?.querySelectorAll<HTMLElement>('[role="option"]')[isOther ? 1 : 0]?.click()
  useEffect(function chooseWhatEnterWaitsFor() {
    if (!isSettled) return
    if (awaited.current === text) chooseFirst()
    awaited.current = undefined
  })
  return (
    <SearchSelect
      label="Customer"
      placeholder="Search customers"
      required
      withAsterisk={false}
      ref={input}
      openOnFocus={false}
      onKeyDownCapture={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
        if (text.trim() === '' || text === name) return
        if (listOf(event.currentTarget)?.querySelector('[data-combobox-selected]')) return
        event.preventDefault()
        // The first result is usually right, unless the list is still that of another search.
        if (isSettled) chooseFirst()
        else awaited.current = text
      }}
      allowDeselect={false}
      // The service has searched already.
      filter={({ options }) => options}
      data={isOther ? [{ value: String(value.id), label: name }, ...choices] : choices}
      value={value === null ? null : String(value.id)}
      searchValue={text}
      onSearchChange={setText}
      renderOption={({ option }) => {
        const row = rows.find(({ id }) => String(id) === option.value)
        const company = row?.business_information.company_name ?? ''
        return (
          <div>
            <bdi>{option.label}</bdi>
            <Text size="xs" c="dimmed" component="div">
              {[archived?.has(Number(option.value)) && 'Archived', company, row?.email]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          </div>
        )
      }}
      onDropdownOpen={() => setOpen(true)}
      onChange={(id) => {
        const row = rows.find((one) => String(one.id) === id)
        if (row) onCustomer({ id: row.id, name: nameOf(row), email: row.email })
      }}
      description={
        value && archived?.has(value.id)
          ? [value.email, 'This customer is archived'].filter(Boolean).join(' · ')
          : value?.email
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      nothingFoundMessage={status}
      error={error}
    />
  )
}

const listOf = (input: HTMLElement | null) =>
  document.getElementById(input?.getAttribute('aria-controls') ?? '')

const nameOf = ({ name, last_name }: { name: string; last_name: string }) => `${name} ${last_name}`.trim()
