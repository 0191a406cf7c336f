import { DateInput } from '#kit/date-input.tsx'
import { type Period, dayText } from '#lib/calendar.ts'

interface Props {
  period: Period
  /** What happens in the period, for screen readers: `Due`. */
  about?: string
  /** The inputs are in a popover. */
  isNested?: boolean
  /** Whether an empty one is wrong. */
  isRequired?: boolean
  /** The first one has the focus when its dialog opens. */
  isFirst?: boolean
  onPeriod: (period: Period) => void
}

/** The first and the last day of a period; an empty one doesn't limit it. */
export function PeriodInputs({
  period,
  about,
  isNested = false,
  isRequired = false,
  isFirst = false,
  onPeriod,
}: Props) {
  const named = (end: string) => (about === undefined ? {} : { 'aria-label': `${about} ${end}` })
  return (
    <>
      <DateInput
        label="From"
        {...named('from')}
        value={period.from}
        onDay={(from) => onPeriod({ ...period, from })}
        error={isRequired && period.from === ''}
        data-autofocus={isFirst || undefined}
        isNested={isNested}
      />
      <DateInput
        label="To"
        {...named('to')}
        value={period.to}
        onDay={(to) => onPeriod({ ...period, to })}
        error={isReversed(period) ? `Before ${dayText(period.from)}` : isRequired && period.to === ''}
        isNested={isNested}
      />
    </>
  )
}

/** The last day is before the first. */
export const isReversed = ({ from, to }: Period): boolean => from !== '' && to !== '' && to < from
