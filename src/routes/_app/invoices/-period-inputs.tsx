import { NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'

import { DateInput } from '#kit/date-input.tsx'
import { useToday } from '#kit/today.ts'
import { type Preset, periodOf, presets } from '#lib/calendar.ts'

interface Props {
  from: string
  to: string
  /** What the service refused, by the names of the request. */
  refused: Readonly<Record<string, string>>
  /** Only what changes: two days may be chosen before the address shows the first. */
  onPeriod: (period: { from?: string; to?: string }) => void
}

/** When invoices are due: a period people speak of, or two days of one's own. */
export function PeriodInputs({ from, to, refused, onPeriod }: Props) {
  const today = useToday()
  const preset = presets.find((one) => {
    const period = periodOf(one, today)
    return period.from === from && period.to === to
  })
  const isAny = from === '' && to === ''
  const [isChosen, setChosen] = useState(false)
  const isOwn = isChosen || !(isAny || preset)
  return (
    <>
      <NativeSelect
        flex={{ base: '1 1 40%', xs: '0 1 auto' }}
        aria-label="Due"
        value={isOwn ? 'own' : (preset ?? '')}
        data={[
          { value: '', label: 'Due any time' },
          ...presets.map((one) => ({ value: one, label: `Due ${one}` })),
          { value: 'own', label: 'Custom range' },
        ]}
        onChange={({ currentTarget: { value } }) => {
          setChosen(value === 'own')
          if (value === '') onPeriod({ from: '', to: '' })
          else if (value !== 'own') onPeriod(periodOf(value as Preset, today))
        }}
      />
      {isOwn && (
        <>
          <DayInput
            label="from"
            value={from}
            error={refused['due_from']}
            onDay={(day) => onPeriod({ from: day })}
          />
          <DayInput label="to" value={to} error={refused['due_to']} onDay={(day) => onPeriod({ to: day })} />
        </>
      )}
    </>
  )
}

interface DayProps {
  label: string
  value: string
  error: string | undefined
  onDay: (day: string) => void
}

function DayInput({ label, value, error, onDay }: DayProps) {
  return (
    <DateInput
      flex={{ base: '1 1 40%', xs: '0 1 13rem' }}
      aria-label={`Due ${label}`}
      leftSection={
        <Text size="sm" c="dimmed">
          {label}
        </Text>
      }
      leftSectionWidth={52}
      value={value}
      error={error}
      onDay={onDay}
    />
  )
}
