import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'

import { type DaysOff, longestBooking } from '#contract/meetings/booking-times.ts'
import { PeriodInputs } from '#kit/period-inputs.tsx'

import { ErrorGroup } from './error-group.tsx'

import classes from './booking.module.css'

interface Props {
  ranges: readonly DaysOff[]
  error: string | undefined
  onChange: (ranges: readonly DaysOff[]) => void
}

/** The holidays and vacations of a business. */
export function DaysOffInputs({ ranges, error, onChange }: Props) {
  return (
    <ErrorGroup label="Days off" error={error}>
      <ul className={classes.week}>
        {ranges.map((range, index) => (
          // eslint-disable-next-line react/no-array-index-key -- Ranges are told apart by their place only.
          <li key={index} className={classes.off}>
            <PeriodInputs
              period={range}
              about={`Days off ${index + 1}`}
              isRequired={error !== undefined}
              onPeriod={(next) => {
                // Most are a single day.
                const isFirstDay = next.to === '' && next.from !== range.from
                onChange(ranges.with(index, isFirstDay ? { from: next.from, to: next.from } : next))
              }}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              className={classes.remove ?? ''}
              aria-label={`Remove days off ${index + 1}`}
              onClick={() => onChange(ranges.toSpliced(index, 1))}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <Button
        variant="subtle"
        size="compact-sm"
        mt={ranges.length > 0 ? 'xs' : 0}
        leftSection={<IconPlus size={14} aria-hidden />}
        disabled={ranges.length >= longestBooking.daysOff}
        onClick={() => onChange([...ranges, { from: '', to: '' }])}
      >
        Add days off
      </Button>
    </ErrorGroup>
  )
}
