import { Text, TextInput } from '@mantine/core'
import type { UseFormReturn } from 'react-hook-form'

import { daysFrom, frequencies } from '#contract/invoices/schedule-dates.ts'
import { DateInput } from '#kit/date-input.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { Select } from '#kit/select.tsx'
import { useToday } from '#kit/today.ts'
import { dayText } from '#lib/calendar.ts'

import { type Ending, type ScheduleValues, checkSchedule, recurrenceOf } from './schedule-values.ts'
import { frequencyWords } from './schedule-words.tsx'

import classes from './recurring.module.css'

const shownDays = 4
const endings: readonly { readonly value: Ending; readonly label: string }[] = [
  { value: 'never', label: 'Never' },
  { value: 'day', label: 'On a date' },
  { value: 'count', label: 'After a number of invoices' },
]

interface Props {
  form: UseFormReturn<ScheduleValues>
  values: ScheduleValues
  /** The first day as it was read, which may have passed. */
  start: string | undefined
}

/** How often invoices are drafted, from when and until when. */
export function ScheduleInputs({ form, values, start }: Props) {
  const { errors, isSubmitted } = form.formState
  const set = <Name extends keyof ScheduleValues>(name: Name, value: ScheduleValues[Name]) =>
    form.setValue(name as never, value as never, { shouldDirty: true, shouldValidate: isSubmitted })
  const { frequency, startsOn, ending, endsOn, count } = values
  return (
    <SectionCard title="Schedule">
      <div className={classes.inputs}>
        <Select
          label="Frequency"
          data={frequencies.map((value) => ({ value, label: frequencyWords[value] }))}
          value={frequency}
          onChange={({ currentTarget }) =>
            set('frequency', currentTarget.value as ScheduleValues['frequency'])
          }
        />
        <DateInput
          label="First invoice"
          value={startsOn}
          onDay={(day) => set('startsOn', day)}
          error={errors.startsOn?.message}
        />
        <Select
          label="Ends"
          data={[...endings]}
          value={ending}
          onChange={({ currentTarget }) => set('ending', currentTarget.value as Ending)}
        />
        {ending === 'day' && (
          <DateInput
            label="Last day"
            value={endsOn}
            onDay={(day) => set('endsOn', day)}
            error={errors.endsOn?.message}
          />
        )}
        {ending === 'count' && (
          <TextInput
            label="Number of invoices"
            inputMode="numeric"
            autoComplete="off"
            value={count}
            onChange={({ currentTarget }) => set('count', currentTarget.value)}
            error={errors.count?.message}
          />
        )}
      </div>
      <Preview values={values} start={start} />
    </SectionCard>
  )
}

function Preview({ values, start }: Pick<Props, 'values' | 'start'>) {
  const today = useToday()
  const names = new Set(['startsOn', 'endsOn', 'count'])
  const isWrong = [...checkSchedule(values, { today, start })].some(([path]) => names.has(path))
  if (isWrong) return null
  const from = values.startsOn > today ? values.startsOn : today
  const days = daysFrom(recurrenceOf(values), from, shownDays + 1)
  return (
    <Text size="sm" c="dimmed" mt="sm" role="status">
      {days.length === 0
        ? 'No invoices follow: the schedule has ended.'
        : `Next: ${days.slice(0, shownDays).map(dayText).join(' · ')}${days.length > shownDays ? ' · …' : ''}`}
      {days.length > 0 && /-(29|30|31)$/.test(values.startsOn) && values.frequency !== 'weekly' && (
        <> In shorter months, the last day.</>
      )}
    </Text>
  )
}
