import { Group, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'

import { customers } from '#api/customers.ts'
import type { DraftCustomer } from '#api/invoice-draft.ts'
import { session } from '#api/session.ts'
import type { CustomerRow } from '#contract/customers/customers.ts'
import { lazyWithRetry } from '#kit/lazy-with-retry.ts'
import { SearchSelect, useUnchosen } from '#kit/search-select.tsx'

import { useCustomerSearch } from './customer-select.tsx'
import { useCustomersById } from './use-customers-by-id.ts'

const NewCustomerDialog = lazyWithRetry(
  async () => (await import('./new-customer-dialog.tsx')).NewCustomerDialog,
)

interface Props {
  value: DraftCustomer | null
  error: string | undefined
  onCustomer: (customer: DraftCustomer) => void
  /** For a record that may have no customer. */
  none?: { readonly placeholder: string; readonly onChoose: () => void }
}

/** Selects the customer of a record by typing. */
export function CustomerPicker({ value, error, onCustomer, none }: Props) {
  const name = value?.name ?? ''
  const [text, setText] = useTextFor(name)
  const [isOpen, setOpen] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  // What was typed when Enter was pressed before its results had arrived.
  const awaited = useRef<string>(undefined)
  const [isCreating, setCreating] = useState(false)
  const { rows, choices, status, isSettled, isArchived } = useChoices(text, value, isOpen)
  const isOther = value !== null && !rows.some(({ id }) => id === value.id)
  const unchosen = useUnchosen({
    text,
    chosen: name,
    onText: setText,
    message: none ? 'Choose a customer from the list or clear the field' : 'Choose a customer from the list',
  })
  const chooseFirst = () => {
    const options = listOf(input.current)?.querySelectorAll<HTMLElement>('[role="option"]')
    const first = options?.[isOther ? 1 : 0]
    if (first) first.click()
    else unchosen.refuse()
  }
  useEffect(function chooseWhatEnterWaitsFor() {
    if (!isSettled) return
    if (awaited.current === text) chooseFirst()
    awaited.current = undefined
  })
  return (
    <>
      <SearchSelect
        label="Customer"
        placeholder={none?.placeholder ?? 'Search customers'}
        required={!none}
        withAsterisk={false}
        ref={input}
        {...unchosen.inputProps}
        openOnFocus={false}
        onKeyDownCapture={(event) => {
          unchosen.inputProps.onKeyDownCapture(event)
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
          if (text.trim() === '' || text === name) return
          if (listOf(event.currentTarget)?.querySelector('[data-combobox-selected]')) return
          event.preventDefault()
          // The first result is usually right, unless the list is still that of another search.
          if (isSettled) chooseFirst()
          else awaited.current = text
        }}
        allowDeselect={false}
        {...(none && { clearable: true, clearButtonProps: { 'aria-label': none.placeholder } })}
        // The service has searched already.
        filter={({ options }) => options}
        data={isOther ? [{ value: String(value.id), label: name }, ...choices] : choices}
        value={value === null ? null : String(value.id)}
        searchValue={text}
        onSearchChange={setText}
        onOptionSubmit={(id) => setText(id === String(value?.id) ? name : text)}
        renderOption={({ option }) =>
          option.value === newCustomer ? (
            <NewOption label={option.label} />
          ) : (
            <CustomerOption
              label={option.label}
              row={rows.find(({ id }) => String(id) === option.value)}
              isArchived={isArchived(Number(option.value))}
            />
          )
        }
        onDropdownOpen={() => setOpen(true)}
        onChange={(id) => {
          if (id === null) return none?.onChoose()
          if (id === newCustomer) return setCreating(true)
          const row = rows.find((one) => String(one.id) === id)
          if (row) onCustomer({ id: row.id, name: nameOf(row), email: row.email })
        }}
        description={
          value && isArchived(value.id)
            ? [value.email, 'This customer is archived'].filter(Boolean).join(' · ')
            : value?.email
        }
        nothingFoundMessage={status}
        error={unchosen.error ?? error}
      />
      {isCreating && (
        <Suspense>
          <NewCustomerDialog
            typed={text}
            onClose={() => setCreating(false)}
            onCreated={(created) => {
              setCreating(false)
              setText(nameOf(created))
              onCustomer({ id: created.id, name: nameOf(created), email: created.email })
            }}
          />
        </Suspense>
      )}
    </>
  )
}

const newCustomer = 'new'

/** The text of the input. The name may be read after the form has opened: until the text follows it, it would choose nobody. */
function useTextFor(name: string) {
  const [text, setText] = useState(name)
  const [shown, setShown] = useState(name)
  if (name !== shown) {
    setShown(name)
    if (text === shown) setText(name)
  }
  return [text, setText] as const
}

/** The customers that the text finds, and a new one of that name where the person may create one. */
function useChoices(text: string, value: DraftCustomer | null, isOpen: boolean) {
  const { abilities, features } = useSuspenseQuery(session.current()).data
  const name = value?.name ?? ''
  const found = useCustomerSearch(text, { isOpen, name })
  const known = useCustomersById(
    [...(value ? [value] : []), ...found.rows].map(({ id }) => id),
    features.records,
  )
  const isNew =
    text.trim() !== '' && text !== name && found.isSettled && abilities.includes('customers.manage')
  const choices = [
    // The company isn't part of the label: the input shows only the name.
    ...found.rows.map((row) => ({ value: String(row.id), label: nameOf(row) })),
    ...(isNew ? [{ value: newCustomer, label: `Create customer “${text.trim()}”` }] : []),
  ]
  const isArchived = (id: number) => Boolean(known?.get(id)?.archived_at)
  return { ...found, choices, isArchived }
}

const NewOption = ({ label }: { label: string }) => (
  <Group gap={8} wrap="nowrap">
    <IconPlus size={16} aria-hidden />
    <bdi>{label}</bdi>
  </Group>
)

interface OptionProps {
  label: string
  /** Undefined for the chosen one, unless the search has found it. */
  row: CustomerRow | undefined
  isArchived: boolean
}

const CustomerOption = ({ label, row, isArchived }: OptionProps) => (
  <div>
    <bdi>{label}</bdi>
    <Text size="xs" c="dimmed" component="div">
      {[isArchived && 'Archived', row?.business_information.company_name, row?.email]
        .filter(Boolean)
        .join(' · ')}
    </Text>
  </div>
)

interface Picked {
  id: number | null
  /** Label for no customer. */
  placeholder: string
  onId: (id: number | null) => void
}

/** The picker of a record that has the id of a customer, or none. A deleted customer has no name. */
export function usePickedCustomer({ id, placeholder, onId }: Picked) {
  const [picked, setPicked] = useState<DraftCustomer>()
  const isPicked = picked !== undefined && picked.id === id
  const { data } = useQuery({ ...customers.one(id ?? 0), enabled: id !== null && !isPicked })
  const named =
    id === null ? null : { id, name: data ? nameOf(data) : `Customer ${id}`, email: data?.email ?? '' }
  return {
    value: isPicked ? picked : named,
    onCustomer: (customer: DraftCustomer) => {
      setPicked(customer)
      onId(customer.id)
    },
    none: { placeholder, onChoose: () => onId(null) },
  }
}

const listOf = (input: HTMLElement | null) =>
  document.getElementById(input?.getAttribute('aria-controls') ?? '')

const nameOf = ({ name, last_name }: { name: string; last_name: string }) => `${name} ${last_name}`.trim()
