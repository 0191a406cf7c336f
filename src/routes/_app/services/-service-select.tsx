import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { services } from '#api/services.ts'
import type { Service } from '#contract/services/services.ts'
import { SearchSelect } from '#kit/search-select.tsx'
import { netPriceText } from '#lib/money.ts'

interface Props {
  label: string
  placeholder: string
  /** Which of those found can be chosen. */
  allows: (service: Service) => boolean
  onService: (service: Service) => void
}

const debounceMs = 250

/** Adds a service, found by typing. */
export function ServiceSelect({ label, placeholder, allows, onService }: Props) {
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text, debounceMs)
  const [isOpen, setOpen] = useState(false)
  const { data, isFetching, error } = useQuery({
    ...services.list({ page: 1, size: 25, search, active: true }),
    enabled: isOpen,
  })
  const choices = (data?.rows ?? []).filter(allows)
  return (
    <SearchSelect
      aria-label={label}
      placeholder={placeholder}
      // The service has searched already.
      filter={({ options }) => options}
      data={choices.map((service) => ({
        value: String(service.id),
        label: `${service.name} · ${netPriceText(service)}`,
      }))}
      value={null}
      searchValue={text}
      onSearchChange={setText}
      onDropdownOpen={() => setOpen(true)}
      onChange={(id) => {
        const service = choices.find((one) => String(one.id) === id)
        if (service) onService(service)
        setText('')
      }}
      nothingFoundMessage={
        error ? error.message : isFetching || !data ? 'Searching…' : 'No matching services'
      }
    />
  )
}
