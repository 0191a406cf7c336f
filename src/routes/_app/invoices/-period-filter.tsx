import { Button } from '@mantine/core'
import { useState } from 'react'

import { useToday } from '#kit/today.ts'
import { type Period, type Preset, dayText, periodOf } from '#lib/calendar.ts'
import { capitalized } from '#lib/capitalized.ts'
import { PeriodInputs, isReversed } from '#parts/invoices/period-inputs.tsx'

import { FilterButton } from './-filter-button.tsx'

import classes from './-filter-button.module.css'

interface Props {
  /** `Due`, `Issued` or `Paid`. */
  label: string
  presets: readonly Preset[]
  from: string
  to: string
  error: string | undefined
  onPeriod: (period: Period) => void
}

/** A period in one control: a preset, or two days. */
export function PeriodFilter({ label, presets, from, to, error, onPeriod }: Props) {
  const today = useToday()
  const chosen = presets.find((preset) => {
    const period = periodOf(preset, today)
    return period.from === from && period.to === to
  })
  return (
    <FilterButton label={label} value={chosen ?? periodText({ from, to })} error={error}>
      {(close) => {
        const choose = (period: Period) => {
          onPeriod(period)
          close()
        }
        return (
          <>
            <div className={classes['choices']} role="group" aria-label={`${label} in`}>
              <button
                type="button"
                aria-pressed={from === '' && to === ''}
                onClick={() => choose({ from: '', to: '' })}
              >
                Any time
              </button>
              {presets.map((preset) => (
                <button
                  key={preset}
                  type="button"
                  aria-pressed={preset === chosen}
                  onClick={() => choose(periodOf(preset, today))}
                >
                  {/* In the button and the chip it follows another word. */}
                  {capitalized(preset)}
                </button>
              ))}
            </div>
            <Range label={label} from={from} to={to} onPeriod={choose} />
          </>
        )
      }}
    </FilterButton>
  )
}

function Range({ label, from, to, onPeriod }: Pick<Props, 'label' | 'from' | 'to' | 'onPeriod'>) {
  const [period, setPeriod] = useState<Period>({ from, to })
  return (
    <form
      className={classes['range']}
      aria-label={`${label} from day to day`}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isReversed(period)) onPeriod(period)
      }}
    >
      <PeriodInputs period={period} about={label} onPeriod={setPeriod} isNested />
      <div className={classes['foot']}>
        <Button type="submit" disabled={isReversed(period)}>
          Apply
        </Button>
      </div>
    </form>
  )
}

/** `1–30 Nov 2026` in the words of two days; empty for any time. */
export function periodText({ from, to }: Period): string {
  if (from === '' && to === '') return ''
  if (to === '') return `from ${dayText(from)}`
  return from === '' ? `to ${dayText(to)}` : `${dayText(from)} – ${dayText(to)}`
}
