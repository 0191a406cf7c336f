import { Autocomplete, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'

import { services } from '#api/services.ts'
import type { Service } from '#contract/services/services.ts'
import { netPriceText } from '#lib/money.ts'

interface Props {
  label: string
  text: string
  error: string | undefined
  onText: (text: string) => void
  onService: (service: Service) => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

/** Description of a line: free text, or a service of the catalog that is found by typing. */
export function DescriptionCell({ label, text, error, onText, onService, onKeyDown }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [search] = useDebouncedValue(text.trim(), 200)
  const { data } = useQuery({
    ...services.list({ page: 1, size: 8, search, active: true }),
    enabled: isOpen,
  })
  // A name that occurs twice can be chosen once: options are told apart by it.
  const found = new Map((isOpen ? (data?.rows ?? []) : []).toReversed().map((row) => [row.name, row]))
  return (
    <Autocomplete
      aria-label={label}
      data-cell="description"
      placeholder="Description, or search the catalog"
      autoComplete="off"
      openOnFocus={false}
      value={text}
      onChange={onText}
      onOptionSubmit={(name) => {
        const service = found.get(name)
        if (service) onService(service)
      }}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      onKeyDown={onKeyDown}
      data={[...found.keys()].toReversed()}
      // The service has searched already.
      filter={({ options }) => options}
      renderOption={({ option }) => {
        const service = found.get(option.value)
        return (
          <div>
            <bdi>{option.value}</bdi>
            {service && (
              <Text size="xs" c="dimmed" component="div">
                {netPriceText(service)}
              </Text>
            )}
          </div>
        )
      }}
      error={error}
    />
  )
}
