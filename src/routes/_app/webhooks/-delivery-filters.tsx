import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useId } from 'react'

import type { DeliveryFilter } from '#src/api/deliveries.ts'
import { deliveryFilter } from '#contract/deliveries.ts'
import { deliveryStatuses } from '#contract/webhooks.ts'

interface Props {
  filter: DeliveryFilter
  /** Events to choose from. */
  events: readonly string[]
  onChange: (part: DeliveryFilter) => void
}

/** What narrows the history; all of it stands in the address of the page. */
export function DeliveryFilters({ filter, events, onChange }: Props) {
  const codesId = useId()
  // Half a code is no code: the list waits until it is one.
  const setCode = useDebouncedCallback((text: string) => {
    const code = deliveryFilter.code.safeParse(text === '' ? undefined : text.toLowerCase())
    if (code.success) onChange({ code: code.data })
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
        key={filter.code ?? ''}
        label="Answer"
        size="xs"
        w={90}
        placeholder="4xx, 404"
        list={codesId}
        autoComplete="off"
        defaultValue={filter.code ?? ''}
        onChange={({ currentTarget: { value } }) => setCode(value.trim())}
      />
      <datalist id={codesId}>
        {['2xx', '3xx', '4xx', '5xx'].map((code) => (
          <option key={code} value={code}>
            {code}
          </option>
        ))}
      </datalist>
      <TextInput
        label="From"
        size="xs"
        type="date"
        value={filter.from ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ from: value || undefined })}
      />
      <TextInput
        label="To"
        size="xs"
        type="date"
        value={filter.to ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ to: value || undefined })}
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
