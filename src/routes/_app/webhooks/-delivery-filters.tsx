import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useId, useState } from 'react'

import type { DeliveryFilter } from '#api/deliveries.ts'
import { deliveryFilter, deliveryStatuses } from '#contract/delivery-filter.ts'
import { DateInput } from '#kit/date-input.tsx'

interface Props {
  filter: DeliveryFilter
  /** Events to choose from. */
  events: readonly string[]
  onChange: (part: DeliveryFilter) => void
}

/** What narrows the history; all of it stands in the address of the page. */
export function DeliveryFilters({ filter, events, onChange }: Props) {
  const codesId = useId()
  const [typed, setTyped] = useState(filter.code ?? '')
  const [seen, setSeen] = useState(filter.code)
  // The address changed by another way than typing, such as "back" or "Clear".
  if (filter.code !== seen) {
    setSeen(filter.code)
    if (codeOf(typed) !== filter.code) setTyped(filter.code ?? '')
  }
  // Half a code is no code: the list waits until it is one.
  const search = useDebouncedCallback((text: string) => {
    const code = codeOf(text)
    if (code !== null) onChange({ code })
  }, 250)
  const choices = (all: string, values: readonly string[]) => [
    { value: '', label: all },
    ...values.map((value) => ({ value, label: value })),
  ]
  const names = filter.event === undefined ? events : [...new Set([...events, filter.event])]
  const isNarrowed = Object.values(filter).some((value) => value !== undefined)
  return (
    <Group gap="xs" align="flex-end">
      <NativeSelect
        label="Status"
        size="xs"
        data={choices('Any', deliveryStatuses)}
        value={filter.status ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ status: deliveryStatuses.find((status) => status === value) })
        }
      />
      <NativeSelect
        label="Event"
        size="xs"
        data={choices('Any', names)}
        value={filter.event ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ event: value || undefined })}
      />
      <TextInput
        label="Response code"
        size="xs"
        w={90}
        placeholder="4xx, 404"
        list={codesId}
        autoComplete="off"
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value)
          search(value)
        }}
      />
      <datalist id={codesId}>
        {['2xx', '3xx', '4xx', '5xx'].map((code) => (
          <option key={code} value={code}>
            {code}
          </option>
        ))}
      </datalist>
      <DateInput
        label="From"
        size="xs"
        w={132}
        value={filter.from ?? ''}
        onDay={(day) => onChange({ from: day || undefined })}
      />
      <DateInput
        label="To"
        size="xs"
        w={132}
        value={filter.to ?? ''}
        onDay={(day) => onChange({ to: day || undefined })}
      />
      {isNarrowed && (
        <Button
          variant="subtle"
          size="xs"
          onClick={() =>
            onChange({ status: undefined, event: undefined, code: undefined, from: undefined, to: undefined })
          }
        >
          Clear
        </Button>
      )}
    </Group>
  )
}

/** Undefined: any. Null: not yet one. */
function codeOf(text: string): string | undefined | null {
  const read = deliveryFilter.code.safeParse(text.trim() === '' ? undefined : text.trim().toLowerCase())
  return read.success ? read.data : null
}
