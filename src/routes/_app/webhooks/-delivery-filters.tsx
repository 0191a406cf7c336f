import { Button } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { useState } from 'react'

import type { DeliveryFilter } from '#api/deliveries.ts'
import { deliveryStatuses } from '#contract/delivery-filter.ts'
import { DateInput } from '#kit/date-input.tsx'
import { Select } from '#kit/select.tsx'

import { CodeInput } from './-code-input.tsx'

import classes from './-delivery-filters.module.css'

interface Props {
  filter: DeliveryFilter
  /** Events to choose from. */
  events: readonly string[]
  onChange: (part: DeliveryFilter) => void
}

const noFilter: DeliveryFilter = {
  status: undefined,
  event: undefined,
  code: undefined,
  from: undefined,
  to: undefined,
}

/** The filters of a delivery history; all of them are part of the URL. */
export function DeliveryFilters({ filter, events, onChange }: Props) {
  const names = filter.event === undefined ? events : [...new Set([...events, filter.event])]
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  const [isOpen, setIsOpen] = useState(isFiltered)
  return (
    <div className={classes['filters']} role="group" aria-label="Filters" data-open={isOpen || undefined}>
      <Button
        className={classes['toggle'] ?? ''}
        variant="default"
        size="xs"
        leftSection={<IconFilter size={14} aria-hidden />}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        Filters
      </Button>
      <Select
        aria-label="Status"
        size="xs"
        data={[
          { value: '', label: 'Any status' },
          ...deliveryStatuses.map((value) => ({ value, label: capitalized(value) })),
        ]}
        value={filter.status ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ status: deliveryStatuses.find((status) => status === value) })
        }
      />
      <Select
        aria-label="Event"
        size="xs"
        data={[{ value: '', label: 'Any event' }, ...names]}
        value={filter.event ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ event: value || undefined })}
      />
      <CodeInput code={filter.code} onCode={(code) => onChange({ code })} />
      <DateInput
        aria-label="From"
        size="xs"
        value={filter.from ?? ''}
        {...(filter.to !== undefined && { max: filter.to })}
        onDay={(day) => onChange({ from: day || undefined })}
      />
      <span className={classes['dash']} aria-hidden>
        –
      </span>
      <DateInput
        aria-label="To"
        size="xs"
        value={filter.to ?? ''}
        {...(filter.from !== undefined && { min: filter.from })}
        onDay={(day) => onChange({ to: day || undefined })}
      />
      {isFiltered && (
        <Button variant="subtle" size="xs" onClick={() => onChange(noFilter)}>
          Clear
        </Button>
      )}
    </div>
  )
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
